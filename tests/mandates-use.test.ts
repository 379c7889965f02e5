/**
 * Acting under a mandate: what lies beyond it, how much it may cost, how often, and that 500 who race for the last
 * use get one.
 */
import assert from 'node:assert/strict';
import { PAY, TOOLS } from './support/acts/tools.ts';
import { decide } from './support/approvals/approvals.ts';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import { AGENT, changed, mandateNow, opened, under, verdictUnder } from './support/governance/mandates.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

const RACERS = 500;
const LOOK = { tool: 'files.look', effect: 'read', targets: [] };
const IBAN = 'DE89370400440532013000';
const OTHER_IBAN = 'GB82WEST12345698765432';

const put = (app: Parameters<typeof ask>[0], entry: object) =>
  ask(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
const paying = (recipient: string, amount = 5) => ({
  action: 'bank.pay',
  context: { arguments: { recipient, amount }, confidence_score: 0.99, trust_score: 99 },
});

testAsTenantOnEachDatabase('gives-the-last-action-to-one-of-500', async ({ app, service, key }) => {
  const { mandate_id: id } = await opened(app, { effects: ['read'], max_actions: 3 });
  for (let used = 0; used < 2; used += 1) assert.equal((await verdictUnder(app, id)).verdict, 'PROCEED');
  const answers = await Promise.all(Array.from({ length: RACERS }, () => evaluate(app, 'b', under(id))));
  const seen = Map.groupBy(answers, ({ status, body }) => `${status} ${body.verdict}`);
  assert.deepEqual([...seen].map(([what, of]) => [what, of.length]).sort(), [
    ['200 BLOCK', RACERS - 1],
    ['200 PROCEED', 1],
  ]);
  const { status, actions_used } = await mandateNow(app, id);
  assert.deepEqual({ status, actions_used }, { status: 'used_up', actions_used: 3 });
  await until(async () => (await changesOf(service, 'mandate.use_up', key)).length === 1);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase(
  'spends-no-more-than-the-budget-where-many-race',
  async ({ app, service, key }) => {
    const { mandate_id: id } = await opened(app, { effects: ['read'], budget_usd: 10 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => evaluate(app, 'b', under(id, { context: { estimated_cost_usd: 1 } }))),
    );
    const proceeds = answers.filter(({ body }) => body.verdict === 'PROCEED').length;
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.ok(proceeds >= 1 && proceeds <= 10, String(proceeds));
    assert.equal((await mandateNow(app, id)).spent_usd, proceeds);
    await requireTrue(service, key);
  },
);

testAsTenantOnEachDatabase('counts-no-cost-without-a-budget-however-great', async ({ app, service, key }) => {
  const { mandate_id: id } = await opened(app, { effects: ['read'], max_actions: 3 });
  const { verdict } = await verdictUnder(app, id, {
    context: { estimated_cost_usd: Number.MAX_SAFE_INTEGER },
  });
  assert.equal(verdict, 'PROCEED');
  const { spent_usd, actions_used } = await mandateNow(app, id);
  assert.deepEqual({ spent_usd, actions_used }, { spent_usd: 0, actions_used: 1 });
  await requireTrue(service, key);
});

testAsTenant('lets-what-is-free-pass-under-a-budget-of-nothing', async ({ app }) => {
  const { mandate_id: id, status } = await opened(app, { effects: ['read'], budget_usd: 0 });
  assert.equal(status, 'open');
  assert.equal((await verdictUnder(app, id)).verdict, 'PROCEED');
  assert.equal((await verdictUnder(app, id, { context: { estimated_cost_usd: 0.01 } })).verdict, 'BLOCK');
});

testAsTenant('does-not-count-what-does-not-proceed', async ({ app }) => {
  const { mandate_id: id } = await opened(app, { effects: ['read'], max_actions: 1 });
  const asked = await verdictUnder(app, id, { context: { risk_level: 'high' } });
  assert.equal(asked.verdict, 'ESCALATE');
  assert.equal((await mandateNow(app, id)).actions_used, 0);
  await decide(app, 'approve', asked.approval_id ?? '');
  const approved = { risk_level: 'high', has_approval: true, approval_id: asked.approval_id };
  assert.equal((await verdictUnder(app, id, { context: approved })).verdict, 'PROCEED');
  assert.equal((await mandateNow(app, id)).status, 'used_up');
});

testAsTenant('asks-about-an-effect-beyond-it-and-fails-it-where-it-is-strict', async ({ app }) => {
  assert.equal((await put(app, { ...PAY, risk_level: 'low', is_irreversible: false })).status, 200);
  for (const [strict, verdict] of [
    [false, 'ESCALATE'],
    [true, 'BLOCK'],
  ] as const) {
    const { mandate_id: id } = await opened(app, { effects: ['read'], targets: [{ value: IBAN }], strict });
    const { verdict: given, reasoning } = await verdictUnder(app, id, paying(IBAN));
    assert.equal(given, verdict, reasoning);
    assert.match(reasoning, new RegExp(`the mandate ${id} does not cover the effect pay`));
  }
});

testAsTenant('asks-about-a-tool-beyond-it', async ({ app }) => {
  assert.equal((await put(app, LOOK)).status, 200);
  const { mandate_id: id } = await opened(app, { effects: ['read'], tools: ['mail.*', 'Files.Look'] });
  for (const [action, verdict] of [
    ['files.look', 'PROCEED'],
    ['mcp__files__look', 'PROCEED'],
    ['FILES_LOOK', 'PROCEED'],
  ])
    assert.equal((await verdictUnder(app, id, { action })).verdict, verdict, action);
  const { mandate_id: other } = await opened(app, { effects: ['read'], tools: ['mail.*'] });
  const { verdict, reasoning } = await verdictUnder(app, other, { action: 'files.look' });
  assert.equal(verdict, 'ESCALATE');
  assert.match(reasoning, /does not cover the tool/);
});

testAsTenant('knows-the-targets-that-it-names-and-no-other', async ({ app }) => {
  assert.equal((await put(app, { ...PAY, risk_level: 'low', is_irreversible: false })).status, 200);
  const { mandate_id: id } = await opened(app, {
    effects: ['pay'],
    targets: [{ value: 'DE89 3704 0044 0532 0130 00' }],
  });
  const known = await verdictUnder(app, id, paying(IBAN));
  assert.equal(known.verdict, 'PROCEED', known.reasoning);
  const other = await verdictUnder(app, id, paying(OTHER_IBAN));
  assert.equal(other.verdict, 'ESCALATE');
  assert.match(other.reasoning, /is in no record, no earlier approval and no mandate/);
  const { mandate_id: byWords } = await opened(app, { task: `Pay 5 USD to ${IBAN}` });
  const named = await verdictUnder(app, byWords, paying(IBAN));
  assert.equal(named.verdict, 'PROCEED', named.reasoning);
});

testAsTenant('holds-an-agent-to-its-own-mandate-only', async ({ app }) => {
  const { mandate_id: id } = await opened(app, { effects: ['read'] });
  const { body } = await evaluate(app, 'b', { ...under(id), agent_id: `${AGENT}x` });
  assert.equal(body.verdict, 'BLOCK');
  const nameless = await evaluate(app, 'b', { ...under(id), agent_id: undefined });
  assert.equal(nameless.body.verdict, 'BLOCK');
  await changed(app, 'close', id, {});
});

testAsTenantOnEachDatabase('repeats-an-answer-until-the-mandate-is-closed', async ({ app, service, key }) => {
  const { mandate_id: id } = await opened(app, { effects: ['read'], max_actions: 1 });
  const request = { ...under(id), idempotency_key: 'once' };
  const { body: first } = await evaluate(app, 'a', request);
  assert.equal(first.verdict, 'proceed');
  // This very request used it up.
  const { body: again } = await evaluate(app, 'a', request);
  assert.deepEqual(
    { verdict: again.verdict, evidence: again.evidence_id },
    { verdict: 'proceed', evidence: first.evidence_id },
  );
  assert.equal((await mandateNow(app, id)).actions_used, 1);
  await changed(app, 'close', id, {});
  const { body: late } = await evaluate(app, 'a', request);
  assert.equal(late.verdict, 'block');
  assert.notEqual(late.evidence_id, first.evidence_id);
  await requireTrue(service, key);
});
