/**
 * The laws that judge every question. This list is the only place that names them all: ids in the API and in records,
 * names in explanations, and the needs of a reservation all follow from it.
 */

import { auditConservation } from './audit-conservation.ts';
import { boundedAutonomy } from './bounded-autonomy.ts';
import { budgetConservation } from './budget-conservation.ts';
import { evidenceGravity } from './evidence-gravity.ts';
import type { Law } from './law.ts';
import { leastActionPath } from './least-action-path.ts';
import { monotonicTruth } from './monotonic-truth.ts';
import { policyAdherence } from './policy-adherence.ts';
import { safetyDominance } from './safety-dominance.ts';

/** By id, ascending: records are canonical JSON, and are written law by law. */
export const LAWS: readonly Law[] = [
  auditConservation,
  boundedAutonomy,
  budgetConservation,
  evidenceGravity,
  leastActionPath,
  monotonicTruth,
  policyAdherence,
  safetyDominance,
];

export const LAW_IDS: readonly string[] = LAWS.map(({ id }) => id);

const NAMES = new Map(LAWS.map(({ id, name }) => [id, name]));

/** The law's identifier in words, each with a capital: `Safety Dominance`. */
export function lawName(id: string): string {
  return NAMES.get(id) ?? id;
}
