/**
 * Statistics add up stored counts of verdicts. Counts are not evidence, so this registry makes them again from the
 * artifacts that are counted: a count that is missing, altered or additional would show another picture of a period.
 */

import { sizeOf } from '../../evidence/reading/index.ts';
import { everyCountIn, storedCounts, type VerdictCount } from '../../evidence/statistics/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';

export const verdictCountsRegistry: Registry = { name: 'verdict-counts', check };

async function check(tally: Tally, { db, chain }: CheckContext): Promise<void> {
  const { counted, stored } = await storedCounts(db, chain);
  const made = await everyCountIn(db, { chain, from: 0, to: counted });
  if (counted > (await sizeOf(db, chain))) tally.gap('More is counted than there are artifacts.', null);
  compare(tally, made, stored);
}

function compare(tally: Tally, made: readonly VerdictCount[], stored: readonly VerdictCount[]): void {
  const left = new Map(stored.map((row) => [keyOf(row), row]));
  for (const row of made) {
    const other = left.get(keyOf(row));
    left.delete(keyOf(row));
    tally.checked();
    if (other === undefined) tally.gap(`The count of ${nameOf(row)} is missing.`, null);
    else if (Number(other.evaluations) !== Number(row.evaluations)) {
      tally.gap(`The count of ${nameOf(row)} is not what the artifacts give.`, null);
    }
  }
  for (const row of left.values()) {
    tally.checked();
    tally.gap(`There is a count of ${nameOf(row)}, of which there are no artifacts.`, null);
  }
}

function keyOf({ unit, start, action, verdict }: VerdictCount): string {
  return JSON.stringify([unit, Number(start), action, verdict]);
}

function nameOf({ unit, start, action, verdict }: VerdictCount): string {
  const of = action === '' ? 'all actions' : action;
  return `${verdict} (${unit}, ${new Date(Number(start)).toISOString()}, ${of})`;
}
