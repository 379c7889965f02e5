/**
 * Stores the outcomes of attempts for several endpoints in one transaction, which locks their rows with its first
 * statement. A delivery added in the meantime is seen before the endpoint is released, so none is forgotten. A deleted
 * endpoint stays deleted, and the same attempt by two nodes counts once.
 */

import { sql, type Updateable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { WebhookEndpointsTable } from '../../database/tables/event.ts';
import { writeNotice } from '../../events/index.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { updateEndpoint } from '../endpoints/row.ts';
import { byEndpoint, type Candidate, type EndpointRow, type Holder, LEASE_MS } from './claim.ts';
import { nextDueAt } from './due.ts';
import { type EndpointState, type Outcome, stateAfter } from './retry.ts';

export interface Settlement {
  endpoint: Candidate;
  /** In the order in which they ended. */
  outcomes: readonly Outcome[];
  /**
   * Whether to release the endpoint: not yet, if nothing is due, or in any case. A disabled endpoint is always
   * released.
   */
  leave: 'no' | 'if-idle' | 'yes';
}

export interface Settled {
  /** The current row; null if it was deleted or released, or belongs to another node. */
  held: EndpointRow | null;
}

const ROWS_AT_ONCE = 200;

/** @returns the state of each endpoint. */
export function settle(
  db: Database,
  settlements: readonly Settlement[],
  by: Holder,
): Promise<Map<Settlement, Settled>> {
  return db.transaction().execute(async (tx) => {
    const held: { settlement: Settlement; row: EndpointRow }[] = [];
    const settled = new Map<Settlement, Settled>();
    for (const settlement of settlements.toSorted((one, other) => byEndpoint(one.endpoint, other.endpoint))) {
      const row = await hold(tx, settlement.endpoint, by);
      if (row === undefined) settled.set(settlement, { held: null });
      else held.push({ settlement, row });
    }
    await writeOutcomes(
      tx,
      held.flatMap(({ settlement: { endpoint, outcomes } }) =>
        outcomes.map((outcome) => ({ ...outcome, chain: endpoint.chain, endpoint_id: endpoint.endpoint_id })),
      ),
    );
    for (const { settlement, row } of held) {
      settled.set(settlement, await conclude(tx, settlement, row, by));
    }
    return settled;
  });
}

/** @returns undefined if it was deleted. */
function hold(tx: Database, endpoint: Candidate, { holder, now }: Holder): Promise<EndpointRow | undefined> {
  return updateEndpoint(tx, endpoint.chain, endpoint.endpoint_id)
    .set({
      lease_until: sql<number>`CASE WHEN lease_holder = ${holder} THEN ${now + LEASE_MS} ELSE lease_until END`,
    })
    .returningAll()
    .executeTakeFirst();
}

type Written = Outcome & { chain: number; endpoint_id: string };

async function writeOutcomes(tx: Database, written: readonly Written[]): Promise<void> {
  for (let from = 0; from < written.length; from += ROWS_AT_ONCE) {
    const some = written.slice(from, from + ROWS_AT_ONCE);
    await tx
      .insertInto('webhook_attempts')
      .values(
        some.map(({ chain, endpoint_id, position, attempt, startedAt, durationMs, ...ended }) => ({
          chain,
          endpoint_id,
          position,
          attempt,
          started_at: startedAt,
          duration_ms: durationMs,
          status: ended.answered,
          error: ended.error,
          response: ended.response,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await updateDeliveries(tx, some);
  }
}

/**
 * A success counts even if the delivery was given up in the meantime; anything else only if no node has written that
 * attempt before.
 */
async function updateDeliveries(tx: Database, written: readonly Written[]): Promise<void> {
  const rows = written.map(
    ({ chain, endpoint_id, position, status, attempt, tries, nextAt, endedAt }) =>
      sql`(cast(${chain} as bigint), cast(${endpoint_id} as text), cast(${position} as bigint),
        cast(${status} as text), cast(${attempt} as bigint), cast(${tries} as bigint), cast(${nextAt} as bigint),
        cast(${status === 'pending' ? null : endedAt} as bigint))`,
  );
  await sql`
    UPDATE webhook_deliveries SET
      status = outcome.column4,
      attempts = CASE WHEN attempts < outcome.column5 THEN outcome.column5 ELSE attempts END,
      tries = outcome.column6,
      next_at = outcome.column7,
      settled_at = outcome.column8
    FROM (VALUES ${sql.join(rows)}) AS outcome
    WHERE webhook_deliveries.chain = outcome.column1
      AND webhook_deliveries.endpoint_id = outcome.column2
      AND webhook_deliveries.position = outcome.column3
      AND (
        (webhook_deliveries.status = 'pending' AND webhook_deliveries.attempts < outcome.column5)
        OR (webhook_deliveries.status = 'failed' AND outcome.column4 = 'delivered')
      )`.execute(tx);
}

async function conclude(
  tx: Database,
  { endpoint, outcomes, leave }: Settlement,
  row: EndpointRow,
  { holder, now }: Holder,
): Promise<Settled> {
  const change: Updateable<WebhookEndpointsTable> = {};
  const before = stateOf(row);
  const { failingSince, disabled } = stateAfter(before, outcomes);
  if (failingSince !== before.failingSince) change.failing_since = failingSince;
  if (before.disabled === null && disabled !== null) {
    Object.assign(change, { disabled_at: disabled.at, disabled_reason: disabled.reason });
    await notifyDisabled(tx, endpoint, { ...row, ...change });
  }
  const isHeld = row.lease_holder === holder;
  const left = isHeld ? await leaving(tx, endpoint, disabled === null ? leave : 'disabled', now) : null;
  Object.assign(change, left);
  if (Object.keys(change).length > 0) {
    await updateEndpoint(tx, endpoint.chain, endpoint.endpoint_id).set(change).execute();
  }
  return { held: isHeld && left === null ? { ...row, ...change } : null };
}

/** @returns null if it is not released. */
async function leaving(
  tx: Database,
  { chain, endpoint_id: endpointId }: Candidate,
  leave: Settlement['leave'] | 'disabled',
  now: number,
): Promise<Updateable<WebhookEndpointsTable> | null> {
  if (leave === 'no') return null;
  const dueAt = await nextDueAt(tx, { chain, endpointId }, now);
  if (leave === 'if-idle' && dueAt === now) return null;
  // The next node that holds a disabled endpoint gives up its pending deliveries at once.
  const due_at = leave === 'disabled' && dueAt !== null ? now : dueAt;
  return { due_at, lease_holder: null, lease_until: null };
}

function stateOf({ failing_since, disabled_at, disabled_reason }: EndpointRow): EndpointState {
  const disabled = disabled_at === null ? null : { at: disabled_at, reason: disabled_reason ?? 'asked' };
  return { failingSince: failing_since, disabled };
}

/**
 * One notice each time an endpoint is disabled. Only the host is named, because an address can have a secret in its
 * path.
 */
async function notifyDisabled(
  tx: Database,
  { chain, tenant_id }: Candidate,
  row: EndpointRow,
): Promise<void> {
  const at = row.disabled_at ?? 0;
  const data = { endpoint_id: row.endpoint_id, url: new URL(row.url).origin, reason: row.disabled_reason };
  const failing = isoOrNull(row.failing_since);
  await writeNotice(tx, {
    tenantId: tenant_id,
    chain,
    kind: 'webhook_disabled',
    subject: `${row.endpoint_id}:${at}`,
    data: { ...data, failing_since: failing },
    at,
  });
}
