/** Counts the changes of the rules by who stood behind them. */
import type { Database } from '../database/open.ts';
import type { Period } from '../evidence/search/index.ts';
import { AREAS, type Area, areasIn, coveredChanges, isUnread } from '../governance/second-person/index.ts';
import type { Environment } from '../tenants/index.ts';

export interface ChangesByPeople {
  /** The parts of governance that changes of this environment belong to. */
  areas: readonly Area[];
  /** The number that a second person approved. */
  approved: number;
  /** The evidence ids of the others, the newest first. */
  alone: string[];
  /** The number of those that were made on the machine of the service. */
  byOperator: number;
  /** The number whose content was removed. */
  unread: number;
}

export async function changesByPeople(
  db: Database,
  { chain, environment }: { chain: number; environment: Environment },
  period: Period,
): Promise<ChangesByPeople> {
  const alone: string[] = [];
  let [approved, byOperator, unread] = [0, 0, 0];
  for await (const change of coveredChanges(db, chain, period)) {
    const { id, behind } = change;
    if (isUnread(change)) unread += 1;
    else if (behind.kind === 'second_person') approved += 1;
    else alone.push(id);
    if (behind.kind === 'operator') byOperator += 1;
  }
  return { areas: areasIn(environment, AREAS), approved, alone: alone.reverse(), byOperator, unread };
}
