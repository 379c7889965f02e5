/** Counts the mandates that an agent may use now. */
import type { Database } from '../../database/open.ts';
import { mandatesOf, stateOf } from '../mandate.ts';

/** Beyond these, the open mandates of an agent are not counted. */
const MAX_COUNTED = 1000;

/** Counts the open mandates among an agent's latest. @param at ms since the epoch. */
export async function openMandatesOf(
  db: Database,
  chain: number,
  agentId: string,
  at: number,
): Promise<number> {
  const rows = await mandatesOf(db, chain)
    .where('agent_id', '=', agentId)
    .where('closed_at', 'is', null)
    .orderBy('mandate_id', 'desc')
    .limit(MAX_COUNTED)
    .execute();
  return rows.filter((row) => stateOf(row, at) === 'open').length;
}
