/**
 * Two nodes are killed in turn while they send. Every event arrives, with one id and the same bytes, and no other
 * arrives.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { Webhook } from 'standardwebhooks';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Client, connect } from './support/http/client.ts';
import { type Promised, startLoad } from './support/nodes/load.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { type RunningService, spawnService } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';
import { type Received, type Receiver, startReceiver } from './support/webhooks/receiver.ts';

/** Each node is killed once. */
const ROUNDS = runs(2);
const CONNECTIONS = 4;
/** The kill comes at a random moment within this time after the first webhooks. */
const LOAD_MS = 600;
const FIRST_VERDICTS = 10;
/** Enough for a killed node's lease to end, and for a refused delivery to be sent again. */
const PATIENCE_MS = 300_000;

const ENVIRONMENT = {
  ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  ASSIZE_SECRETS_KEY: 'c3'.repeat(32),
};
const RESOLVED = 'approval.resolved';

interface Endpoint {
  path: string;
  secret: string;
  types: string[] | null;
}

testOnEachDatabase('delivers-every-event-through-kill-9-of-either-node', async (location, t) => {
  const receiver = await startReceiver(t);
  const refused = refuseSome(receiver);
  const start = () => spawnService(location, ENVIRONMENT);
  const services: [RunningService, RunningService] = [await start(), await start()];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  const endpoints = await makeEndpoints(receiver, services[0]);
  const promised: Promised[] = [];
  const decided = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = round % 2;
    promised.push(...(await killOne(t, services, victim, `round-${round}`, decided)));
    services[victim] = await start();
  }
  await requireSettled(location);
  for (const service of services) assert.equal(await service.stop('SIGTERM'), 0);
  const events = await eventsOf(location);
  for (const endpoint of endpoints) requireArrived(endpoint, receiver, events);
  await requireEvidence(location, receiver);
  requireDelivered(receiver.at('/all'), promised, decided);
  const again = receiver.received.length - new Set(receiver.received.map(({ path, id }) => path + id)).size;
  t.diagnostic(
    `${ROUNDS} kills, ${events.length} events, ${receiver.received.length} webhooks, ${again} of them again (${refused.size} refused first)`,
  );
});

/** The endpoint that gets all events refuses every tenth one once, so that kills also meet waiting deliveries. */
function refuseSome(receiver: Receiver): Set<string> {
  const refused = new Set<string>();
  receiver.answer(async ({ path, id }) => {
    if (path === '/slow') await sleep(20);
    if (path !== '/all' || Number.parseInt(id.slice(-2), 16) > 25 || refused.has(id)) return {};
    refused.add(id);
    return { status: 503 };
  });
  return refused;
}

async function makeEndpoints(receiver: Receiver, { baseUrl }: RunningService): Promise<Endpoint[]> {
  const client = connect(baseUrl);
  const wanted = [
    { path: '/all', types: null },
    { path: '/slow', types: [RESOLVED] },
    { path: '/some', types: ['approval.created', 'evaluation.blocked'] },
  ];
  const made: Endpoint[] = [];
  for (const { path, types } of wanted) {
    const body = types === null ? { url: receiver.url(path) } : { url: receiver.url(path), types };
    const answer = await client.ask('a', '/api/v1/webhooks', { body });
    assert.equal(answer.status, 200);
    made.push({ path, types, secret: answer.body.secret });
  }
  client.close();
  return made;
}

/** @returns what both nodes had promised when one of them was killed, at a random moment. */
async function killOne(
  t: TestContext,
  services: readonly RunningService[],
  victim: number,
  name: string,
  decided: Set<string>,
): Promise<Promised[]> {
  const loads = services.map(({ baseUrl }, place) =>
    startLoad(t, baseUrl, `${name}-${place}`, { connections: CONNECTIONS }),
  );
  const clients = services.map(({ baseUrl }) => connect(baseUrl));
  const [survivor] = clients.toSpliced(victim, 1);
  assert.ok(survivor);
  await Promise.all(loads.map((load) => load.untilPromised(FIRST_VERDICTS)));
  const deciding = Promise.all(
    loads.map(async ({ promised }) => {
      for (const one of promised.slice(0, FIRST_VERDICTS)) await decideOn(survivor, one, decided);
    }),
  );
  await sleep(Math.random() * LOAD_MS);
  const ended = services[victim]?.stop('SIGKILL');
  await deciding;
  for (const load of loads) await load.stop();
  assert.equal(await ended, null, 'it ended before it was killed');
  for (const client of clients) client.close();
  return loads.flatMap(({ promised }) => promised);
}

