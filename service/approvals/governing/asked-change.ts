/**
 * A change of governance that waits for a second person, as the artifact that asks for it states it. Its approval is
 * bound to exactly this change, and no request of an agent can match that binding.
 */
import { canonicalJson, type JsonObject, type JsonValue, sha256 } from '@assize/evidence-format';
import { type Area, areaNamed } from '../../governance/second-person/index.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import { type RoutedTerms, termsFor } from '../asked/routing.ts';
import type { Changed } from '../corrections/index.ts';

/** Every such action begins with it, such as `governance.policy.activate`. */
export const GOVERNS = 'governance.';
/** A change of governance changes every later verdict. */
export const RISK_OF_CHANGES = 'high';

export interface AskedChange {
  area: Area;
  /** The arguments of the use case that was called. */
  arguments: JsonObject;
  /** The places that it changes, from what was in force when it was asked for. */
  differences: Changed[];
}

/** null where the artifact asks for no change of governance, or is gone. */
export function askedChangeIn(opening: JsonObject | null): AskedChange | null {
  if (opening?.asks !== true) return null;
  const { area, arguments: args, differences } = opening.change as JsonObject;
  const known = areaNamed(area);
  if (known === null) return null;
  return { area: known, arguments: args as JsonObject, differences: differences as Changed[] };
}

export function statedChange({ area, arguments: args, differences }: AskedChange): JsonObject {
  return { area, arguments: args, differences: differences as JsonValue };
}

/** 32 bytes. */
export function bindingOfChange(action: string, change: AskedChange): Uint8Array {
  return sha256(canonicalJson({ action, asks: true, change: statedChange(change) }));
}

/**
 * Only a route whose condition names actions of governance matches: one for all actions of agents would ask people who
 * can't decide on this.
 * @param approvals how many must approve, unless a route takes more. @param at ms since the epoch.
 */
export function termsOfChange(
  action: string,
  environment: 'production' | 'sandbox',
  { lifetimeMs, routes = [] }: ApprovalSettings,
  approvals: number,
  at: number,
): RoutedTerms {
  const held = {
    ...({ action, environment, risk: RISK_OF_CHANGES } as const),
    ...{ agentId: null, tool: null, effects: [], amountUsd: null, targets: [] },
  };
  const own = routes.filter(({ when }) => when?.action?.startsWith(GOVERNS));
  return termsFor(
    held,
    { lifetimeMs, routes: own, required: { [RISK_OF_CHANGES]: approvals }, separationOfDuties: true },
    at,
  );
}
