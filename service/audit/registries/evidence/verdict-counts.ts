/** Makes the stored counts of verdicts again from the artifacts: a wrong one would show another picture of a period. */

import { sizeOf } from '../../../evidence/reading/index.ts';
import { everyCountIn, storedCounts, type VerdictCount } from '../../../evidence/statistics/index.ts';
import { compareMade } from '../../comparing/made-again.ts';
import type { Check } from '../../registry.ts';

export const verdictCounts: Check = async (tally, { db, chain }) => {
  const { counted, stored } = await storedCounts(db, chain);
  const made = await everyCountIn(db, { chain, from: 0, to: counted });
  if (counted > (await sizeOf(db, chain))) tally.gap('More is counted than there are artifacts.');
  compareMade(tally, made, stored, {
    keyOf: ({ unit, start, action, verdict }) => JSON.stringify([unit, Number(start), action, verdict]),
    isSame: (one, other) => Number(one.evaluations) === Number(other.evaluations),
    missing: (row) => `The count of ${nameOf(row)} is missing.`,
    other: (row) => `The count of ${nameOf(row)} is not what the artifacts give.`,
    extra: (row) => `There is a count of ${nameOf(row)}, of which there are no artifacts.`,
  });
};

function nameOf({ unit, start, action, verdict }: VerdictCount): string {
  const of = action === '' ? 'all actions' : action;
  return `${verdict} (${unit}, ${new Date(Number(start)).toISOString()}, ${of})`;
}
