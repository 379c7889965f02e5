/** Webhook endpoints as tests make them, and rows of their log, as they stand after something was sent. */
import assert from 'node:assert/strict';
import type { House } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call } from './house.ts';

export const WEBHOOKS = '/api/v1/webhooks';

/** Nothing of it can be reached: the name is reserved for that (RFC 6761). */
export const NOWHERE = 'https://receiver.invalid/hook';

/** @returns the endpoint as it was answered, with its secret. */
export async function newEndpoint(
  app: FastifyInstance,
  wanted: object = {},
  call: Call = {},
): Promise<Answer['body']> {
  const { status, body } = await ask(app, 'a', WEBHOOKS, { body: { url: NOWHERE, ...wanted }, ...call });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** @param verb such as `enable`, `rotate-secret`, `deliveries/evt_…/replay`. */
export function act(app: FastifyInstance, id: string, verb: string, call: Call = {}): Promise<Answer> {
  return ask(app, 'a', `${WEBHOOKS}/${id}/${verb}`, { body: {}, ...call });
}

export interface WrittenDelivery {
  status: 'pending' | 'delivered' | 'failed';
  createdAt: number;
  /** How each ended; the first is the first attempt. */
  attempts?: { status: number | null; error?: string; response?: Uint8Array }[];
}

/** Writes an event that has its place, and its delivery to that endpoint. @returns the id of the event. */
export async function writeDelivery(
  { db, ids }: House,
  endpointId: string,
  { status, createdAt, attempts = [] }: WrittenDelivery,
): Promise<string> {
  const event_id = ids.ordered('evt', createdAt);
  const type = 'approval.created';
  await db.transaction().execute(async (tx) => {
    const { chain } = await tx
      .selectFrom('webhook_endpoints')
      .select('chain')
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirstOrThrow();
    const { size } = await tx
      .insertInto('event_heads')
      .values({ chain, size: 1 })
      .onConflict((conflict) =>
        conflict
          .column('chain')
          .doUpdateSet(({ eb, ref }) => ({ size: eb(ref('event_heads.size'), '+', 1) })),
      )
      .returning('size')
      .executeTakeFirstOrThrow();
    const position = size - 1;
    await tx
      .insertInto('events')
      .values({ chain, event_id, type, data: '{}', created_at: createdAt, position })
      .execute();
    const settled = status === 'pending' ? { next_at: createdAt } : { next_at: null, settled_at: createdAt };
    const delivery = {
      chain,
      endpoint_id: endpointId,
      position,
      event_id,
      type,
      created_at: createdAt,
      status,
    };
    const tries = attempts.length;
    await tx
      .insertInto('webhook_deliveries')
      .values({ ...delivery, attempts: tries, tries, ...settled })
      .execute();
    for (const [before, attempt] of attempts.entries()) {
      const tried = { chain, endpoint_id: endpointId, position, attempt: before + 1 };
      const ended = {
        started_at: createdAt + before,
        duration_ms: 7,
        error: null,
        response: null,
        ...attempt,
      };
      await tx
        .insertInto('webhook_attempts')
        .values({ ...tried, ...ended })
        .execute();
    }
  });
  return event_id;
}

/** The row of an endpoint, with what nobody is shown. */
export function endpointRow({ db }: House, endpointId: string) {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
}
