/**
 * Sends again what was sent or given up: the same event under the same id, with all its tries before it. The endpoint's
 * row is held first, as everywhere, so that whoever sends to it does not miss what it now has to do.
 */
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Delivery, findDelivery, noSuchDelivery } from './deliveries.ts';
import { findEndpoint, isDisabled } from './endpoint.ts';
import { fewAtATime, ROWS_AT_ONCE } from './settle.ts';

export interface ReplayDeps {
  db: Database;
  clock: Clock;
}

/** @throws {Failure} `not_found`; `conflict` where the endpoint is disabled. */
export async function replayDelivery(
  { db, clock }: ReplayDeps,
  chain: number,
  endpointId: string,
  eventId: string,
): Promise<Delivery> {
  const { position } = await findDelivery(db, chain, endpointId, eventId);
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    await holdEnabled(tx, chain, endpointId, now);
    const again = await tx
      .updateTable('webhook_deliveries')
      .set(begunAnew(now))
      .where('chain', '=', chain)
      .where('endpoint_id', '=', endpointId)
      .where('position', '=', position)
      .returningAll()
      .executeTakeFirst();
    if (again === undefined) throw noSuchDelivery();
    return again;
  });
}

/**
 * All that failed of what happened since then, oldest first, each once: what fails again meanwhile stays failed.
 * @param since ms since the epoch.
 * @returns how many.
 * @throws {Failure} `not_found`; `conflict` where the endpoint is disabled, also where that happens on the way.
 */
export async function replayFailed(
  { db, clock }: ReplayDeps,
  chain: number,
  endpointId: string,
  since: number,
): Promise<number> {
  await findEndpoint(db, chain, endpointId);
  let last = -1;
  return fewAtATime(db, async (tx) => {
    const now = clock.now();
    await holdEnabled(tx, chain, endpointId, now);
    const replayed = await replaySome(tx, { chain, endpointId, since, last, now });
    last = Math.max(last, ...replayed);
    return replayed.length;
  });
}

interface Some {
  chain: number;
  endpointId: string;
  since: number;
  /** The position up to which it is done. */
  last: number;
  now: number;
}

/** @returns the positions of those it took. */
async function replaySome(tx: Database, { chain, endpointId, since, last, now }: Some): Promise<number[]> {
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set(begunAnew(now))
    .where('chain', '=', chain)
    .where('endpoint_id', '=', endpointId)
    .where('position', 'in', (from) =>
      from
        .selectFrom('webhook_deliveries')
        .select('position')
        .where('chain', '=', chain)
        .where('endpoint_id', '=', endpointId)
        .where('status', '=', sql.lit('failed' as const))
        .where('position', '>', last)
        .where('created_at', '>=', since)
        .orderBy('position')
        .limit(ROWS_AT_ONCE),
    )
    .returning('position')
    .execute();
  return rows.map(({ position }) => position);
}

function begunAnew(now: number) {
  return { status: 'pending', tries: 0, next_at: now, settled_at: null } as const;
}

/** @throws {Failure} `not_found`; `conflict`. */
async function holdEnabled(tx: Database, chain: number, endpointId: string, now: number): Promise<void> {
  const held = await tx
    .updateTable('webhook_endpoints')
    .set({ due_at: now })
    .where('chain', '=', chain)
    .where('endpoint_id', '=', endpointId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (held.numUpdatedRows === 1n) return;
  await findEndpoint(tx, chain, endpointId);
  throw isDisabled();
}
