/** Costly rules and patterns of one tenant do not delay the verdicts of others. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { moneyOf, newBudget } from './support/governance/budgets.ts';
import { inForce, POLICIES } from './support/governance/policies.ts';
import { change } from './support/governance/settings.ts';
import { type Answer, ask, assertTrue, evaluate, SURFACES } from './support/http/in-process.ts';
import { stretchesOf } from './support/http/stretches.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { type TestTenant, testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

/** A request may hold the event loop for 50 ms; on a shared processor it may measure twice that. */
const MAX_MS = 100;

const SIMULATE = '/api/v1/core/governance/simulate';
const BATCH = `${SURFACES.a.evaluate}/batch`;

const ERRING = `context.a.exists(a, context.a.exists(b, bool("${'x'.repeat(1000)}")))`;
const NUMBERS = Array.from({ length: 60 }, (_, place) => place);
const STARS = Array.from({ length: 900 }, (_, place) => `${'*a'.repeat(100 + (place % 20))}*b${place}`);

/** Runs it beside a second tenant's evaluations. @param leastTurns of the event loop that others get meanwhile. */
async function besideAnother(
  t: TestContext,
  { app, service, name }: TestTenant,
  leastTurns: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { secret } = await keyHolder(service, `${name}-another`, { tier: 'enterprise' });
  let isOver = false;
  let answered = 0;
  const others = async () => {
    while (!isOver) {
      const { status } = await evaluate(app, 'a', { action: 'look.up', context: {} }, { key: secret });
      assert.equal(status, 200);
      if (!isOver) answered += 1;
    }
  };
  const asking = others();
  const { value, longestMs, turns } = await stretchesOf(() => work().finally(() => (isOver = true)));
  await asking;
  t.diagnostic(`${longestMs.toFixed(1)} ms at most between ${turns} turns; ${answered} answers for another`);
  assert.ok(longestMs < MAX_MS, `the event loop stood for ${longestMs} ms of CPU`);
  assert.ok(turns >= leastTurns, `there were ${turns} turns of the event loop, and not ${leastTurns}`);
  return value;
}

/** Loads the compiler, and uses what evaluates once. */
const warmedUp = ({ app }: TestTenant) => simulated(app, 'true');

const ruled = (...whens: string[]) =>
  whens.map((when, place) => ({ id: `r${place}`, when, effect: 'block' as const }));

const simulated = (app: FastifyInstance, ...whens: string[]) =>
  ask(app, 'a', SIMULATE, { body: { action: 'a', context: { a: [1] }, policy: { rules: ruled(...whens) } } });

testAsTenant('a-batch-under-failing-rules-delays-no-other-tenant', async (tenant, t) => {
  await warmedUp(tenant);
  const { app } = tenant;
  await inForce(app, 'costly', ruled(...Array.from({ length: 5 }, () => ERRING)));
  const evaluations = Array.from({ length: 40 }, (_, place) => {
    return { action: `a.${place}`, context: { a: NUMBERS } };
  });
  const { body } = await besideAnother(t, tenant, evaluations.length, () =>
    ask(app, 'a', BATCH, { body: { evaluations } }),
  );
  assert.deepEqual(
    body.results.map(({ action, verdict }: Answer['body']) => ({ action, verdict })),
    evaluations.map(({ action }) => ({ action, verdict: 'escalate' })),
  );
});

testAsTenantOnEachDatabase('a-batch-that-names-approvals-delays-no-other-tenant', async (tenant, t) => {
  await warmedUp(tenant);
  const { app } = tenant;
  await inForce(app, 'costly', ruled(...Array.from({ length: 5 }, () => ERRING)));
  const evaluations = Array.from({ length: 40 }, (_, place) => {
    return { action: `a.${place}`, context: { a: NUMBERS, approval_id: `apr_${'0'.repeat(24)}` } };
  });
  await besideAnother(t, tenant, evaluations.length, () => ask(app, 'a', BATCH, { body: { evaluations } }));
});

testAsTenant('a-batch-that-takes-several-turns-is-answered-as-one-that-takes-one', async (tenant) => {
  await warmedUp(tenant);
  const { app } = tenant;
  const limits = { limit_usd: 10, agent_id: 'swift' };
  const swift = await newBudget(app, limits);
  const slow = await newBudget(app, { ...limits, agent_id: 'slow' });
  const batch = async (agent_id: string) => {
    const paid = (place: number) => {
      return {
        action: 'pay',
        agent_id,
        context: { a: NUMBERS.slice(0, 30), estimated_cost_usd: 1, place },
      };
    };
    const once = { ...paid(0), idempotency_key: `once-${agent_id}` };
    const evaluations = [once, ...Array.from({ length: 16 }, (_, place) => paid(place)), once];
    const { body } = await ask(app, 'a', BATCH, { body: { evaluations } });
    assert.equal(body.results[0].evidence_id, body.results.at(-1).evidence_id);
    return body.results.map((result: Answer['body']) => result.verdict);
  };
  const expected = await batch('swift');
  assert.deepEqual(new Set(expected), new Set(['proceed', 'escalate']));
  const costly = 'context.a.exists(a, context.a.exists(b, a + b < -1.0)) && false';
  const rules = ['1', '2', '3'].map((id) => ({ id, when: costly, effect: 'block' as const }));
  await inForce(app, 'costly', rules);
  assert.deepEqual(await batch('slow'), expected);
  await assertTrue(app);
  assert.deepEqual(
    (await moneyOf(app, slow.budget_id)).slice(1),
    (await moneyOf(app, swift.budget_id)).slice(1),
  );
});

testAsTenant('a-catalogue-of-wildcards-delays-no-other-tenant', async (tenant, t) => {
  await warmedUp(tenant);
  const { app } = tenant;
  await change(app, () => ({ catalogue: STARS.map((action) => ({ action, is_irreversible: true })) }));
  const alternatives = Array.from({ length: 32 }, (_, place) => {
    return { action: `${'a'.repeat(250)}${place}`, risk_level: 'low' };
  });
  const evaluations = Array.from({ length: 20 }, (_, place) => {
    const own = alternatives.map(({ action }) => ({ action: `${action}.${place}`, risk_level: 'low' }));
    return { action: `${'a'.repeat(240)}.${place}`, context: { alternatives: own } };
  });
  await besideAnother(t, tenant, evaluations.length, () => ask(app, 'a', BATCH, { body: { evaluations } }));
});

/** Each place gets another text, because a remembered one is not read again. */
const READ: Readonly<Record<string, (place: number) => string>> = {
  blanks: (place) => `true${' '.repeat(2000)}&& ${place} == 1`,
  'blanks-at-the-end': (place) => `${place} == 1${' '.repeat(2030)}`,
  text: (place) => `action == "${place}${'x'.repeat(2020)}"`,
  braces: (place) => `${place} == ${'{"a":'.repeat(45)}1`,
  brackets: (place) => `${'(true && '.repeat(48)}${place} == 1${')'.repeat(48)}`,
  patterns: (place) =>
    ['(a|b)*c'.repeat(55), '[^a]b?'.repeat(70), 'a?'.repeat(200)]
      .map((pattern) => `action.matches("${pattern}${place}")`)
      .join(' || '),
};

for (const [what, text] of Object.entries(READ)) {
  testAsTenant(`a-hundred-rules-of-${what}-are-read-by-turns`, async (tenant, t) => {
    await warmedUp(tenant);
    const rules = ruled(...Array.from({ length: 100 }, (_, place) => text(place)));
    await besideAnother(t, tenant, 20, () =>
      ask(tenant.app, 'a', `${POLICIES}/validate`, { body: { rules } }),
    );
  });
}
