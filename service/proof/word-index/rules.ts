/** Blocks whose index was made with the current secret and rules. Another would hide words that it does not know. */
import type { Database } from '../../database/open.ts';
import { isOfRules } from './entries.ts';

/** Returns those among the blocks from `first` up to `end` (exclusive). */
export async function blocksOfRules(
  db: Database,
  { chain, secret }: { chain: number; secret: Uint8Array },
  first: number,
  end: number,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('value_blocks')
    .select(['block', 'entries'])
    .where('chain', '=', chain)
    .where('bucket', '=', 0)
    .where('block', '>=', first)
    .where('block', '<', end)
    .execute();
  return new Set(rows.flatMap(({ block, entries }) => (isOfRules(secret, chain, entries) ? [block] : [])));
}
