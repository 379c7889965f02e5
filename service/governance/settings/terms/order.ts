/** Checks that more risk never asks for less. */
import { RISK_LEVELS } from '@assize/act-reading/risk';
import type { Fault } from '../../../foundation/failure.ts';

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
