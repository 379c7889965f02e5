/** One idempotency key stands for one evaluation, no matter how often, on which node or on which surface it is sent. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { forgetExpiredOutcomes } from '@assize/service/evidence/append/index.ts';
import { createKey } from '@assize/service/keys/index.ts';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import {
  type Answer,
  ask,
  evaluate,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  SURFACES,
  type Surface,
  startTestService,
  type TestService,
} from './support/http/in-process.ts';
import { countActions, requireWhole, withDatabase } from './support/nodes/promises.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { spawnService } from './support/processes/service.ts';

const REPETITIONS = 200;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** It escalates, so that the escalation may also happen only once. */
const QUESTION = {
  action: 'payment.send',
  context: { risk_level: 'high', confidence_score: 0.9 },
  idempotency_key: 'order-4711',
};

testOnEachDatabase('answers-200-repetitions-with-one-evaluation', async (location, t) => {
  const { app } = await startTestService(t, location);
  const answers = await Promise.all(Array.from({ length: REPETITIONS }, () => evaluate(app, 'a', QUESTION)));
  requireOneAnswer(answers);
  await requireOneEvaluation(location);
});

testOnEachDatabase('answers-repetitions-to-two-processes-with-one-evaluation', async (location, t) => {
  const services = [await spawnService(location), await spawnService(location)];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  const clients = services.map(({ baseUrl }) => connect(baseUrl, REPETITIONS));
  const answers = await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: REPETITIONS / clients.length }, () =>
        client.ask('a', SURFACES.a.evaluate, { body: QUESTION }),
      ),
    ),
  );
  requireOneAnswer(answers);
  await requireOneEvaluation(location);
  for (const client of clients) client.close();
});

testOnOneDatabase('refuses-an-idempotency-key-with-another-request', async (location, t) => {
  const { app } = await startTestService(t, location);
  assert.equal((await evaluate(app, 'a', QUESTION)).status, 200);
  const others = [
    { ...QUESTION, action: 'payment.receive' },
    { ...QUESTION, context: { risk_level: 'low' } },
    { ...QUESTION, agent_id: 'agent-7' },
  ];
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    for (const other of others) {
      const { status, body } = await evaluate(app, surface, other);
      assert.equal(status, SURFACES[surface].invalid);
      const [{ loc, type }] = body.detail;
      assert.deepEqual({ loc, type }, { loc: ['body', 'idempotency_key'], type: 'idempotency_key_reuse' });
    }
  }
  assert.equal((await countActions(location)).get('payment.receive'), undefined);
  await requireOneEvaluation(location);
});

testAsTenantOnEachDatabase('one-of-many-different-requests-gets-the-idempotency-key', async ({ app }) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      evaluate(app, 'b', { ...QUESTION, action: place % 2 === 0 ? 'payment.send' : 'payment.receive' }),
    ),
  );
  const given = answers.filter(({ status }) => status === 200);
  assert.equal(given.length, 10);
  assert.equal(new Set(given.map(({ body }) => body.evidence_id)).size, 1);
  for (const { status } of answers) assert.ok(status === 200 || status === 400);
});

testOnOneDatabase('knows-an-idempotency-key-on-the-other-surface', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { idempotency_key, ...question } = QUESTION;
  const headers = { 'idempotency-key': idempotency_key };
  const first = await evaluate(app, 'a', question, { headers });
  const answers = [
    await evaluate(app, 'b', QUESTION),
    await evaluate(app, 'b', question, { headers }),
    await evaluate(app, 'a', QUESTION, { headers }),
  ];
  for (const { status, headers, body } of answers) {
    assert.deepEqual(
      { status, idempotencyReplayed: headers['idempotency-replayed'] },
      { status: 200, idempotencyReplayed: 'true' },
    );
    assert.equal(body.evidence_id, first.body.evidence_id);
    assert.equal(body.escalation_id, first.body.escalation_id);
    assert.equal(body.evaluated_at, first.body.evaluated_at);
  }
  await requireOneEvaluation(location);
});

