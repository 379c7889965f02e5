/** Whether evaluations may rely on a chain: from memory, and at most a second after a finding of any node. */
import type { DamageSeen } from '../database/files/damage.ts';
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { FreshCache } from '../foundation/fresh-cache.ts';

const FRESHNESS = { refreshAfterMs: 400, forgetAfterMs: 800, maxEntries: 10_000 };

/** `failed` while an alarm of the chain waits to be acknowledged. */
export type Health = 'sound' | 'failed';

export type ChainHealth = ReturnType<typeof chainHealth>;

/** @param damage fails every chain while no alarm can be raised for it. */
export function chainHealth(db: Database, clock: Clock, damage: Pick<DamageSeen, 'isUntold'>) {
  const cache = new FreshCache(
    async (chain) => ({ health: await healthOf(db, Number(chain)) }),
    clock,
    FRESHNESS,
  );
  return {
    /** Answers at once if the state is known. @throws {Failure} `unavailable` if it is not, and can't be read. */
    of(chain: number): Health | Promise<Health> {
      if (damage.isUntold) return 'failed';
      const found = cache.get(String(chain));
      if (!(found instanceof Promise)) return found.health;
      return found.then((loaded) => loaded?.health ?? 'failed');
    },
    /** Forgets the state, so that it is read again. */
    forget: (chain: number) => cache.drop(String(chain)),
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
