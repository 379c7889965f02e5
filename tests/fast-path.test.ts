/** The fast path gives the same bytes as Fastify for everything that is sent, and takes every plain request. */
import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import Fastify from 'fastify';
import { oddRequests, plain } from './cases/odd-requests.ts';
import { SURFACE_CASES } from './cases/surfaces.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { type BothRoads, startBothRoads } from './support/http/both-roads.ts';
import { SURFACES, type Surface, startTestService } from './support/http/in-process.ts';
import { until } from './support/until.ts';

const BOTH = Object.keys(SURFACES) as Surface[];
const FUZZED = 300;

testOnEachDatabase('answers-the-whole-table-with-the-same-bytes', async ({ kind }, t) => {
  const roads = await startBothRoads(t, kind);
  let asked = 0;
  for (const surface of BOTH) {
    for (const { promise, send, only } of SURFACE_CASES) {
      if (only !== undefined && only !== surface) continue;
      const body = typeof send === 'string' || Buffer.isBuffer(send) ? send : JSON.stringify(send);
      if (body.length === 0) continue;
      await roads.compare(`${surface}: ${promise}`, [plain(surface, { body })]);
      asked += 1;
    }
  }
  assert.equal(roads.answeredByFastify(), 0);
  t.diagnostic(`${asked} requests, 0 differences`);
  await requireSameEvidence(roads);
});

testOnOneDatabase('answers-each-odd-request-with-the-same-bytes', async ({ kind }, t) => {
  const roads = await startBothRoads(t, kind);
  for (const surface of BOTH) {
    const odd = Object.entries(oddRequests(surface));
    for (const [name, pieces] of odd) {
      const before = roads.answeredByFastify();
      await roads.compare(`${surface}: ${name}`, pieces);
      if (name.startsWith('[plain]')) assert.equal(roads.answeredByFastify(), before, `${surface}: ${name}`);
    }
    t.diagnostic(`${surface}: ${odd.length} requests, 0 differences`);
  }
  assert.ok(roads.answeredByFastify() > 0, 'Fastify answers what is not plain');
  await requireSameEvidence(roads);
});

testOnOneDatabase('keeps-the-limits-of-a-plan-with-the-same-bytes', async ({ kind }, t) => {
  const roads = await startBothRoads(t, kind, { ASSIZE_RATE_LIMITS: 'on', ASSIZE_INIT_TIER: 'free' });
  const one = { action: 'a', context: {} };
  const batchOf = (evaluations: unknown[]) =>
    plain('b', { line: `POST ${SURFACES.b.evaluate}/batch HTTP/1.1`, body: JSON.stringify({ evaluations }) });
  const answers: string[] = [];
  // Each in a second of its own, since nodes share a second's limit when it suits them.
  const ask = async (name: string, bytes: Buffer) => {
    roads.pass(2000);
    answers.push(await roads.compare(name, [bytes]));
  };
  await ask('one', plain('b'));
  await ask('one that is refused', plain('b', { body: '{}' }));
  await ask('a batch within the limit', batchOf([one, one, {}]));
  await ask('a batch that takes all of it', batchOf(Array(10).fill(one)));
  answers.push(await roads.compare('one more', [plain('b')]));
  assert.ok(answers.some((answer) => answer.startsWith('HTTP/1.1 429 ')));
  assert.equal(roads.answeredByFastify(), 0);
});

testOnOneDatabase('warns-of-and-keeps-allowances-with-the-same-bytes', async ({ kind }, t) => {
  const roads = await startBothRoads(t, kind, { ASSIZE_INIT_TIER: 'free' });
  await roads.compare('the first', [plain('a')]);
  for (const { service } of [roads.fast, roads.ordinary]) {
    const { numUpdatedRows } = await service.db
      .updateTable('usage_counters')
      .set({ evaluations: 997 })
      .executeTakeFirstOrThrow();
    assert.ok(numUpdatedRows > 0n);
  }
  const answers: string[] = [];
  for (let place = 0; place < 5; place += 1)
    answers.push(await roads.compare(`number ${place}`, [plain('a')]));
  assert.ok(answers.some((answer) => answer.includes('x-usage-warning')));
});

testOnOneDatabase('answers-requests-made-by-chance-with-the-same-bytes', async ({ kind }, t) => {
  const roads = await startBothRoads(t, kind);
  const whole = JSON.stringify({
    action: 'a.b',
    context: { risk_level: 'low', n: [1, 2.5, 'é'] },
    agent_id: 'x',
  });
  const bent = fc
    .tuple(fc.nat(whole.length), fc.nat(6), fc.string({ unit: 'binary', maxLength: 4 }))
    .map(([from, gone, put]) => whole.slice(0, from) + put + whole.slice(from + gone));
  const body = fc.oneof(bent, fc.json(), fc.uint8Array({ minLength: 1, maxLength: 60 }).map(Buffer.from));
  const HEADERS = [
    'idempotency-key: k',
    'x-request-id: \u00e9',
    'content-type: application/json',
    'accept: */*',
    'expect: 100-continue',
    'te: trailers',
  ];
  const request = fc.record({
    surface: fc.constantFrom(...BOTH),
    body,
    headers: fc.subarray(HEADERS),
    cuts: fc.array(fc.nat(500), { maxLength: 3 }),
  });
  for (const { surface, body: sent, headers, cuts } of fc.sample(request, FUZZED)) {
    const bytes = plain(surface, { body: sent, headers });
    const ends = [...cuts, bytes.length].sort((one, other) => one - other);
    const pieces = ends.map((end, place) => bytes.subarray(ends[place - 1] ?? 0, end));
    await roads.compare(JSON.stringify({ bytes: bytes.toString('latin1'), cuts }), pieces);
  }
  t.diagnostic(`${FUZZED} requests, 0 differences`);
});

testOnOneDatabase('goes-on-after-a-client-that-hangs-up', async ({ kind }, t) => {
  const roads = await startBothRoads(t, kind);
  const { app, service } = roads.fast;
  const { port } = app.server.address() as AddressInfo;
  const bytes = plain('a');
  for (const sent of [bytes, bytes.subarray(0, bytes.length - 5)]) await hangUp(t, port, sent);
  // The first was complete, so its evidence is written; the second was not, so there is nothing to write.
  await until(async () => (await evaluationsOf(service.db)) === 1);
  await roads.compare('the next client', [bytes]);
  assert.equal(await evaluationsOf(service.db), 2);
});

testOnOneDatabase('gives-connections-the-times-that-fastify-would', async (location, t) => {
  const own = Fastify({ requestTimeout: 30_000 }).server;
  const { app } = await startTestService(t, location);
  const timesOf = ({ timeout, keepAliveTimeout, headersTimeout, requestTimeout }: Server) => {
    return { timeout, keepAliveTimeout, headersTimeout, requestTimeout };
  };
  assert.deepEqual(timesOf(app.server), timesOf(own));
});

async function hangUp(t: TestContext, port: number, bytes: Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  await new Promise((resolve) => socket.write(bytes, resolve));
  socket.resetAndDestroy();
}

type Db = BothRoads['fast']['service']['db'];

async function evaluationsOf(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('artifacts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('artifact_type', '=', 'governance_eval')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Waits, since a client may have lost its answer before its evidence was written. */
async function requireSameEvidence({ fast, ordinary }: BothRoads): Promise<void> {
  assert.ok((await evaluationsOf(fast.service.db)) > 0);
  await until(async () => {
    const [one, other] = [await evaluationsOf(fast.service.db), await evaluationsOf(ordinary.service.db)];
    return one === other;
  });
}
