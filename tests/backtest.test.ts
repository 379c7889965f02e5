/** A back-test lists exactly the verdicts that would change, of this tenant only, from the remaining evidence. */
import assert from 'node:assert/strict';
import {
  DEFAULT_APPROVAL_SETTINGS,
  standardDocument,
} from '@assize/service/governance/settings/terms/index.ts';
import { backtest, changesIn, examplesOf, paid } from './support/acts/backtests.ts';
import { decide, escalated, withApproval } from './support/approvals/approvals.ts';
import { redact } from './support/evidence/removals.ts';
import { act, inForce, rule } from './support/governance/policies.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

const IS_LARGE = 'action == "payment.send" && has(context.amount) && context.amount > ';

testAsTenantOnEachDatabase('counts-and-names-exactly-what-would-change', async ({ app }) => {
  const before = await paid(app, 900);
  await inForce(app, 'spending', [rule(`${IS_LARGE}100.0`, 'escalate', 'large')]);
  await inForce(app, 'reading', [rule('action == "secret.read"', 'escalate', 'secret')]);
  const ids = new Map<number, string>();
  for (const amount of [50, 150, 250, 350]) ids.set(amount, await paid(app, amount));
  const context = { risk_level: 'high' as const, amount: 999 };
  const { body: grave } = await evaluate(app, 'b', { action: 'payment.send', context, agent_id: 'a' });
  assert.equal(grave.verdict, 'ESCALATE');
  await evaluate(app, 'a', { action: 'secret.read', context: {} });
  await evaluate(app, 'a', { action: 'note.add', context: { amount: 5000 } });

  // The draft passes what the active policy escalates, and blocks amounts over 300. The other policy stays active.
  const policy = { rules: [rule(`${IS_LARGE}300.0`, 'block', 'larger')] };
  const answer = await backtest(app, 'spending', { policy });
  assert.deepEqual(
    { status: answer.status, evaluations: answer.body.evaluations, skipped: answer.body.skipped },
    { status: 200, evaluations: 8, skipped: 0 },
  );
  assert.deepEqual(changesIn(answer), {
    'escalate > block': 2,
    'escalate > proceed': 2,
    'proceed > block': 1,
  });
  assert.deepEqual(examplesOf(answer, 'proceed', 'block'), [before]);
  assert.deepEqual(examplesOf(answer, 'escalate', 'proceed'), [ids.get(150), ids.get(250)]);
  assert.deepEqual(examplesOf(answer, 'escalate', 'block'), [ids.get(350), grave.evidence_id]);
  assert.deepEqual(answer.body.rules, [{ rule: 'larger', matched: 3, erred: 0 }]);
  const example = answer.body.changed.find(({ to }: { to: string }) => to === 'block').examples[1];
  assert.deepEqual(
    {
      action: example.action,
      rules: example.rules,
      namesPolicyAdherence: example.laws.includes('policy_adherence'),
    },
    { action: 'payment.send', rules: ['spending/larger'], namesPolicyAdherence: true },
  );

  // The active version changes no evaluation that it judged itself; earlier ones were judged without it.
  const held = await backtest(app, 'spending', { version: 1 });
  assert.deepEqual(changesIn(held), { 'proceed > escalate': 1 });
  assert.deepEqual(changesIn(await backtest(app, 'spending', {})), { 'proceed > escalate': 1 });
  // A policy with a new name is added to the others.
  const beside = await backtest(app, 'further', { policy: { rules: [rule('action == "note.add"')] } });
  assert.deepEqual(changesIn(beside), { 'proceed > block': 1 });
});

testAsTenant('a-humans-answer-counts-for-the-draft-too', async ({ app }) => {
  await inForce(app, 'spending', [rule(`${IS_LARGE}100.0`, 'escalate', 'large')]);
  const body = { action: 'payment.send', agent_id: 'a', context: { amount: 150 } };
  const id = await escalated(app, body);
  await decide(app, 'approve', id);
  assert.equal((await evaluate(app, 'b', withApproval(id, body))).body.verdict, 'PROCEED');
  assert.deepEqual(changesIn(await backtest(app, 'spending', {})), {});
  const settings = standardDocument(DEFAULT_APPROVAL_SETTINGS);
  const changesOf = async (id: string) => {
    const policy = { rules: [rule(`${IS_LARGE}120.0`, 'escalate', id)] };
    const alone = changesIn(await backtest(app, 'spending', { policy }));
    assert.deepEqual(changesIn(await backtest(app, 'spending', { policy, settings })), alone);
    return alone;
  };
  assert.deepEqual(await changesOf('large'), {});
  assert.deepEqual(await changesOf('another'), { 'proceed > escalate': 1 });
});

testAsTenant('skips-removed-records-and-says-so', async ({ app }) => {
  const gone = await paid(app, 500);
  const left = await paid(app, 600);
  assert.equal((await redact(app, gone)).status, 200);
  const policy = { rules: [rule(`${IS_LARGE}100.0`)] };
  // The payload is removed after the answer.
  await until(async () => (await backtest(app, 'any', { policy })).body.skipped === 1);
  const answer = await backtest(app, 'any', { policy });
  assert.deepEqual(
    { evaluations: answer.body.evaluations, skipped: answer.body.skipped },
    { evaluations: 1, skipped: 1 },
  );
  assert.deepEqual(examplesOf(answer, 'proceed', 'block'), [left]);
});

