/** Delivers events to their endpoints, with a clock that a test moves and chores that run on demand. */
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { migrate } from '@assize/service/database/migrate.ts';
import { type Database, openDatabase } from '@assize/service/database/open.ts';
import type { WebhookDeliveriesTable, WebhookEndpointsTable } from '@assize/service/database/tables/event.ts';
import { dispatch } from '@assize/service/events/dispatch.ts';
import {
  type EventConsumer,
  type EventDraft,
  type EventType,
  eventOf,
  writeEvent,
} from '@assize/service/events/index.ts';
import { systemClock } from '@assize/service/foundation/clock.ts';
import { IdSource } from '@assize/service/foundation/ids.ts';
import { NOT_MEASURED } from '@assize/service/foundation/measured.ts';
import { NOT_TRACED } from '@assize/service/telemetry/traced.ts';
import { chainOf, ensureTenant } from '@assize/service/tenants/index.ts';
import { secretBox } from '@assize/service/webhooks/endpoints/sealing.ts';
import { newSecret, secretText } from '@assize/service/webhooks/endpoints/sign.ts';
import { fanOut } from '@assize/service/webhooks/fan-out.ts';
import { type DeliverDeps, Deliverer } from '@assize/service/webhooks/sending/deliver.ts';
import { createSender } from '@assize/service/webhooks/sending/send.ts';
import type { Selectable } from 'kysely';

export interface EndpointWanted {
  types?: EventType[];
  chain?: number;
  /** The previous secret, and until when it is valid. */
  previous?: { secret: Uint8Array; until: number };
}

export interface Node {
  deliverer: Deliverer;
  /** Runs the chore once. */
  begin(): Promise<void>;
  /** Runs it, and waits until all work that follows from it has ended. */
  round(): Promise<void>;
}

const fillRandom = (target: Uint8Array) => void randomFillSync(target);
const BOX = secretBox(Buffer.alloc(32, 7), fillRandom);
const system = systemClock();
/** Limit for an answer, ms: only a target that never answers reaches it. */
const SEND_TIMEOUT_MS = 120_000;

export class Outbox {
  readonly db: Database;
  readonly ids = new IdSource(fillRandom);
  /** Both of its times stand still unless moved, so no lease ends because a machine is slow. */
  readonly clock = {
    now: () => this.#began.now + this.#offset,
    monotonic: () => this.#began.monotonic + this.#offset,
  };
  /** The production and sandbox chains of one tenant. */
  chain = 0;
  sandbox = 0;
  readonly #began = { now: system.now(), monotonic: system.monotonic() };
  #offset = 0;
  /** Closed before the database. */
  readonly closing: (() => Promise<void>)[] = [];

  constructor(db: Database) {
    this.db = db;
  }

  async prepare(kind: DatabaseLocation['kind']): Promise<void> {
    await migrate(this.db, kind, this.clock);
    const { tenantId } = await ensureTenant(this, 'acme', 'team');
    this.chain = await chainOf(this.db, tenantId, 'production');
    this.sandbox = await chainOf(this.db, tenantId, 'sandbox');
  }

  async close(): Promise<void> {
    await Promise.all(this.closing.map((close) => close()));
    await this.db.destroy();
  }

  /** Moves the clock on by this many ms. */
  move(ms: number): void {
    this.#offset += ms;
  }

  /** @returns its id, and its secret as a receiver gets it. */
  async addEndpoint(
    url: string,
    { types, chain = this.chain, previous }: EndpointWanted = {},
  ): Promise<{ endpointId: string; secret: string }> {
    const endpointId = this.ids.random('whe');
    const secret = newSecret(fillRandom);
    const seal = (plain: Uint8Array) => BOX.seal(plain, `${chain}/${endpointId}`);
    await this.db
      .insertInto('webhook_endpoints')
      .values({
        chain,
        endpoint_id: endpointId,
        url,
        description: null,
        types: types === undefined ? null : JSON.stringify(types),
        secret: seal(secret),
        previous_secret: previous === undefined ? null : seal(previous.secret),
        previous_until: previous?.until ?? null,
        created_at: this.clock.now(),
        created_by: 'key_of_test',
      })
      .execute();
    return { endpointId, secret: secretText(secret) };
  }

