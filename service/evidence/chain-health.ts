/**
 * Whether evaluations may rely on a chain, from memory: no evaluation asks the database for it, and what one node
 * finds holds on every node within a second.
 */
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { FreshCache } from '../foundation/fresh-cache.ts';

const FRESHNESS = { refreshAfterMs: 400, forgetAfterMs: 800, maxEntries: 10_000 };

/** `failed` while an alarm of the chain waits to be acknowledged. */
export type Health = 'sound' | 'failed';

export interface ChainHealth {
  /** At once, where it is known. @throws {Failure} `unavailable` where it is not and the database is away. */
  of(chain: number): Health | Promise<Health>;
  /** Lets the next question be answered anew. */
  forget(chain: number): void;
}

export function chainHealth(db: Database, clock: Clock): ChainHealth {
  const cache = new FreshCache(
    async (chain) => ({ health: await healthOf(db, Number(chain)) }),
    clock,
    FRESHNESS,
  );
  return {
    of(chain) {
      const found = cache.get(String(chain));
      if (!(found instanceof Promise)) return found.health;
      return found.then((loaded) => loaded?.health ?? 'failed');
    },
    forget: (chain) => cache.drop(String(chain)),
  };
}

async function healthOf(db: Database, chain: number): Promise<Health> {
  const open = await db
    .selectFrom('integrity_alarms')
    .select('alarm_id')
    .where('chain', '=', chain)
    .where('acknowledged_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open === undefined ? 'sound' : 'failed';
}
