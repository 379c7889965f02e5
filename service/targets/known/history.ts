/**
 * Finds what made targets known at a past moment: the records and the memory of approvals as they were then. It is for
 * back-tests, which ask about many moments, and keeps the names that were asked for last in memory.
 */
import type { Database } from '../../database/open.ts';
import { targetsOf } from '../known-target.ts';
import { hexOf, type TargetHashes } from './hashes.ts';
import { type Covering, hashedNames, type Known, knownIn, type Sought } from './known.ts';

/** Returns what made each reach known at that time, or null. */
export type KnownThen = (sought: Sought) => Promise<(Known | null)[]>;

type PastRow = Covering & { created_at: number; removed_at: number | null };

interface Waiting {
  names: Set<string>;
  read: Promise<Map<string, PastRow[]>>;
}

const MAX_NAMES = 20_000;
const NAMES_AT_ONCE = 1000;

/** @param hashes null where no target was ever known. */
export function targetHistory(db: Database, chain: number, hashes: TargetHashes | null): KnownThen {
  let remembered = new Map<string, Promise<PastRow[]>>();
  let waiting: Waiting | null = null;

  /** Names that are asked for in one turn are read together. */
  const rowsOf = (name: string): Promise<PastRow[]> => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    if (waiting === null) {
      const names = new Set<string>();
      const read = new Promise((resolve) => setImmediate(resolve)).then(() => {
        waiting = null;
        return readRows(db, chain, [...names]);
      });
      waiting = { names, read };
    }
    waiting.names.add(name);
    const rows = waiting.read.then((all) => all.get(name) ?? []);
    remembered.set(name, rows);
    return rows;
  };

  return async ({ agentId, reaches, at }) => {
    if (hashes === null) return reaches.map(() => null);
    if (remembered.size > MAX_NAMES) remembered = new Map();
    const names = reaches.map((reach) => hashedNames(hashes, chain, reach));
    const then = new Map(
      await Promise.all(
        names.flat().map(async (name): Promise<[string, PastRow[]]> => {
          const rows = await rowsOf(name);
          return [name, rows.filter((row) => stoodAt(row, at))];
        }),
      ),
    );
    return reaches.map((reach, place) => knownIn(then, names[place] ?? [], reach, agentId, at));
  };
}

async function readRows(
  db: Database,
  chain: number,
  names: readonly string[],
): Promise<Map<string, PastRow[]>> {
  const found = new Map<string, PastRow[]>();
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const some = names.slice(from, from + NAMES_AT_ONCE).map((name) => Buffer.from(name, 'hex'));
    for (const { hash, ...row } of await targetsOf(db, chain).where('hash', 'in', some).execute()) {
      const name = hexOf(hash);
      found.set(name, [...(found.get(name) ?? []), row]);
    }
  }
  return found;
}

function stoodAt({ created_at, removed_at }: PastRow, at: number): boolean {
  return created_at <= at && (removed_at === null || removed_at > at);
}
