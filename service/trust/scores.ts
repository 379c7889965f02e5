/**
 * The ledger's scores for evaluations: from memory, at most a second old, also for agents that it does not know. A change
 * on this node holds here at once.
 */
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { FreshCache } from '../foundation/fresh-cache.ts';
import { scoreAt, shown, type TrustState } from './formula.ts';
import { findLedgerRow, stateOf } from './ledger.ts';

export interface TrustScores {
  /**
   * As it is shown, 0 to 100 at that moment; null where the ledger does not know the agent.
   * @throws {Failure} `unavailable` where it is not in memory and the database is away.
   */
  of(chain: number, agentId: string, at: number): number | null | Promise<number | null>;
  drop(chain: number, agentId: string): void;
}

const FRESHNESS = { refreshAfterMs: 300, forgetAfterMs: 800, maxEntries: 20_000 };

interface Known {
  /** null where there is none. */
  state: TrustState | null;
}

export function trustScores(db: Database, clock: Clock): TrustScores {
  const cache = new FreshCache<Known>(
    async (key) => {
      const cut = key.indexOf('/');
      const row = await findLedgerRow(db, Number(key.slice(0, cut)), key.slice(cut + 1));
      return { state: row === undefined ? null : stateOf(row) };
    },
    clock,
    FRESHNESS,
  );
  const scoreOf = (known: Known | null, at: number) =>
    known === null || known.state === null ? null : shown(scoreAt(known.state, at));
  return {
    of(chain, agentId, at) {
      const known = cache.get(`${chain}/${agentId}`);
      return known instanceof Promise ? known.then((found) => scoreOf(found, at)) : scoreOf(known, at);
    },
    drop: (chain, agentId) => cache.drop(`${chain}/${agentId}`),
  };
}
