/** Blocks whose index was made with the current secret and rules. Another would hide words that it does not know. */
import type { Database } from '../../database/open.ts';
import { isOfRules } from './entries.ts';

/** Returns those among the blocks from `first` up to `end` (exclusive). @param rules all of which must apply. */
export async function blocksOfRules(
  db: Database,
  { chain, secret }: { chain: number; secret: Uint8Array },
  first: number,
  end: number,
  rules: readonly string[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('value_blocks')
    .select(['block', 'entries'])
    .where('chain', '=', chain)
    .where('bucket', '=', 0)
    .where('block', '>=', first)
    .where('block', '<', end)
    .execute();
  const isTrusted = (entries: Uint8Array) => rules.every((each) => isOfRules(secret, chain, entries, each));
  return new Set(rows.flatMap(({ block, entries }) => (isTrusted(entries) ? [block] : [])));
}
