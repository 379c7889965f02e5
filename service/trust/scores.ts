/**
 * Gives evaluations the ledger's scores from memory, at most a second old, also for agents that it does not know. A
 * change on this node holds here at once.
 */
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { FreshCache, type MaybePromise, whenKnown } from '../foundation/fresh-cache.ts';
import { scoreAt, shown } from './formula.ts';
import { isOfOtherParty, type LedgerRow, ledgerRowsOf, stateOf } from './ledger.ts';

export interface TrustScores {
  /**
   * The score as it is shown, 0 to 100 at that moment; null where the ledger does not know the agent, or the agent
   * belongs to another party.
   * @throws {Failure} `unavailable` where it is not in memory and the database is away.
   */
  of(chain: number, asking: Asking, at: number): MaybePromise<number | null>;
  drop(chain: number, agentId: string): void;
}

/** An agent, however its name is written, and the party that asks in its name. */
export interface Asking {
  agentId: string;
  party: string;
}

const FRESHNESS = { refreshAfterMs: 300, forgetAfterMs: 800, maxEntries: 20_000 };

interface Known {
  /** Several where earlier versions kept spellings of the name apart; empty where the agent is unknown. */
  rows: readonly LedgerRow[];
}

export function trustScores(db: Database, clock: Clock): TrustScores {
  const cache = new FreshCache<Known>(
    async (key) => {
      const cut = key.indexOf('/');
      return { rows: await ledgerRowsOf(db, Number(key.slice(0, cut)), [key.slice(cut + 1)]) };
    },
    clock,
    FRESHNESS,
  );
  return {
    of(chain, { agentId, party }, at) {
      return whenKnown(cache.get(`${chain}/${agentId}`), (known) => {
        const rows = known?.rows ?? [];
        if (rows.every((row) => row.party === party || row.party === '')) return leastOf(rows, at);
        return ownOf(db, rows, party, at).then((own) => leastOf(own, at));
      });
    },
    drop: (chain, agentId) => cache.drop(`${chain}/${agentId}`),
  };
}

/** Returns the score of the least trusted of several spellings. */
function leastOf(rows: readonly LedgerRow[], at: number): number | null {
  return rows.length === 0 ? null : Math.min(...rows.map((row) => shown(scoreAt(stateOf(row), at))));
}

async function ownOf(
  db: Database,
  rows: readonly LedgerRow[],
  party: string,
  at: number,
): Promise<LedgerRow[]> {
  const own: LedgerRow[] = [];
  for (const row of rows) if (!(await isOfOtherParty(db, row, party, at))) own.push(row);
  return own;
}