  /** @returns the id of an event that is not numbered yet. */
  async addEvent(wanted: Partial<Pick<EventDraft, 'type' | 'endpointId' | 'chain'>> = {}): Promise<string> {
    const data = { approval_id: this.ids.random('apr'), action: 'invoice.pay "é\u2028' };
    const event = eventOf(this.ids, {
      chain: this.chain,
      type: 'approval.created',
      data,
      at: this.clock.now(),
      ...wanted,
    } as EventDraft);
    await writeEvent(this.db, event);
    return event.event_id;
  }

  /** Numbers added events for all readers. @param more further consumers. */
  async handOn(chain = this.chain, more: readonly EventConsumer[] = []): Promise<void> {
    const consumers = [fanOut(this.clock), ...more];
    while ((await dispatch({ db: this.db, consumers }, chain)) > 0);
  }

  /** @returns the ids of new events, in order. */
  async happen(count: number): Promise<string[]> {
    const ids = new Set<string>();
    while (ids.size < count) ids.add(await this.addEvent());
    await this.handOn();
    const placed = await this.db.selectFrom('events').select('event_id').orderBy('position').execute();
    return placed.map(({ event_id }) => event_id).filter((id) => ids.has(id));
  }

  /** Another node that sends; each call makes one. */
  node(more: Partial<DeliverDeps> = {}): Node {
    const { db, clock, ids } = this;
    const sender = createSender({ allowNetworks: ['127.0.0.1/32'], clock, timeoutMs: SEND_TIMEOUT_MS });
    const log = { warn: () => undefined };
    const watching = { measured: NOT_MEASURED, traced: NOT_TRACED };
    const deliverer = new Deliverer({ db, clock, ids, log, ...watching, secretBox: BOX, sender, ...more });
    this.closing.push(async () => {
      await deliverer.close();
      await sender.close();
    });
    const chore = deliverer.chore();
    const begin = () => chore.run(new AbortController().signal);
    return {
      deliverer,
      begin,
      async round() {
        await begin();
        await deliverer.idle();
      },
    };
  }

  /** In order of number. */
  deliveriesOf(endpointId: string): Promise<Selectable<WebhookDeliveriesTable>[]> {
    const all = this.db.selectFrom('webhook_deliveries').selectAll();
    return all.where('endpoint_id', '=', endpointId).orderBy('position').execute();
  }

  endpointRow(endpointId: string): Promise<Selectable<WebhookEndpointsTable>> {
    const all = this.db.selectFrom('webhook_endpoints').selectAll();
    return all.where('endpoint_id', '=', endpointId).executeTakeFirstOrThrow();
  }

  /** No node holds the endpoint, and it is due then. */
  async requireLeft(endpointId: string, dueAt: number | null): Promise<void> {
    const { due_at, lease_holder, lease_until } = await this.endpointRow(endpointId);
    assert.deepEqual(
      { due_at, lease_holder, lease_until },
      { due_at: dueAt, lease_holder: null, lease_until: null },
    );
  }

  /** If a delivery is pending, a sender is due for it. */
  async requireDue(endpointId: string): Promise<void> {
    const pending = (await this.deliveriesOf(endpointId)).filter(({ status }) => status === 'pending');
    const { due_at } = await this.endpointRow(endpointId);
    assert.ok(pending.length === 0 || due_at !== null, `${pending.length} are pending, and no sender is due`);
  }
}

/** Closed when the test ends. */
export async function openOutbox(t: TestContext, location: DatabaseLocation): Promise<Outbox> {
  const outbox = new Outbox(await openDatabase(location, () => undefined));
  t.after(() => outbox.close());
  await outbox.prepare(location.kind);
  return outbox;
}
