/**
 * The settings of a tenant as one document: the thresholds of the laws, and the terms of approvals. It is always
 * complete, so that a version states everything that holds under it, even after the standard settings change.
 */

import { RISK_LEVELS, type RiskLevel } from '@assize/act-reading/risk';
import { canonicalJson, type JsonObject, sha256Text } from '@assize/evidence-format';
import type { Fault } from '../../../foundation/failure.ts';
import { type ApprovalSettings, DEFAULT_SETTINGS, type LawSettings } from './settings.ts';

export interface SettingsDocument extends LawSettings {
  approvals: {
    lifetime_hours: number;
    /** How many parties must approve, by effective risk. */
    required: Record<RiskLevel, number>;
    separation_of_duties: boolean;
  };
}

const HOUR_MS = 3_600_000;

/** Returns the settings of a tenant that has set none. @param installation the operator's settings. */
export function standardDocument({
  lifetimeMs,
  required,
  separationOfDuties,
}: ApprovalSettings): SettingsDocument {
  const byRisk = RISK_LEVELS.map((risk) => [risk, required[risk] ?? 1]);
  return {
    ...DEFAULT_SETTINGS,
    approvals: {
      lifetime_hours: lifetimeMs / HOUR_MS,
      required: Object.fromEntries(byRisk) as Record<RiskLevel, number>,
      separation_of_duties: separationOfDuties,
    },
  };
}

export function lawsOf({ approvals: _, ...laws }: SettingsDocument): LawSettings {
  return laws;
}

export function approvalsOf({ approvals }: SettingsDocument): ApprovalSettings {
  const { lifetime_hours, required, separation_of_duties } = approvals;
  return { lifetimeMs: lifetime_hours * HOUR_MS, required, separationOfDuties: separation_of_duties };
}

export function documentText(document: SettingsDocument): string {
  return canonicalJson(document as unknown as JsonObject);
}

/** `sha256:` and hex. */
export function documentHash(text: string): string {
  return sha256Text(text);
}

const BY_RISK = [
  ['confidence', 'floor'],
  ['trust', 'required'],
  ['approvals', 'required'],
] as const;

/**
 * Checks the rule that a schema can't express: a risk never needs less than a milder one, or stating more risk would
 * be a way to a milder verdict. Ignores values that are missing or of another type.
 * @param at the place of the document in the request.
 */
export function faultsOfOrder(document: unknown, at: readonly string[]): Fault[] {
  return BY_RISK.flatMap(([part, name]) => {
    const byRisk = memberOf(memberOf(document, part), name);
    let most = Number.NEGATIVE_INFINITY;
    return RISK_LEVELS.flatMap((risk) => {
      const value = memberOf(byRisk, risk);
      if (typeof value !== 'number') return [];
      if (value >= most) {
        most = value;
        return [];
      }
      const message = 'Input should not be less than the value of a milder risk';
      return [{ field: [...at, part, name, risk], message, type: 'value_error' }];
    });
  });
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
