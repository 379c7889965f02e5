/**
 * What made targets known at a moment of the past: the records and the memory of approvals as they stood then. For
 * back-tests, which ask of many moments; the names that were asked for last stay in memory.
 */
import type { Database } from '../database/open.ts';
import { hexOf, type TargetHashes } from './hashes.ts';
import { type Covering, type Known, keysOf, knownIn, type Sought } from './known.ts';
import { targetsOf } from './known-target.ts';

/** For each of the reaches what made it known at that time, or null. */
export type KnownThen = (sought: Sought) => Promise<(Known | null)[]>;

type PastRow = Covering & { created_at: number; removed_at: number | null };

const MAX_NAMES = 20_000;

/** @param hashes null where no target was ever known. */
export function targetHistory(db: Database, chain: number, hashes: TargetHashes | null): KnownThen {
  const remembered = new Map<string, PastRow[]>();
  return async ({ agentId, reaches, at }) => {
    if (hashes === null) return reaches.map(() => null);
    if (remembered.size > MAX_NAMES) remembered.clear();
    const names = reaches.map((reach) => keysOf(hashes, chain, reach));
    const missing = new Set(names.flat().filter((key) => !remembered.has(key)));
    if (missing.size > 0) await readInto(remembered, db, chain, missing);
    const then = new Map(
      names.flat().map((key) => [key, (remembered.get(key) ?? []).filter((row) => stoodAt(row, at))]),
    );
    return reaches.map((reach, place) => knownIn(then, names[place] ?? [], reach, agentId, at));
  };
}

async function readInto(
  remembered: Map<string, PastRow[]>,
  db: Database,
  chain: number,
  missing: ReadonlySet<string>,
): Promise<void> {
  for (const key of missing) remembered.set(key, []);
  const rows = await targetsOf(db, chain)
    .where(
      'hash',
      'in',
      [...missing].map((key) => Buffer.from(key, 'hex')),
    )
    .execute();
  for (const { hash, ...row } of rows) remembered.get(hexOf(hash))?.push(row);
}

function stoodAt({ created_at, removed_at }: PastRow, at: number): boolean {
  return created_at <= at && (removed_at === null || removed_at > at);
}