testAsTenant('counts-rules-that-err-as-blocks', async ({ app }) => {
  for (const amount of [50, null, null, 200]) await paid(app, amount);
  const rules = [rule('context.amount > 100.0', 'escalate', 'hasty'), rule('true', 'note', 'idle')];
  const answer = await backtest(app, 'any', { policy: { rules } });
  assert.deepEqual(changesIn(answer), { 'proceed > block': 2, 'proceed > escalate': 1 });
  assert.equal(answer.body.erred_count, 2);
  assert.deepEqual(answer.body.rules, [
    { rule: 'hasty', matched: 1, erred: 2 },
    { rule: 'idle', matched: 4, erred: 0 },
  ]);
});

testAsTenant('keeps-to-the-period-and-to-the-number-of-examples', async ({ app, service }) => {
  const ids: string[] = [];
  for (const amount of [1, 2, 3, 4]) ids.push(await paid(app, amount));
  const DAY_MS = 86_400_000;
  const dayOf = (ago: number) => new Date(service.clock.now() - ago * DAY_MS).toISOString();
  const { db } = service;
  for (const [place, id] of ids.entries()) {
    const created_at = service.clock.now() - (10 - place) * DAY_MS;
    await db.updateTable('artifacts').set({ created_at }).where('id', '=', id).execute();
  }
  const policy = { rules: [rule('true')] };
  const within = await backtest(app, 'any', { policy, from_date: dayOf(9.5), to_date: dayOf(7.5) });
  assert.deepEqual(examplesOf(within, 'proceed', 'block'), [ids[1], ids[2]]);
  assert.equal(within.body.evaluations, 2);
  const one = await backtest(app, 'any', { policy, examples: 1 });
  assert.deepEqual(changesIn(one), { 'proceed > block': 4 });
  assert.deepEqual(examplesOf(one, 'proceed', 'block'), [ids[3]]);
  const none = await backtest(app, 'any', { policy, examples: 0, from_date: dayOf(1) });
  assert.deepEqual(
    { evaluations: none.body.evaluations, changed: none.body.changed },
    { evaluations: 0, changed: [] },
  );
  const turned = await backtest(app, 'any', { policy, from_date: dayOf(1), to_date: dayOf(2) });
  assert.deepEqual(
    { status: turned.status, loc: turned.body.detail[0].loc },
    { status: 422, loc: ['body', 'to_date'] },
  );
});

testAsTenant('tries-settings-alone-and-together-with-a-policy', async ({ app }) => {
  const [small, large] = [await paid(app, 5), await paid(app, 500)];
  const standard = standardDocument(DEFAULT_APPROVAL_SETTINGS);
  const settings = { ...standard, catalogue: [{ action: 'payment.*', risk_level: 'high' }] };
  const alone = await ask(app, 'a', '/api/v1/settings/backtest', { body: { settings } });
  assert.deepEqual({ status: alone.status, policy: alone.body.policy }, { status: 200, policy: null });
  assert.deepEqual(examplesOf(alone, 'proceed', 'escalate'), [small, large]);
  const rules = [rule(`facts.risk_level == "high" && ${IS_LARGE}100.0`)];
  const together = await backtest(app, 'any', { policy: { rules }, settings });
  assert.deepEqual(examplesOf(together, 'proceed', 'escalate'), [small]);
  assert.deepEqual(examplesOf(together, 'proceed', 'block'), [large]);
  // Under the settings of that time, the risk was low.
  assert.deepEqual(changesIn(await backtest(app, 'any', { policy: { rules } })), {});
  const same = await ask(app, 'a', '/api/v1/settings/backtest', { body: { settings_version: 0 } });
  assert.deepEqual(
    { evaluations: same.body.evaluations, changed: same.body.changed },
    { evaluations: 2, changed: [] },
  );
});

testAsTenant('keeps-the-policies-of-the-time-where-settings-are-tried', async ({ app }) => {
  await inForce(app, 'graded', [rule('facts.risk_level == "high"')]);
  const held = await paid(app, 5);
  await act(app, 'graded', 'deactivate', { expected_version: 1 });
  const free = await paid(app, 6);
  const standard = standardDocument(DEFAULT_APPROVAL_SETTINGS);
  const settings = { ...standard, catalogue: [{ action: 'payment.*', risk_level: 'high' }] };
  const answer = await ask(app, 'a', '/api/v1/settings/backtest', { body: { settings } });
  assert.deepEqual(examplesOf(answer, 'proceed', 'block'), [held]);
  assert.deepEqual(examplesOf(answer, 'proceed', 'escalate'), [free]);
});

testAsTenant('shows-no-other-tenants-evaluations', async ({ app, service, name, sandboxKey }) => {
  await inForce(app, 'spending', [rule(`${IS_LARGE}100.0`)]);
  await paid(app, 5);
  const policy = { rules: [rule('true')] };
  const { secret } = await keyHolder(service, `${name}-other`);
  for (const key of [secret, sandboxKey]) {
    const { status, body } = await backtest(app, 'spending', { policy }, key);
    assert.deepEqual(
      { status, evaluations: body.evaluations, changed: body.changed },
      { status: 200, evaluations: 0, changed: [] },
    );
    assert.equal((await backtest(app, 'spending', { version: 1 }, key)).status, 404);
  }
  const narrow = await keyHolder(service, `${name}-narrow`, { scopes: ['keys:manage'] });
  const { status, body } = await backtest(app, 'spending', { policy }, narrow.secret);
  assert.deepEqual(
    { status, detail: body.detail },
    { status: 403, detail: 'This API key lacks the scope evidence:read.' },
  );
});
