/**
 * Finds what makes a target known: a record of the tenant, or an earlier approval. It takes at most one indexed read
 * for all targets of an action, and none for those asked about since the chain's targets last changed.
 */

import type { Reach, ReadReach } from '@assize/act-reading/targets';
import type { Database } from '../../database/open.ts';
import { type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { KnownTargetRow } from '../known-target.ts';
import { hexOf, type TargetHashes, targetHashes } from './hashes.ts';

export interface Known {
  by: 'record' | 'approval';
  /** `tgt_` and 24 hex digits. */
  id: string;
  /** The name that the record gives it. */
  name?: string;
}

export interface Sought {
  /** null where the request names none. */
  agentId: string | null;
  reaches: readonly Reach[];
  /** ms since the epoch. */
  at: number;
}

export interface KnownTargets {
  /**
   * Returns what makes each reach known, or null.
   * @param revision the active revision of the chain's targets.
   * @throws {Failure} `unavailable` where the answer is not in memory and the database is away.
   */
  find(chain: number, revision: number, sought: Sought): MaybePromise<(Known | null)[]>;
}

export type Covering = Pick<
  KnownTargetRow,
  'target_id' | 'role' | 'agent_id' | 'effect' | 'source' | 'name' | 'until_at'
>;

/**
 * The limits on names of one chain and on chains, so that one tenant's questions never evict another tenant's answers.
 */
const MAX_NAMES = 20_000;
const MAX_CHAINS = 500;

/** The limit for one read; an action with more keys gets a read of its own. */
const MAX_KEYS_AT_ONCE = 1000;

interface Memory {
  revision: number;
  /** By the hash of a name, in hex. */
  rows: Map<string, readonly Covering[]>;
  /** The read that begins at the end of this turn of the event loop. */
  next: Batch | null;
}

/**
 * The names that actions of the same turn ask for, which are read together: a read takes 220 µs, and 64 actions share
 * it.
 */
interface Batch {
  keys: Set<string>;
  done: Promise<void>;
}

export function knownTargets(deps: { db: Database; fillRandom: FillRandom }): KnownTargets {
  const memories = new Map<number, Memory>();

  const memoryOf = (chain: number, revision: number): Memory => {
    const before = memories.get(chain);
    memories.delete(chain);
    const isGood = before?.revision === revision && before.rows.size <= MAX_NAMES;
    const memory: Memory = isGood ? before : { revision, rows: new Map(), next: null };
    // The most recently used chain goes last.
    memories.set(chain, memory);
    if (memories.size > MAX_CHAINS)
      for (const oldest of memories.keys()) {
        memories.delete(oldest);
        break;
      }
    return memory;
  };

  return {
    find(chain, revision, { agentId, reaches, at }) {
      // Nothing was ever known.
      if (revision === 0) return reaches.map(() => null);
      return whenKnown(targetHashes(deps.db, deps.fillRandom), (hashes) => {
        const memory = memoryOf(chain, revision);
        const { rows } = memory;
        const names = reaches.map((reach) => hashedNames(hashes, chain, reach));
        const missing = new Set<string>();
        for (const keys of names) for (const key of keys) if (!rows.has(key)) missing.add(key);
        const answer = () =>
          reaches.map((reach, place) => knownIn(rows, names[place] ?? [], reach, agentId, at));
        if (missing.size === 0) return answer();
        return readTogether(deps.db, chain, memory, missing).then(answer);
      });
    },
  };
}

/** Returns the hashes of its names, in hex, the exact one first; none where it can't be read. */
export function hashedNames(hashes: TargetHashes, chain: number, reach: Reach): readonly string[] {
  return 'unreadable' in reach ? [] : hashes.allOf(chain, reach);
}

function readTogether(
  db: Database,
  chain: number,
  memory: Memory,
  missing: ReadonlySet<string>,
): Promise<void> {
  const waiting = memory.next;
  const hasRoom = waiting !== null && waiting.keys.size + missing.size <= MAX_KEYS_AT_ONCE;
  const batch = hasRoom ? waiting : newBatch(db, chain, memory);
  for (const key of missing) batch.keys.add(key);
  return batch.done;
}

function newBatch(db: Database, chain: number, memory: Memory): Batch {
  const keys = new Set<string>();
  const read = async () => {
    if (memory.next === batch) memory.next = null;
    for (const [key, found] of await readRows(db, chain, keys)) memory.rows.set(key, found);
  };
  const batch: Batch = { keys, done: new Promise<void>((begin) => setImmediate(begin)).then(read) };
  memory.next = batch;
  return batch;
}

async function readRows(
  db: Database,
  chain: number,
  missing: ReadonlySet<string>,
): Promise<Map<string, Covering[]>> {
  const found = new Map([...missing].map((key): [string, Covering[]] => [key, []]));
  const rows = await db
    .selectFrom('known_targets')
    .select(['hash', 'target_id', 'role', 'agent_id', 'effect', 'source', 'name', 'until_at'])
    .where('chain', '=', chain)
    .where('hash', 'in', hashesOf(missing))
    .where('removed_at', 'is', null)
    .execute();
  for (const { hash, ...row } of rows) found.get(hexOf(hash))?.push(row);
  return found;
}

/** Pads the hashes to a power of two, so that few different statements are prepared. */
function hashesOf(keys: ReadonlySet<string>): Uint8Array[] {
  const hashes = [...keys].map((key) => Buffer.from(key, 'hex'));
  if (hashes.length > MAX_KEYS_AT_ONCE) return hashes;
  const [first] = hashes;
  const size = 2 ** Math.ceil(Math.log2(hashes.length));
  if (first !== undefined) while (hashes.length < size) hashes.push(first);
  return hashes;
}

export function knownIn(
  rows: ReadonlyMap<string, readonly Covering[]>,
  names: readonly string[],
  reach: Reach,
  agentId: string | null,
  at: number,
): Known | null {
  if ('unreadable' in reach) return null;
  for (const [place, key] of names.entries()) {
    for (const row of rows.get(key) ?? []) {
      if (!covers(row, reach, agentId, at, place === 0)) continue;
      const { target_id: id, source: by, name } = row;
      return name === null ? { by, id } : { by, id, name };
    }
  }
  return null;
}

/** For these effects, a record vouches only for its exact target, and only if it names the effect. */
const GRAVE: readonly string[] = ['delete', 'execute', 'configure'];

/**
 * A record covers everything that it leaves open, except effects that can't be undone: an agent that may write to a
 * target may not therefore delete it. An approval covers only the exact target, effect, role and agent.
 */
export function covers(
  row: Covering,
  { effect, role }: ReadReach,
  agentId: string | null,
  at: number,
  isExact: boolean,
): boolean {
  if (row.until_at !== null && row.until_at <= at) return false;
  const isRecord = row.source === 'record';
  if (!isExact && !isRecord) return false;
  if (GRAVE.includes(effect) && row.effect !== effect && (row.role !== role || !isExact)) return false;
  const fits = (held: string | null, wanted: string | null) => held === wanted || (held === null && isRecord);
  return fits(row.agent_id, agentId) && fits(row.effect, effect) && fits(row.role, role);
}
