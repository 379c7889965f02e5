/**
 * Tampering with summaries of blocks 0 and 1, as `evaluateMany` fills them: actions `filling-0` to `filling-4`, none
 * of them blocked.
 */
import type { Database } from '@assize/service/database/open.ts';
import { type RawBuilder, sql } from 'kysely';

export interface BlockTampering {
  promise: string;
  statements: (chain: number) => RawBuilder<unknown>[];
  index: number;
  what: RegExp;
}

const OF = (chain: number, block: number, action: string) =>
  sql`chain = ${chain} AND block = ${block} AND action = ${action}`;
const remove = (chain: number, block: number, action: string) =>
  sql`DELETE FROM artifact_blocks WHERE ${OF(chain, block, action)}`;
const alter = (chain: number, block: number, action: string, change: RawBuilder<unknown>) =>
  sql`UPDATE artifact_blocks SET ${change} WHERE ${OF(chain, block, action)}`;
/** Adds a summary like the action's own, with other values. */
const add = (
  chain: number,
  from: { block: number; action: string },
  to: { block?: number; action?: string; verdict?: string },
) => sql`
  INSERT INTO artifact_blocks (chain, action, block, artifact_type, verdict, artifacts, first_at, last_at, places)
  SELECT chain, ${to.action ?? from.action}, ${sql.lit(to.block ?? from.block)}, artifact_type,
    ${to.verdict ?? 'proceed'}, artifacts, first_at, last_at, places
  FROM artifact_blocks WHERE ${OF(chain, from.block, from.action)} LIMIT 1`;

export const SEARCH_BLOCKS: BlockTampering[] = [
  {
    promise: 'a-summary-that-is-missing',
    statements: (chain) => [remove(chain, 0, 'filling-1')],
    index: 0,
    what: /filling-1\) is missing/,
  },
  {
    promise: 'a-total-that-is-missing',
    statements: (chain) => [remove(chain, 0, '')],
    index: 0,
    what: /summary of block 0 \(governance_eval.*is missing/,
  },
  {
    promise: 'one-that-is-missing-where-the-total-is-too',
    statements: (chain) => [remove(chain, 1, ''), remove(chain, 1, 'filling-2')],
    index: 2048,
    what: /block 1 \(governance_eval, \w+, filling-2\) is missing/,
  },
  {
    promise: 'places-that-were-altered',
    statements: (chain) => [alter(chain, 1, 'filling-3', sql`places = ${Buffer.from([1, 0])}`)],
    index: 2048,
    what: /filling-3\) is not what its artifacts give/,
  },
  {
    promise: 'a-count-that-was-altered',
    statements: (chain) => [alter(chain, 1, 'filling-3', sql`artifacts = artifacts + 1`)],
    index: 2048,
    what: /filling-3\) is not what its artifacts give/,
  },
  {
    promise: 'times-that-were-altered',
    statements: (chain) => [alter(chain, 0, '', sql`first_at = 1`)],
    index: 0,
    what: /is not what its artifacts give/,
  },
  {
    promise: 'a-summary-of-an-invented-action',
    statements: (chain) => [add(chain, { block: 1, action: 'filling-1' }, { action: 'other' })],
    index: 2048,
    what: /There is a summary of block 1 .*other\), of which/,
  },
  {
    promise: 'a-summary-of-an-invented-verdict',
    statements: (chain) => [add(chain, { block: 0, action: 'filling-1' }, { verdict: 'block' })],
    index: 0,
    what: /There is a summary of block 0 .*block, filling-1\), of which/,
  },
  {
    promise: 'a-summary-of-a-block-that-is-not-full',
    statements: (chain) => [add(chain, { block: 1, action: '' }, { block: 2 })],
    index: 4096,
    what: /Block 2 is summarised, but not full/,
  },
];

export async function tamperWith(db: Database, chain: number, { statements }: BlockTampering): Promise<void> {
  for (const statement of statements(chain)) await statement.execute(db);
}