async function decideOn(client: Client, { escalationId }: Promised, decided: Set<string>): Promise<void> {
  if (escalationId === null) return;
  const approvalId = escalationId.replace('esc_', 'apr_');
  const { status } = await client.ask('b', `/v1/approvals/${approvalId}/approve`, { body: {} });
  assert.equal(status, 200);
  decided.add(approvalId);
}

async function requireSettled(location: DatabaseLocation): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  await withDatabase(location, async (db) => {
    for (;;) {
      const unplaced = await db
        .selectFrom('events')
        .select('event_id')
        .where('position', 'is', null)
        .execute();
      const unsettled = await db
        .selectFrom('webhook_deliveries')
        .select(['event_id', 'status', 'attempts'])
        .where('status', '<>', 'delivered')
        .execute();
      if (unplaced.length + unsettled.length === 0) return;
      assert.ok(performance.now() < deadline, `lying there: ${JSON.stringify([unplaced, unsettled])}`);
      await sleep(500);
    }
  });
}

function eventsOf(location: DatabaseLocation) {
  return withDatabase(location, (db) => db.selectFrom('events').selectAll().execute());
}

/** Requires every event that the endpoint wants, and nothing else, each with one body that is signed each time. */
function requireArrived(
  { path, secret, types }: Endpoint,
  receiver: Receiver,
  events: Awaited<ReturnType<typeof eventsOf>>,
): void {
  const wanted = events.filter(({ type }) => types?.includes(type) ?? true);
  const arrived = receiver.at(path);
  const webhook = new Webhook(secret);
  const bodies = new Map<string, string>();
  for (const { id, body, headers } of arrived) {
    webhook.verify(body, headers as Record<string, string>);
    assert.equal(bodies.get(id) ?? body, body, `${id} came with two bodies`);
    bodies.set(id, body);
  }
  assert.deepEqual([...bodies.keys()].sort(), wanted.map(({ event_id }) => event_id).sort());
  for (const { event_id, type, data, created_at } of wanted) {
    const timestamp = new Date(created_at).toISOString();
    assert.equal(bodies.get(event_id), `{"type":"${type}","timestamp":"${timestamp}","data":${data}}`);
  }
}

/** No event was sent for a rolled-back change: each event names a record that exists. */
async function requireEvidence(location: DatabaseLocation, receiver: Receiver): Promise<void> {
  const stored = await withDatabase(location, (db) => db.selectFrom('artifacts').select('id').execute());
  const ids = new Set(stored.map(({ id }) => id));
  for (const one of receiver.received) {
    const evidenceId = dataOf(one).evidence_id;
    assert.ok(ids.has(String(evidenceId)), `not on record: ${one.body}`);
  }
}

/** The endpoint got an event for each answer to a caller. */
function requireDelivered(
  arrived: readonly Received[],
  promised: readonly Promised[],
  decided: ReadonlySet<string>,
): void {
  const arrivals = new Set(arrived.map((one) => `${typeOf(one)} ${dataOf(one).approval_id}`));
  let escalations = 0;
  for (const { escalationId } of promised) {
    if (escalationId === null) continue;
    escalations += 1;
    const approvalId = escalationId.replace('esc_', 'apr_');
    for (const type of ['evaluation.escalated', 'approval.created']) {
      assert.ok(arrivals.has(`${type} ${approvalId}`), `no ${type} arrived for ${approvalId}`);
    }
  }
  for (const approvalId of decided) assert.ok(arrivals.has(`${RESOLVED} ${approvalId}`));
  assert.ok(escalations > 0 && decided.size > 0);
}

function typeOf({ body }: Received): unknown {
  return JSON.parse(body).type;
}

function dataOf({ body }: Received): Record<string, unknown> {
  return JSON.parse(body).data;
}
