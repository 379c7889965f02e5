/** Calls from one task that differ only in targets form a bundle, which one person can decide together. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { APPROVALS, decide, escalated, statusOf, withApproval } from './support/approvals/approvals.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import { AGENT, fieldsOf, opened } from './support/governance/mandates.ts';
import { withTools } from './support/governance/plans.ts';
import { change } from './support/governance/settings.ts';
import {
  type Answer,
  ask,
  askOk,
  type Call,
  evaluate,
  type Surface,
  speakFor,
} from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

interface Paying {
  to?: string;
  amount?: number;
  given?: object;
  context?: object;
  more?: object;
}

/** A payment of one session, which needs a human. */
function paying({ to = 'GB82WEST12345698765432', amount = 90, given, context, more }: Paying = {}) {
  const named = { recipient: to, amount, currency: 'EUR', ...given };
  const claims = { session_id: 's-1', risk_level: 'high', confidence_score: 0.95, trust_score: 95 };
  return {
    action: 'bank.pay',
    agent_id: AGENT,
    ...more,
    context: { ...claims, ...context, arguments: named },
  };
}

const account = (place: number) => `ACC-${String(place).padStart(6, '0')}`;

async function bundleOf(app: FastifyInstance, body: object, call: Call = {}): Promise<string | null> {
  const { body: answered } = await evaluate(app, 'a', body, call);
  assert.equal(answered.verdict, 'escalate', JSON.stringify(answered));
  const id = answered.escalation_id.replace('esc_', 'apr_');
  return (await askOk(app, 'b', `${APPROVALS.b}/${id}`, call)).bundle;
}

function together(
  app: FastifyInstance,
  body: { approval_ids: unknown; decision?: string; comment?: string },
  { surface = 'a', ...call }: Call & { surface?: Surface } = {},
): Promise<Answer> {
  return ask(app, surface, `${APPROVALS[surface]}/decide`, {
    ...call,
    body: { decision: 'approved', ...body },
  });
}

async function held(app: FastifyInstance, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1)
    ids.push(await escalated(app, paying({ to: account(place) })));
  return ids;
}

for (const surface of ['a', 'b'] as Surface[]) {
  testAsTenantOnEachDatabase(
    `decides-a-bundle-together-and-records-each-by-surface-${surface}`,
    async ({ app, service, key }) => {
      await withTools(app);
      const ids = await held(app, 3);
      const { body } = await together(app, { approval_ids: ids, comment: 'all of May' }, { surface });
      const approved = { status: 'approved', error: null };
      assert.deepEqual(
        body.items,
        ids.map((approval_id) => ({ approval_id, ...approved })),
      );
      for (const [place, id] of ids.entries()) {
        const shown = await askOk(app, surface, `${APPROVALS[surface]}/${id}`);
        assert.equal(shown.decisions[0].comment, 'all of May');
        const again = await evaluate(app, 'b', withApproval(id, paying({ to: account(place) })));
        assert.equal(again.body.verdict, 'PROCEED', again.body.reasoning);
      }
      const records = await askOk(app, 'a', '/api/v1/evidence/search', {
        body: { artifact_type: 'action_approved' },
      });
      assert.equal(records.items.length, 3, 'each has its own record');
      await requireTrue(service, key);
    },
  );
}

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

testAsTenantOnEachDatabase('decides-nothing-unless-all-are-in-one-bundle', async ({ app, service }) => {
  await withTools(app);
  const [one = '', two = ''] = await held(app, 2);
  const other = await escalated(app, paying({ amount: 91 }));
  const { secret } = await keyHolder(service, 'neighbour', { tier: 'enterprise' });
  await withTools(speakFor(app, secret));
  const foreign = await escalated(app, paying({ to: account(1) }), { key: secret });
  const bad: [ids: string[], fields: number[]][] = [
    [[one, other], [1]],
    [[one, foreign, two], [1]],
    [[one, `apr_${'0'.repeat(24)}`], [1]],
    [[one, 'no id'], [1]],
    [[one, two, one], [2]],
  ];
  for (const [ids, places] of bad) {
    const answer = await together(app, { approval_ids: ids });
    const fields = places.map((place) => `body.approval_ids.${place}`);
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, fields], ids.join());
  }
  for (const approval_ids of [[], Array.from({ length: 51 }, () => one), 'all', [7]]) {
    assert.equal((await together(app, { approval_ids })).status, 422);
  }
  assert.equal((await together(app, { approval_ids: [one], decision: 'maybe' })).status, 422);
  for (const id of [one, two, other]) assert.equal(await statusOf(app, id), 'pending');
});

testAsTenantOnEachDatabase('gives-each-of-fifty-its-own-result', async ({ app, service, key }) => {
  await withTools(app);
  const ids = await held(app, 50);
  const [failing = ''] = ids.slice(20);
  assert.equal((await decide(app, 'reject', failing)).status, 200);
  const { status, body } = await together(app, { approval_ids: ids });
  assert.equal(status, 200);
  const refused = { code: 'approval_not_pending', detail: 'The approval is rejected.' };
  assert.deepEqual(
    body.items,
    ids.map((approval_id) =>
      approval_id === failing
        ? { approval_id, status: null, error: refused }
        : { approval_id, status: 'approved', error: null },
    ),
  );
  const again = await together(app, { approval_ids: ids });
  assert.deepEqual(again.body, body, 'the same again changes nothing');
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase(
  'decides-together-only-what-they-may-decide',
  async ({ app, service, name, key }) => {
    await withTools(app);
    await change(app, (settings) => ({ ...settings, approvals: APART }));
    const ids = await held(app, 2);
    const own = await together(app, { approval_ids: ids });
    assert.deepEqual(
      own.body.items.map(({ status, error }: { status: unknown; error: { code: string } }) => [
        status,
        error.code,
      ]),
      ids.map(() => [null, 'forbidden']),
    );
    const agent = await keyHolder(service, name, { scopes: ['governance:evaluate'] });
    assert.equal((await together(app, { approval_ids: ids }, { key: agent.secret })).status, 403);
    const { secret } = await keyHolder(service, name);
    const first = await together(app, { approval_ids: ids }, { key: secret });
    const pending = ids.map((approval_id) => ({ approval_id, status: 'pending', error: null }));
    assert.deepEqual(first.body.items, pending, 'each still needs another person');
    assert.equal((await changesOf(service, 'approval.decide', key)).length, 2);
    await requireTrue(service, key);
  },
);

const APART = {
  lifetime_hours: 2,
  required: { low: 1, medium: 1, high: 2, critical: 2 },
  separation_of_duties: true,
};

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