testOnOneDatabase('gives-each-item-of-a-repeated-batch-its-first-answer', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { idempotency_key, ...question } = QUESTION;
  const call = {
    body: { evaluations: [question, { ...question, action: 'email.send' }, question] },
    headers: { 'idempotency-key': idempotency_key },
  };
  const first = await ask(app, 'a', `${SURFACES.a.evaluate}/batch`, call);
  const again = await ask(app, 'a', `${SURFACES.a.evaluate}/batch`, call);
  assert.deepEqual(again.body, first.body);
  assert.equal((await countActions(location)).get('payment.send'), 2);
});

testOnOneDatabase('keeps-the-keys-of-other-tenants-and-environments-apart', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const neighbour = await ensureTenant(service, 'neighbour', 'team');
  const other = await createKey(service, neighbour, null, { name: 'one', environment: 'production' });
  const ids = new Set<string>();
  for (const key of [PRODUCTION_KEY, SANDBOX_KEY, other?.secret ?? '']) {
    const { status, headers, body } = await evaluate(app, 'a', QUESTION, { key });
    assert.equal(status, 200);
    assert.equal(headers['idempotency-replayed'], undefined);
    ids.add(body.evidence_id);
  }
  assert.equal(ids.size, 3);
});

testOnEachDatabase('frees-an-idempotency-key-after-24-hours', async (location, t) => {
  const early = await startTestService(t, location);
  const first = await evaluate(early.app, 'a', QUESTION);
  const before = await openAt(t, location, DAY_MS - HOUR_MS);
  assert.equal((await evaluate(before.app, 'a', QUESTION)).body.evidence_id, first.body.evidence_id);

  const after = await openAt(t, location, DAY_MS + 60_000);
  const other = { ...QUESTION, action: 'payment.receive' };
  const fresh = await evaluate(after.app, 'a', other);
  assert.equal(fresh.status, 200);
  assert.equal(fresh.headers['idempotency-replayed'], undefined);
  const again = await evaluate(after.app, 'a', other);
  assert.equal(again.body.evidence_id, fresh.body.evidence_id);
});

testOnEachDatabase('forgets-expired-idempotency-records-and-no-others', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const records = 1100;
  for (let first = 0; first < records; first += 100) {
    const evaluations = Array.from({ length: 100 }, (_, place) => {
      return { ...QUESTION, idempotency_key: `order-${first + place}` };
    });
    await ask(app, 'a', `${SURFACES.a.evaluate}/batch`, { body: { evaluations } });
  }
  await forgetExpiredOutcomes(service.db, service.clock.now());
  assert.equal(await countRecords(location), records);
  await forgetExpiredOutcomes(service.db, service.clock.now() + DAY_MS);
  assert.equal(await countRecords(location), 0);
});

function openAt(t: TestContext, location: DatabaseLocation, offsetMs: number): Promise<TestService> {
  return startTestService(t, location, { ASSIZE_TEST_CLOCK_OFFSET_MS: String(offsetMs) });
}

/** All answers have the same body, and all but one say that they repeat it. */
function requireOneAnswer(answers: readonly Answer[]): void {
  assert.equal(answers.length, REPETITIONS);
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.deepEqual(body, answers[0]?.body);
  }
  const repeated = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
  assert.equal(repeated.length, REPETITIONS - 1);
}

async function requireOneEvaluation(location: DatabaseLocation): Promise<void> {
  assert.equal((await countActions(location)).get(QUESTION.action), 1);
  assert.equal(await countRecords(location), 1);
  await requireWhole(location);
}

function countRecords(location: DatabaseLocation): Promise<number> {
  return withDatabase(location, async (db) => {
    const rows = await db.selectFrom('idempotency_records').select('key_hash').execute();
    return rows.length;
  });
}
