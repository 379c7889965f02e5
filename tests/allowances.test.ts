/**
 * Allowances: a tenant with a hard limit is stopped at exactly its allowance, and gets notices before that; other
 * tenants continue.
 */
import assert from 'node:assert/strict';
import { monthOf, startOfMonth } from '@assize/service/foundation/month.ts';
import { setTier } from '@assize/service/tenants/index.ts';
import { usedIn } from '@assize/service/usage/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { decide, statusOf, withApproval } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { chainOfKey } from './support/governance/governance.ts';
import { type Answer, ask, evaluate, type Surface, startTestService } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

const FREE = { tier: 'free' } as const;
const FIRST_FREE = { ASSIZE_INIT_TIER: 'free' };
const PLAIN = { action: 'email.send', context: {} };
const BATCHES = {
  a: '/api/v1/core/governance/evaluate/batch',
  b: '/v1/governance/evaluate/batch',
} as const;
const SIMULATE = '/api/v1/core/governance/simulate';

testAsTenantOnEachDatabase(
  'stops-a-free-tenant-at-its-allowance-and-warns-it-before',
  FREE,
  async ({ app, service, sandboxKey, chain }) => {
    const early = await evaluate(app, 'a', PLAIN);
    assert.equal(early.status, 200);
    assert.equal(early.headers['x-usage-warning'], undefined);
    await use(app, 798);
    const near = await evaluate(app, 'b', PLAIN);
    assert.equal(near.status, 200);
    assert.equal(near.headers['x-usage-warning'], "80% of this month's governance evaluations are used");
    assert.equal(near.headers['x-usage-limit'], '1000');
    assert.equal(near.headers['x-usage-current'], '800');
    await use(app, 199);
    const last = await evaluate(app, 'a', PLAIN);
    assert.equal(last.status, 200);
    assert.equal(last.headers['x-usage-current'], '1000');

    for (const surface of ['a', 'b'] as const) {
      const over = await evaluate(app, surface, PLAIN);
      assert.equal(over.status, 429);
      assert.deepEqual(over.body, {
        detail: 'The monthly allowance of 1000 governance evaluations is used up.',
      });
      const { headers } = over;
      assert.equal(headers['x-usage-limit'], '1000');
      assert.equal(headers['x-usage-current'], '1000');
      assert.equal(headers['x-usage-type'], 'governance_eval');
      const month = new Date(service.clock.now() + Number(headers['retry-after']) * 1000);
      assert.equal(month.getUTCDate(), 1);
      assert.equal(month.getUTCHours(), 0);
      assert.equal(month.getUTCMinutes(), 0);
    }
    assert.equal((await evaluate(app, 'a', PLAIN, { key: sandboxKey })).status, 200);
    assert.equal((await used(service, chain)).governance_evaluations, 1000);
    const { body: truth } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
    assert.deepEqual(truth.gaps, []);
    assert.equal(truth.overall_valid, true);
  },
);

testOnEachDatabase('admits-no-more-than-the-allowance-from-two-nodes-at-once', async (location, t) => {
  const { app, service } = await startTestService(t, location, FIRST_FREE);
  const { app: other } = await startTestService(t, location, FIRST_FREE);
  const chain = await chainOfKey(service);
  await use(app, 900);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, number) => evaluate(number % 2 === 0 ? app : other, 'a', PLAIN)),
  );
  const statuses = new Map<number, number>();
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(statuses), { 200: 100, 429: 200 });
  assert.equal((await used(service, chain)).governance_evaluations, 1000);
});

testAsTenant('stops-a-batch-in-its-middle', FREE, async ({ app }) => {
  await use(app, 997);
  for (const [surface, expected] of [
    ['a', [200, 200, 200, 429, 429]],
    ['b', [429, 429, 429, 429, 429]],
  ] as const) {
    const { status, body } = await ask(app, surface, BATCHES[surface], {
      body: { evaluations: Array.from({ length: 5 }, () => PLAIN) },
    });
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map((item: { status?: number }) => item.status ?? 200),
      expected,
    );
  }
});

testAsTenant(
  'answers-a-repetition-beyond-the-allowance-and-counts-it-once',
  FREE,
  async ({ app, service, chain }) => {
    const once = { ...PLAIN, idempotency_key: 'once' };
    const first = await evaluate(app, 'b', once);
    await use(app, 999);
    const again = await evaluate(app, 'b', once);
    assert.deepEqual({ status: again.status, body: again.body }, { status: 200, body: first.body });
    assert.equal((await used(service, chain)).governance_evaluations, 1000);
  },
);

testAsTenant(
  'counts-a-simulation-as-one-call-and-nothing-else',
  FREE,
  async ({ app, service, sandboxKey, chain }) => {
    await ask(app, 'a', SIMULATE, { body: { action: 7 } });
    await ask(app, 'a', SIMULATE, { body: PLAIN, key: sandboxKey });
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => ask(app, 'a', SIMULATE, { body: PLAIN })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 100);
    const over = answers.find(({ status }) => status === 429);
    assert.equal(over?.headers['x-usage-type'], 'core_api_call');
    assert.equal(over?.headers['x-usage-limit'], '100');
    assert.equal(over?.headers['x-usage-current'], '100');
    const { core_api_calls, governance_evaluations, evidence_emissions } = await used(service, chain);
    assert.equal(core_api_calls, 100);
    assert.equal(governance_evaluations, 0);
    assert.equal(evidence_emissions, 0);
  },
);

