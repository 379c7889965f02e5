/** Calls from one task that differ only in targets form a bundle; a call that was removed or moved is in none. */
import assert from 'node:assert/strict';
import { APPROVALS, escalated, statusOf } from './support/approvals/approvals.ts';
import { account, bundleOf, held, paying, together } from './support/approvals/bundles.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { requireTrue } from './support/governance/governance.ts';
import { fieldsOf, opened } from './support/governance/mandates.ts';
import { withTools } from './support/governance/plans.ts';
import { ask, askOk } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('lists-the-approvals-of-a-bundle', async ({ app }) => {
  await withTools(app);
  const ids = await held(app, 3);
  const other = await escalated(app, paying({ amount: 91 }));
  const { bundle } = await askOk(app, 'b', `${APPROVALS.b}/${ids[0]}`);
  const first = await askOk(app, 'b', `${APPROVALS.b}?bundle=${bundle}&limit=2`);
  const rest = await askOk(app, 'b', `${APPROVALS.b}?bundle=${bundle}&limit=2&cursor=${first.next_cursor}`);
  const found = [...first.items, ...rest.items].map(({ approval_id }) => approval_id);
  assert.deepEqual({ found, total: first.total }, { found: ids, total: 3 });
  assert.ok(!found.includes(other));
  const foreign = await ask(app, 'b', `${APPROVALS.b}?limit=2&cursor=${first.next_cursor}`);
  assert.equal(foreign.status, 400, 'the cursor is for that bundle');
});

const LONG = 'x'.repeat(20_000);
const OTHERS: [what: string, body: object][] = [
  ['amount', paying({ amount: 90.01 })],
  ['currency', paying({ given: { currency: 'USD' } })],
  ['agent', paying({ more: { agent_id: 'agent-8' } })],
  ['person', paying({ more: { user_id: 'dana' } })],
  ['words', paying({ more: { description: 'for another reason' } })],
  ['tool', paying({ more: { action: 'bank_pay' } })],
  ['session', paying({ context: { session_id: 's-2' } })],
  ['risk', paying({ context: { risk_level: 'critical' } })],
  ['claim', paying({ context: { confidence_score: 0.96 } })],
  ['question', paying({ context: { confidence_score: 0.95, budget_remaining_usd: 91 } })],
  ['argument', paying({ given: { note: 'hello' } })],
  ['number of recipients', paying({ given: { recipient: [account(1), account(2)] } })],
];

testAsTenantOnEachDatabase(
  'joins-only-calls-that-differ-in-targets-alone',
  async ({ app, service, name }) => {
    await withTools(app);
    const bundle = await bundleOf(app, paying());
    assert.match(bundle ?? '', /^bnd_[0-9a-f]{24}$/);
    assert.equal(await bundleOf(app, paying({ to: account(1) })), bundle);
    for (const [what, body] of OTHERS) assert.notEqual(await bundleOf(app, body), bundle, what);
    const { secret } = await keyHolder(service, name);
    assert.notEqual(await bundleOf(app, paying(), { key: secret }), bundle, 'another key asked');
  },
);

testAsTenant('joins-nothing-that-is-of-no-task-or-names-no-target', async ({ app }) => {
  await withTools(app);
  const alone: [what: string, body: object][] = [
    ['no task', paying({ context: { session_id: undefined } })],
    ['no target', paying({ given: { recipient: undefined } })],
    ['unlisted tool', paying({ more: { action: 'unlisted' } })],
    ['a long request', paying({ given: { note: LONG } })],
    ['arguments that are a text', { ...paying(), context: { ...paying().context, arguments: 'broken' } }],
  ];
  for (const [what, body] of alone) assert.equal(await bundleOf(app, body), null, what);
  const [id] = await held(app, 1);
  const unbundled = await escalated(app, paying({ given: { recipient: undefined } }));
  const refused = await together(app, { approval_ids: [unbundled] });
  assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['body.approval_ids.0']]);
  assert.equal(await statusOf(app, id ?? ''), 'pending');
});

testAsTenant('joins-calls-under-one-mandate-across-sessions', async ({ app }) => {
  await withTools(app);
  const { mandate_id } = await opened(app);
  const of = (to: string, session_id: string) => paying({ to, context: { mandate_id, session_id } });
  const bundle = await bundleOf(app, of(account(1), 's-1'));
  assert.notEqual(bundle, null);
  assert.equal(await bundleOf(app, of(account(2), 's-2')), bundle);
});

testAsTenantOnEachDatabase('a-removed-request-leaves-its-bundle', async ({ app, service, chain, key }) => {
  await withTools(app);
  const [one = '', two = ''] = await held(app, 2);
  const { evidence_id } = await askOk(app, 'b', `${APPROVALS.b}/${one}`);
  await redactWhole(app, evidence_id);
  assert.equal((await askOk(app, 'b', `${APPROVALS.b}/${one}`)).bundle, null);
  const row = service.db.selectFrom('approvals').select('bundle').where('chain', '=', chain);
  assert.equal((await row.where('approval_id', '=', one).executeTakeFirstOrThrow()).bundle, null);
  const answer = await together(app, { approval_ids: [two, one] });
  assert.deepEqual([answer.status, fieldsOf(answer)], [422, ['body.approval_ids.1']]);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase(
  'notices-an-approval-that-was-moved-to-another-bundle',
  async ({ app, service, chain }) => {
    await withTools(app);
    const [one = ''] = await held(app, 1);
    const moved = await escalated(app, paying({ amount: 9000 }));
    const { bundle } = await askOk(app, 'b', `${APPROVALS.b}/${one}`);
    const change = service.db.updateTable('approvals').set({ bundle }).where('chain', '=', chain);
    await change.where('approval_id', '=', moved).execute();
    const { gaps } = await service.truth.verify(chain);
    const { evidence_id: evidenceId } = await askOk(app, 'b', `${APPROVALS.b}/${moved}`);
    assert.deepEqual(
      gaps.map(({ what, ...gap }) => [gap.evidenceId, what]),
      [[evidenceId, `Approval ${moved} is in another bundle than its request.`]],
    );
  },
);
