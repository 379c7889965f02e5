/** How carefully a chain's people approve: what a compliance check judges. */
import type { Database } from '../../database/open.ts';
import type { Period } from '../../evidence/search/index.ts';
import { decidersOf, decisionsBetween } from './decisions-between.ts';
import { hasteIn, type Press, pressesOf } from './presses.ts';

export interface Care {
  /** The presses that approved, newest first. */
  approvals: Press[];
  /** The number of people who were hasty. */
  hasty: number;
}

/** @param most the newest decisions that stand for all. */
export async function careTaken(
  db: Database,
  { chain, tenantId }: { chain: number; tenantId: string },
  period: Period,
  most: number,
): Promise<Care> {
  const rows = await decisionsBetween(db, chain, await newestPart(db, chain, period, most));
  const people = (await decidersOf(db, tenantId, rows)).map(({ decisions }) => pressesOf(decisions));
  const approvals = people.flat().filter(({ decision }) => decision === 'approved');
  return {
    approvals: approvals.sort((one, other) => other.at - one.at),
    hasty: people.filter((presses) => hasteIn(presses).length > 0).length,
  };
}

/** The end of the period, with about this many decisions; all of it where it has fewer. */
async function newestPart(db: Database, chain: number, { from, to }: Period, most: number): Promise<Period> {
  const oldest = await db
    .selectFrom('approval_decisions')
    .select('decided_at')
    .where('chain', '=', chain)
    .where('decided_at', '>=', from)
    .where('decided_at', '<', to)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst();
  return { from: oldest?.decided_at ?? from, to };
}