testAsTenant('reads-no-draft-for-a-tenant-that-has-no-call-left', FREE, async ({ app, service, chain }) => {
  const policy = { rules: [{ id: 'r', when: 'action ==', effect: 'block' }] };
  const simulate = () => ask(app, 'a', SIMULATE, { body: { ...PLAIN, policy } });
  assert.equal((await simulate()).status, 422);
  assert.equal((await used(service, chain)).core_api_calls, 0);
  for (let call = 0; call < 100; call += 1) await ask(app, 'a', SIMULATE, { body: PLAIN });
  assert.equal((await simulate()).status, 429);
});

testAsTenant('counts-outcomes-as-emissions-and-stops-there-too', FREE, async ({ app, service, chain }) => {
  const month = service.clock.now();
  await service.db
    .insertInto('usage_counters')
    .values({ ...(await counterOf(service, chain)), emissions: 4999, payload_bytes: 0 })
    .execute();
  const outcome = {
    ...PLAIN,
    outcome: 'success',
    executed_at: new Date(month).toISOString(),
  };
  assert.equal((await ask(app, 'b', '/v1/evidence', { body: outcome })).status, 201);
  const over = await ask(app, 'a', '/api/v1/evidence/outcomes', { body: outcome });
  assert.equal(over.status, 429);
  assert.equal(over.headers['x-usage-type'], 'evidence_emission');
  const evaluation = await evaluate(app, 'a', PLAIN);
  assert.equal(evaluation.status, 429);
  assert.equal(evaluation.headers['x-usage-type'], 'evidence_emission');
});

testAsTenant(
  'lets-a-paying-tenant-go-over-unless-it-chose-to-stop',
  { tier: 'team' },
  async ({ app, service, name, chain }) => {
    const counter = { ...(await counterOf(service, chain)), evaluations: 10_000, emissions: 10_000 };
    await service.db.insertInto('usage_counters').values(counter).execute();
    const over = await askUntil(app, ({ headers }) => headers['x-usage-warning'] !== undefined);
    assert.equal(over.status, 200);
    assert.match(String(over.headers['x-usage-warning']), /^100%/);
    await service.db.updateTable('tenants').set({ hard_limit: 1 }).where('name', '=', name).execute();
    const stopped = await askUntil(app, ({ status }) => status === 429);
    assert.equal(stopped.headers['x-usage-limit'], '10000');
    assert.equal(stopped.headers['x-usage-type'], 'governance_eval');
    await setTier(service, name, 'enterprise');
    await askUntil(app, ({ status }) => status === 200);
  },
);

testAsTenant('escalates-once-storage-is-used-up', FREE, async ({ app, service, chain }) => {
  await service.db
    .insertInto('usage_counters')
    .values({ ...(await counterOf(service, chain)), payload_bytes: 1_000_000_000 })
    .execute();
  const answer = await askUntil(app, ({ body }) => body.verdict !== 'proceed');
  assert.equal(answer.body.verdict, 'escalate');
  assert.match(answer.body.explanation, /evidence storage is past its allowance/);
  const { approval_id: id } = answer.body;
  await decide(app, 'approve', id);
  const used = await evaluate(app, 'a', withApproval(id, PLAIN));
  assert.equal(used.body.verdict, 'proceed');
  assert.equal(await statusOf(app, id), 'consumed');
});

testOnOneDatabase('starts-again-each-month', async (location, t) => {
  const { app, service } = await startTestService(t, location, FIRST_FREE);
  const chain = await chainOfKey(service);
  const month = monthOf(service.clock.now());
  await use(app, 1000);
  assert.equal((await evaluate(app, 'a', PLAIN)).status, 429);
  const offset = startOfMonth(month + 1) - service.clock.now();
  await app.close();
  const { app: later, service: next } = await startTestService(t, location, {
    ...FIRST_FREE,
    ASSIZE_TEST_CLOCK_OFFSET_MS: String(offset),
  });
  assert.equal((await evaluate(later, 'a', PLAIN)).status, 200);
  assert.equal((await usedIn(next.db, chain, month + 1)).governance_evaluations, 1);
  assert.equal((await usedIn(next.db, chain, month)).governance_evaluations, 1000);
});

/** Sends this many evaluations to production. */
async function use(app: FastifyInstance, count: number, surface: Surface = 'a'): Promise<void> {
  for (let left = count; left > 0; left -= 100) {
    const evaluations = Array.from({ length: Math.min(100, left) }, () => PLAIN);
    const { status, body } = await ask(app, surface, BATCHES[surface], { body: { evaluations } });
    assert.equal(status, 200);
    for (const item of body.results) assert.equal(item.verdict, 'proceed');
  }
}

async function askUntil(app: FastifyInstance, isSo: (answer: Answer) => boolean): Promise<Answer> {
  let answer = await evaluate(app, 'a', PLAIN);
  await until(async () => {
    if (isSo(answer)) return true;
    answer = await evaluate(app, 'a', PLAIN);
    return isSo(answer);
  });
  return answer;
}

/** Returns an empty counter for this month, after removing its row. */
async function counterOf({ db, clock }: Service, chain: number) {
  await db.deleteFrom('usage_counters').where('chain', '=', chain).execute();
  const none = { evaluations: 0, emissions: 0, compliance_checks: 0, payload_bytes: 0, removed_bytes: 0 };
  return { chain, month: monthOf(clock.now()), ...none };
}

function used({ db, clock }: Service, chain: number) {
  return usedIn(db, chain, monthOf(clock.now()));
}
