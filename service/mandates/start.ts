/** Gives evaluations their mandates from memory, less than a second old, and records those that are used up. */
import type { Database } from '../database/open.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { FreshCache, type MaybePromise, whenKnown } from '../foundation/fresh-cache.ts';
import { findMandateRow } from './mandate.ts';
import { isCounted } from './plan/index.ts';
import { type MandateNow, mandateNow } from './standing/mandate-now.ts';
import { usesOfSteps, useUpChore } from './standing/use.ts';

export interface MandateRoom extends Started {
  mandates: Mandates;
}

export function startMandates(deps: ChangeDeps & { db: Database }): MandateRoom {
  return { mandates: mandatesInMemory(deps.db, deps.clock), chores: [useUpChore(deps)], async close() {} };
}

export interface Mandates {
  /**
   * null where the chain has no such mandate.
   * @throws {Failure} `unavailable` where it is not in memory and the database is away.
   */
  of(chain: number, mandateId: string): MaybePromise<MandateNow | null>;
  /** Forgets a mandate that this node has just changed or used up, so that the change holds here at once. */
  drop(chain: number, mandateId: string): void;
}

const FRESHNESS = { refreshAfterMs: 300, forgetAfterMs: 700, maxEntries: 20_000 };

interface Held {
  mandate: MandateNow | null;
}

export function mandatesInMemory(db: Database, clock: Clock): Mandates {
  const cache = new FreshCache<Held>(
    async (key) => {
      const cut = key.indexOf('/');
      const row = await findMandateRow(db, Number(key.slice(0, cut)), key.slice(cut + 1));
      if (row === undefined) return { mandate: null };
      const mandate = mandateNow(row);
      return {
        mandate: isCounted(mandate.terms.plan) ? mandateNow(row, await usesOfSteps(db, row)) : mandate,
      };
    },
    clock,
    FRESHNESS,
  );
  return {
    of: (chain, mandateId) => whenKnown(cache.get(`${chain}/${mandateId}`), (held) => held?.mandate ?? null),
    drop: (chain, mandateId) => cache.drop(`${chain}/${mandateId}`),
  };
}
