/** Chooses the route of a held action, and the terms that it gives its approval. Pure. */
import { matchesPattern, meetsPattern } from '@assize/act-reading/names';
import { compareRisk, type RiskLevel } from '@assize/act-reading/risk';
import type { Effect } from '@assize/act-reading/targets';
import type { OpenedApproval } from '../../database/tables/approval.ts';
import type { ApprovalRoute, AskedRoute, RouteConditions } from '../../governance/settings/routes/index.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import { routeText } from './route.ts';

const MINUTE_MS = 60_000;

/** The part of a held action that routes look at. */
export interface HeldAction {
  action: string;
  agentId: string | null;
  /** The name of its tool in the catalogue; null where none matches. */
  tool: string | null;
  effects: readonly Effect[];
  /** The effective risk. */
  risk: RiskLevel;
  /** The greater of the cost and the amount that the arguments state; null where there is neither. */
  amountUsd: number | null;
  environment: 'production' | 'sandbox';
  targets: readonly {
    kind: string | null;
    /** null where it can't be read. */
    value: string | null;
    isKnown: boolean;
  }[];
}

/** The first route that matches; null where none does. */
function routeFor(routes: readonly ApprovalRoute[], held: HeldAction): ApprovalRoute | null {
  return routes.find(({ when = {} }) => meets(held, when)) ?? null;
}

function meets(held: HeldAction, when: RouteConditions): boolean {
  const { action, tool, agent_id, effects, risk_at_least, amount_usd_at_least, environment } = when;
  return (
    (action === undefined || meetsPattern(held.action, action)) &&
    (tool === undefined || (held.tool !== null && meetsPattern(held.tool, tool))) &&
    (agent_id === undefined || (held.agentId !== null && meetsPattern(held.agentId, agent_id))) &&
    (effects === undefined || effects.some((effect) => held.effects.includes(effect))) &&
    (risk_at_least === undefined || compareRisk(held.risk, risk_at_least) >= 0) &&
    (amount_usd_at_least === undefined || (held.amountUsd ?? -1) >= amount_usd_at_least) &&
    (environment === undefined || held.environment === environment) &&
    (when.target === undefined || held.targets.some((target) => isLike(target, when.target ?? {})))
  );
}

function isLike(
  { kind, value, isKnown }: HeldAction['targets'][number],
  wanted: NonNullable<RouteConditions['target']>,
): boolean {
  return (
    (wanted.kind === undefined || kind === wanted.kind) &&
    (wanted.known === undefined || isKnown === wanted.known) &&
    (wanted.value === undefined ||
      (value !== null && matchesPattern(value.toLowerCase(), wanted.value.toLowerCase())))
  );
}

/** The part of a new approval that its route decides. */
export type RoutedTerms = Pick<OpenedApproval, 'required_approvals' | 'expires_at'> & {
  route: string | null;
};

/**
 * The terms of an approval for a held action. A route never takes fewer approvals than the settings demand for the risk.
 * @param at when the approval opens, ms since the epoch.
 */
export function termsFor(
  held: HeldAction,
  { lifetimeMs, required, routes = [] }: ApprovalSettings,
  at: number,
): RoutedTerms {
  const route = routeFor(routes, held);
  const asked = route === null ? null : askedBy(route, at);
  const byGroups = (route?.ask ?? []).reduce((sum, { approvals }) => sum + approvals, 0);
  const { deadline_minutes: minutes } = route ?? {};
  return {
    required_approvals: Math.max(required[held.risk] ?? 1, byGroups),
    expires_at: at + (minutes === undefined ? lifetimeMs : minutes * MINUTE_MS),
    route: routeText(asked),
  };
}

/** The route as the approval keeps it. */
function askedBy({ name, ask, channels, later, sign_in }: ApprovalRoute, at: number): AskedRoute {
  return {
    name,
    ask,
    ...(channels !== undefined && { channels }),
    ...(later !== undefined && {
      later: { at: new Date(at + later.after_minutes * MINUTE_MS).toISOString(), groups: later.groups },
    }),
    ...(sign_in !== undefined && { sign_in }),
  };
}
