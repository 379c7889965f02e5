/**
 * Gives evaluations their sessions from memory, less than a second old. Of a session that is known, only results that
 * are newer are read. What is in memory stays within a limit, however many sessions there are.
 */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { FreshCache, type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import { storedTargetHashes, targetHashes } from '../../targets/known/index.ts';
import { findSessionRow, hasEnded, resultsOf, type SessionRow, sessionKey } from '../session.ts';
import type { SessionNow, Sessions } from '../session-now.ts';
import { isEmptied, SessionInMemory } from './session-in-memory.ts';

const FRESHNESS = { refreshAfterMs: 300, forgetAfterMs: 700, maxEntries: 20_000 };
const MAX_BYTES = 64 * 1024 * 1024;

export interface Loaded {
  /** null where the agent has no such session. */
  row: SessionRow | null;
  session: SessionInMemory | null;
}

interface Held {
  session: SessionInMemory;
  /** The row's count of results that lost their values. */
  emptied: number;
}

export class SessionMemory implements Sessions {
  readonly #deps: { db: Database; fillRandom: FillRandom; clock: Clock };
  readonly #cache: FreshCache<Loaded>;
  /** The most recently loaded one goes last. */
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  constructor(deps: { db: Database; fillRandom: FillRandom; clock: Clock }) {
    this.#deps = deps;
    this.#cache = new FreshCache((key) => this.#load(key), deps.clock, FRESHNESS);
  }

  of(chain: number, agentId: string | undefined, sessionId: string): MaybePromise<SessionNow | null> {
    const { db, fillRandom, clock } = this.#deps;
    return whenKnown(targetHashes(db, fillRandom), (hashes) => {
      const key = `${chain}/${sessionKey(hashes, chain, agentId, sessionId)}`;
      return whenKnown(this.#cache.get(key), (loaded) => {
        const isOpen = loaded !== null && loaded.row !== null && !hasEnded(loaded.row, clock.now());
        return isOpen ? loaded.session : null;
      });
    });
  }

  drop(chain: number, key: string): void {
    this.#cache.drop(`${chain}/${key}`);
  }

  /** The session as the database has it now. */
  load(chain: number, key: string): Promise<Loaded> {
    return this.#load(`${chain}/${key}`);
  }

  async #load(cacheKey: string): Promise<Loaded> {
    const { db, fillRandom, clock } = this.#deps;
    const cut = cacheKey.indexOf('/');
    const [chain, key] = [Number(cacheKey.slice(0, cut)), cacheKey.slice(cut + 1)];
    const row = (await findSessionRow(db, chain, key)) ?? null;
    if (row === null || hasEnded(row, clock.now())) {
      this.#forget(cacheKey);
      return { row, session: null };
    }
    const { results, emptied } = row;
    const held = this.#held.get(cacheKey);
    const isGood = held !== undefined && held.emptied === emptied && held.session.results <= results;
    const before = isGood
      ? held.session
      : SessionInMemory.empty(await targetHashes(db, fillRandom), chain, key);
    if (before.results === results) return { row, session: before };
    const newer = resultsOf(db, chain, key)
      .where('number', '>', before.results)
      .where('number', '<=', results);
    const session = before.and(await newer.execute());
    this.#hold(cacheKey, { session, emptied });
    return { row, session };
  }

  #hold(cacheKey: string, held: Held): void {
    this.#forget(cacheKey);
    this.#held.set(cacheKey, held);
    this.#bytes += held.session.bytes;
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= MAX_BYTES || oldest === cacheKey) return;
      this.#forget(oldest);
      this.#cache.drop(oldest);
    }
  }

  #forget(cacheKey: string): void {
    this.#bytes -= this.#held.get(cacheKey)?.session.bytes ?? 0;
    this.#held.delete(cacheKey);
  }
}

/**
 * How many results an evaluation saw: at least and at most, since a node may learn of a result, or of the end of the
 * session, a little later than another one. A session without results, or one that has ended, is not seen at all.
 * @param at of the evaluation. @param toleranceMs how late a node may be.
 */
export async function resultsSeenAt(
  db: Database,
  chain: number,
  key: string,
  at: number,
  toleranceMs: number,
): Promise<{ least: number; most: number }> {
  const row = await findSessionRow(db, chain, key);
  if (row === undefined) return { least: 0, most: 0 };
  const end = Math.min(row.ended_at ?? row.expires_at, row.expires_at);
  const reports = await db
    .selectFrom('session_results')
    .select('reported_at')
    .where('chain', '=', chain)
    .where('session_key', '=', key)
    .where('reported_at', '<=', at + toleranceMs)
    .execute();
  const isOver = (moment: number) => end <= moment;
  return {
    least: isOver(at + toleranceMs)
      ? 0
      : reports.filter(({ reported_at }) => reported_at <= at - toleranceMs).length,
    most: isOver(at - toleranceMs) ? 0 : reports.length,
  };
}

/**
 * The session as it was when it had so many results, for recomputing a verdict. @returns null where there never was one;
 * `ended` where its values are gone.
 */
export async function sessionAt(
  db: Database,
  chain: number,
  key: string,
  results: number,
): Promise<SessionNow | null | 'ended'> {
  const row = await findSessionRow(db, chain, key);
  const hashes = await storedTargetHashes(db);
  if (row === undefined || row.results < results || hashes === null) return null;
  if (row.ended_at !== null) return 'ended';
  const rows = await resultsOf(db, chain, key).where('number', '<=', results).execute();
  if (rows.some(isEmptied)) return 'ended';
  return SessionInMemory.empty(hashes, chain, key).and(rows);
}
