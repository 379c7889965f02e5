/** Surface B enforces the plan's limits per second and per day, separately for each tenant and environment. */
import assert from 'node:assert/strict';
import { DAY_MS } from '@assize/service/foundation/clock.ts';
import { changeTenant, type Plan } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import {
  type Answer,
  ask,
  evaluate,
  SANDBOX_KEY,
  SURFACES,
  startTestService,
} from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { until } from './support/until.ts';

const ON = { ASSIZE_RATE_LIMITS: 'on', ASSIZE_INIT_TIER: 'free' };
const BATCH = `${SURFACES.b.evaluate}/batch`;
const ITEM = { action: 'email.send', context: { risk_level: 'low' } };
const HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** The largest number that every client's integer holds. */
const NO_LIMIT = '2147483647';

const outcome = (service: Service) => ({
  action: 'email.send',
  context: {},
  outcome: 'success',
  executed_at: new Date(service.clock.now()).toISOString(),
});

testOnOneDatabase(
  'lets-through-what-the-plan-allows-in-a-second-and-refuses-the-rest',
  async (location, t) => {
    const { app, service } = await startTestService(t, location, ON);
    const beganAt = performance.now();
    const answers = await many(app, 40);
    const seconds = (performance.now() - beganAt) / 1000;
    const passed = answers.filter(({ status }) => status === 200);
    assert.ok(
      passed.length >= 10 && passed.length <= 10 * Math.ceil(seconds),
      `${passed.length} in ${seconds} s`,
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(passed.length + refused.length, 40);
    for (const { headers, body } of refused) {
      assert.deepEqual(body, { detail: 'The plan allows 10 evaluations a second.' });
      assert.ok(Number(headers['retry-after']) >= 1);
    }
    const { count } = await service.db
      .selectFrom('artifacts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('artifact_type', '=', 'governance_eval')
      .executeTakeFirstOrThrow();
    assert.equal(count, passed.length);
    assert.equal((await evaluate(app, 'a', ITEM)).status, 200);
  },
);

testOnOneDatabase('states-the-limits-in-every-answer-to-a-known-key', async (location, t) => {
  const { app, service } = await startTestService(t, location, ON);
  const holder = await keyHolder(service, 'reader', { tier: 'team', scopes: ['evidence:read'] });
  const tooLarge = { ...ITEM, context: { note: 'x'.repeat(300 * 1024) } };
  const answers: [number, Answer][] = [
    [200, await evaluate(app, 'b', ITEM)],
    [200, await ask(app, 'b', BATCH, { body: { evaluations: [ITEM] } })],
    [400, await evaluate(app, 'b', {})],
    [400, await evaluate(app, 'b', '{')],
    [413, await evaluate(app, 'b', tooLarge)],
    [200, await ask(app, 'b', '/v1/evidence')],
    [400, await ask(app, 'b', '/v1/evidence?limit=0')],
    [404, await ask(app, 'b', '/v1/evidence/ev_none')],
    [201, await ask(app, 'b', '/v1/evidence', { body: outcome(service) })],
    [200, await ask(app, 'b', '/v1/approvals')],
    [403, await ask(app, 'b', '/sandbox/v1/evidence')],
    [200, await ask(app, 'b', '/sandbox/v1/evidence', { key: SANDBOX_KEY })],
    [403, await evaluate(app, 'b', ITEM, { key: holder.secret })],
    [404, await ask(app, 'b', '/v1/nowhere')],
    [405, await ask(app, 'b', '/v1/evidence', { method: 'DELETE' })],
    [405, await ask(app, 'b', '/sandbox/v1/governance/evaluate', { key: SANDBOX_KEY })],
    [405, await ask(app, 'b', '/v1/governance/evaluate/batch', { method: 'PUT', body: {} })],
  ];
  for (const [place, [wanted, { status, headers }]] of answers.entries()) {
    assert.equal(status, wanted, `answer ${place}`);
    for (const header of HEADERS)
      assert.match(String(headers[header]), /^\d+$/, `${header} of answer ${place}`);
    const inSeconds = Number(headers['x-ratelimit-reset']) - service.clock.now() / 1000;
    assert.ok(inSeconds > -60 && inSeconds <= 86_401);
  }
  const limits = answers.map(([, { headers }]) => headers['x-ratelimit-limit']);
  const stated = [10, 10, 10, 10, 10, 10, 10, 10, 10_000, 10, 10, 10, 200, 10, 10, 10, 10];
  assert.deepEqual(limits, stated.map(String));
  const withoutLimits = [
    await evaluate(app, 'b', ITEM, { key: null }),
    await evaluate(app, 'a', ITEM),
    await ask(app, 'b', '/v1/nowhere', { key: null }),
    await ask(app, 'b', '/v1/nowhere', { key: `ak_${'0'.repeat(32)}` }),
    await ask(app, 'b', '/v1/evidence', { method: 'DELETE', key: null }),
    await ask(app, 'a', '/api/v1/nowhere'),
  ];
  for (const none of withoutLimits) {
    for (const header of HEADERS) assert.equal(none.headers[header], undefined);
  }
});

testOnOneDatabase('counts-down-what-remains', async (location, t) => {
  const { app } = await startTestService(t, location, ON);
  const beganAt = performance.now();
  const remaining: number[] = [];
  for (let asked = 0; asked < 4; asked++) {
    const { headers } = await evaluate(app, 'b', ITEM);
    remaining.push(Number(headers['x-ratelimit-remaining']));
  }
  const { headers } = await ask(app, 'b', BATCH, { body: { evaluations: [ITEM, ITEM, ITEM] } });
  remaining.push(Number(headers['x-ratelimit-remaining']));
  // If this took a second on a slow machine, some are free again.
  if (performance.now() - beganAt < 1000) assert.deepEqual(remaining, [9, 8, 7, 6, 3]);
});

testOnOneDatabase('checks-key-scope-environment-limit-and-body-in-this-order', async (location, t) => {
  const { app, service } = await startTestService(t, location, ON);
  const holder = await keyHolder(service, 'reader', { scopes: ['evidence:read'] });
  assert.equal((await ask(app, 'b', BATCH, { body: { evaluations: Array(100).fill(ITEM) } })).status, 200);
  assert.equal((await evaluate(app, 'b', '{')).status, 429);
  assert.equal((await evaluate(app, 'b', {})).status, 429);
  assert.equal((await evaluate(app, 'b', {}, { key: 'ak_' })).status, 401);
  assert.equal((await evaluate(app, 'b', {}, { key: holder.secret })).status, 403);
  assert.equal((await ask(app, 'b', `/sandbox${SURFACES.b.evaluate}`, { body: {} })).status, 403);
  assert.equal((await ask(app, 'b', '/v1/evidence')).status, 200);
});

testOnOneDatabase('weighs-a-batch-by-its-items-and-lets-the-heaviest-pass-too', async (location, t) => {
  const { app, service } = await startTestService(t, location, ON);
  const batch = (items: number, key?: string) =>
    ask(app, 'b', BATCH, { key, body: { evaluations: Array(items).fill(ITEM) } });
  const beganAt = performance.now();
  const [first, second, third] = [await batch(7), await batch(4), await batch(3)];
  if (performance.now() - beganAt < 1000) {
    assert.equal(first.status, 200);
    assert.equal(second.status, 429);
    assert.equal(third.status, 200);
    assert.equal(second.body.detail, 'The plan allows 10 evaluations a second.');
    assert.equal(second.headers['x-ratelimit-remaining'], '3');
  }
  const { secret } = await keyHolder(service, 'heavy', { tier: 'free' });
  const heavy = await batch(100, secret);
  assert.equal(heavy.status, 200);
  assert.equal(heavy.body.results.length, 100);
  assert.equal(heavy.headers['x-ratelimit-remaining'], '0');
  const after = await batch(1, secret);
  assert.equal(after.status, 429);
  const waitSeconds = Number(after.headers['retry-after']);
  assert.ok(waitSeconds >= 2 && waitSeconds <= 10, `${waitSeconds} s`);
});

testOnOneDatabase('keeps-tenants-and-environments-apart', async (location, t) => {
  const { app, service } = await startTestService(t, location, ON);
  const { secret } = await keyHolder(service, 'other', { tier: 'free' });
  assert.equal((await ask(app, 'b', BATCH, { body: { evaluations: Array(100).fill(ITEM) } })).status, 200);
  assert.equal((await evaluate(app, 'b', ITEM)).status, 429);
  for (const key of [SANDBOX_KEY, secret])
    assert.equal((await evaluate(app, 'b', ITEM, { key })).status, 200);
});

testOnEachDatabase('counts-the-records-of-a-day-across-restarts-until-the-next', async (location, t) => {
  const now = Date.now();
  const noon = now - (now % DAY_MS) + DAY_MS / 2 - now;
  const environment = (offsetMs: number) => ({ ...ON, ASSIZE_TEST_CLOCK_OFFSET_MS: String(offsetMs) });
  const first = await startTestService(t, location, environment(noon));
  await setPlan(first.service, 'enterprise', { evidence_per_day: 6 });
  const submit = ({ app, service }: typeof first) =>
    ask(app, 'b', '/v1/evidence', { body: outcome(service) });
  const unrecorded = { body: { ...outcome(first.service), outcome: 'perhaps' } };
  assert.equal((await ask(first.app, 'b', '/v1/evidence', unrecorded)).status, 400);
  assert.equal((await submit(first)).headers['x-ratelimit-remaining'], '5');
  const repeated = { ...ITEM, idempotency_key: 'once' };
  for (const _ of [1, 2]) assert.equal((await evaluate(first.app, 'b', repeated)).status, 200);
  const mixed = await ask(first.app, 'b', BATCH, { body: { evaluations: [ITEM, {}, ITEM] } });
  assert.equal(mixed.status, 200);
  assert.equal(mixed.headers['x-ratelimit-limit'], '6');
  await first.app.close();
  await first.service.close();

  const second = await startTestService(t, location, environment(noon));
  // A slow database delays no request, so on a busy machine the first answers may not show it yet.
  const isKnown = (answer: Answer) => answer.headers['x-ratelimit-remaining'] === '1';
  await until(async () => isKnown(await ask(second.app, 'b', '/v1/evidence', unrecorded)));
  assert.equal((await evaluate(second.app, 'b', ITEM)).headers['x-ratelimit-remaining'], '1');
  assert.equal((await submit(second)).status, 201);
  for (const refused of [await submit(second), await evaluate(second.app, 'b', ITEM)]) {
    assert.equal(refused.status, 429);
    assert.deepEqual(refused.body, { detail: 'The plan allows 6 evidence records a day (UTC).' });
    const waitSeconds = Number(refused.headers['retry-after']);
    assert.ok(Math.abs(waitSeconds - DAY_MS / 2000) < 600, `${waitSeconds} s`);
    assert.equal(refused.headers['x-ratelimit-remaining'], '0');
    assert.equal((Number(refused.headers['x-ratelimit-reset']) * 1000) % DAY_MS, 0);
  }
  assert.equal((await ask(second.app, 'b', '/v1/evidence')).status, 200);
  assert.equal((await evaluate(second.app, 'a', ITEM)).status, 200);
  await second.service.close();

  const third = await startTestService(t, location, environment(noon + DAY_MS));
  const tomorrow = await submit(third);
  assert.equal(tomorrow.status, 201);
  assert.equal(tomorrow.headers['x-ratelimit-remaining'], '5');
});

testOnOneDatabase('limits-nothing-where-it-is-switched-off-or-nothing-is-agreed', async (location, t) => {
  const off = await startTestService(t, location, { ...ON, ASSIZE_RATE_LIMITS: 'off' });
  const isUnlimited = ({ status, headers }: Answer) => {
    assert.equal(status, 200);
    assert.equal(headers['x-ratelimit-limit'], NO_LIMIT);
    assert.equal(headers['x-ratelimit-remaining'], NO_LIMIT);
    assert.equal(headers['x-ratelimit-reset'], '0');
  };
  for (const answer of await many(off.app, 30)) isUnlimited(answer);
  const { app, service } = await startTestService(t, location, ON);
  await setPlan(service, 'enterprise', null);
  for (const answer of await many(app, 30)) isUnlimited(answer);
  const nowhere = await ask(app, 'b', '/v1/nowhere');
  assert.equal(nowhere.status, 404);
  assert.equal(nowhere.headers['x-ratelimit-limit'], NO_LIMIT);
});

testOnOneDatabase('follows-each-change-of-the-plan-within-a-second', async (location, t) => {
  const { app, service } = await startTestService(t, location, ON);
  assert.equal((await evaluate(app, 'b', ITEM)).headers['x-ratelimit-limit'], '10');
  const limitNow = async () => (await ask(app, 'b', '/v1/approvals')).headers['x-ratelimit-limit'];
  const limits = { personal: '50', pro: '100', team: '200' } as const;
  for (const [plan, limit] of Object.entries(limits)) {
    await setPlan(service, plan as Plan, null);
    await until(async () => (await limitNow()) === limit);
  }
});

function many(app: FastifyInstance, times: number): Promise<Answer[]> {
  return Promise.all(Array.from({ length: times }, () => evaluate(app, 'b', ITEM)));
}

/** Must run before the key is first used, because the plan is remembered for a moment. */
async function setPlan(service: Service, plan: Plan, agreed: object | null): Promise<void> {
  await changeTenant(service.db, 'default', { plan });
  await service.db
    .updateTable('tenants')
    .set({ agreed: agreed === null ? null : JSON.stringify(agreed) })
    .execute();
}
