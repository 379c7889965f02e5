/** Creates webhook endpoints, and rows of their log as after a delivery. */
import type { Database } from '@assize/service/database/open.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, askOk, type Call } from '../http/in-process.ts';

export const WEBHOOKS = '/api/v1/webhooks';

/** Unreachable, because the name is reserved for that (RFC 6761). */
export const NOWHERE = 'https://receiver.invalid/hook';

/** @returns the endpoint as answered, with its secret. */
export async function newEndpoint(
  app: FastifyInstance,
  wanted: object = {},
  call: Call = {},
): Promise<Answer['body']> {
  return askOk(app, 'a', WEBHOOKS, { body: { url: NOWHERE, ...wanted }, ...call });
}

/** @param verb such as `enable`, `rotate-secret`, `deliveries/evt_…/replay`. */
export function act(app: FastifyInstance, id: string, verb: string, call: Call = {}): Promise<Answer> {
  return ask(app, 'a', `${WEBHOOKS}/${id}/${verb}`, { body: {}, ...call });
}

export interface WrittenDelivery {
  status: 'pending' | 'delivered' | 'failed';
  createdAt: number;
  /** How each attempt ended, first attempt first. */
  attempts?: readonly { status: number | null; error?: string; response?: Uint8Array }[];
}

/** Writes a numbered event, and its delivery to that endpoint. @returns the event's id. */
export async function writeDelivery(
  service: Service,
  endpointId: string,
  wanted: WrittenDelivery,
): Promise<string> {
  const [eventId = ''] = await writeDeliveries(service, endpointId, [wanted]);
  return eventId;
}

/** Writes many in one transaction. */
export function writeDeliveries(
  { db, ids }: Service,
  endpointId: string,
  wanted: readonly WrittenDelivery[],
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { chain } = await tx
      .selectFrom('webhook_endpoints')
      .select('chain')
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirstOrThrow();
    let position = await newPlaces(tx, chain, wanted.length);
    const written: string[] = [];
    for (const delivery of wanted) {
      const of = {
        chain,
        endpoint_id: endpointId,
        position,
        event_id: ids.ordered('evt', delivery.createdAt),
      };
      await writeOne(tx, of, delivery);
      written.push(of.event_id);
      position += 1;
    }
    return written;
  });
}

/** @returns the first of this many numbers. */
async function newPlaces(tx: Database, chain: number, count: number): Promise<number> {
  const { size } = await tx
    .insertInto('event_heads')
    .values({ chain, size: count })
    .onConflict((conflict) =>
      conflict
        .column('chain')
        .doUpdateSet(({ eb, ref }) => ({ size: eb(ref('event_heads.size'), '+', count) })),
    )
    .returning('size')
    .executeTakeFirstOrThrow();
  return size - count;
}

async function writeOne(
  tx: Database,
  of: { chain: number; endpoint_id: string; position: number; event_id: string },
  { status, createdAt: created_at, attempts = [] }: WrittenDelivery,
): Promise<void> {
  const { endpoint_id, ...place } = of;
  const type = 'approval.created';
  await tx
    .insertInto('events')
    .values({ ...place, type, data: '{}', created_at })
    .execute();
  const settled = status === 'pending' ? { next_at: created_at } : { next_at: null, settled_at: created_at };
  const tries = attempts.length;
  await tx
    .insertInto('webhook_deliveries')
    .values({ ...of, type, status, created_at, attempts: tries, tries, ...settled })
    .execute();
  const { event_id: _, ...delivery } = of;
  for (const [before, attempt] of attempts.entries()) {
    const ended = {
      started_at: created_at + before,
      duration_ms: 7,
      error: null,
      response: null,
      ...attempt,
    };
    await tx
      .insertInto('webhook_attempts')
      .values({ ...delivery, attempt: before + 1, ...ended })
      .execute();
  }
}

/** One more than the service handles at once. */
export function many<T>(of: (number: number) => T): T[] {
  return Array.from({ length: 501 }, (_, number) => of(number));
}

/** Returns an endpoint's row, with the columns that no answer shows. */
export function endpointRow({ db }: Service, endpointId: string) {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
}
