/** An approval is for one request of one tenant in one environment; every other request is refused. */
import assert from 'node:assert/strict';
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import { bindingOf } from '@assize/service/approvals/binding.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE, statusOf, withApproval } from './support/approvals/approvals.ts';
import { newBudget } from './support/governance/budgets.ts';
import { requireTrue } from './support/governance/governance.ts';
import { type Answer, ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

const FULL = {
  ...GRAVE,
  context: {
    ...GRAVE.context,
    is_irreversible: false,
    estimated_cost_usd: 10,
    budget_remaining_usd: 100,
    min_confidence: 0.5,
    actor_type: 'ai_agent',
    artifact_type: 'action_executed',
    to: ['a', 'b'],
    note: 'n',
  },
};

/** Each function changes one part of the request. */
const CHANGES: Record<string, (body: typeof FULL) => object> = {
  action: (body) => ({ ...body, action: 'invoice.pay2' }),
  agent: (body) => ({ ...body, agent_id: 'agent-8' }),
  'no agent': ({ agent_id: _, ...body }) => body,
  user: (body) => ({ ...body, user_id: 'u' }),
  'one more field': (body) => ({ ...body, context: { ...body.context, more: null } }),
  'nested field': (body) => ({ ...body, context: { ...body.context, invoice: { number: 8 } } }),
  'order of a list': (body) => ({ ...body, context: { ...body.context, to: ['b', 'a'] } }),
  ...Object.fromEntries(
    Object.entries({
      risk_level: 'critical',
      is_irreversible: true,
      estimated_cost_usd: 10.01,
      budget_remaining_usd: 101,
      confidence_score: 0.96,
      min_confidence: 0.4,
      trust_score: 96,
      artifact_type: 'governance_eval',
      note: 'm',
    }).map(([field, value]) => [
      field,
      (body: typeof FULL) => ({ ...body, context: { ...body.context, [field]: value } }),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(FULL.context)
      .filter((field) => field !== 'risk_level')
      .map((field) => [
        `no ${field}`,
        (body: typeof FULL) => ({
          ...body,
          context: Object.fromEntries(Object.entries(body.context).filter(([name]) => name !== field)),
        }),
      ]),
  ),
};

testAsTenant('is-used-by-the-very-request-it-was-given-for', async ({ app, sandboxKey }) => {
  const id = await escalated(app, FULL);
  for (const state of ['pending', 'approved']) {
    if (state === 'approved') await decide(app, 'approve', id);
    for (const [what, change] of Object.entries(CHANGES)) {
      const { body } = await evaluate(app, 'b', change(withApproval(id, FULL)));
      assert.equal(body.verdict, 'BLOCK', what);
      assert.match(body.block_reason, /the approval is bound to another request/, what);
    }
    const foreign = await evaluate(app, 'b', withApproval(id, FULL), { key: sandboxKey });
    assert.match(foreign.body.block_reason, /the approval is not known/);
    assert.equal(await statusOf(app, id), state);
  }
  // The same request in another order, with other values in fields that do not bind.
  const { context, ...rest } = withApproval(id, FULL);
  const reversed = Object.fromEntries(Object.entries(context).reverse());
  const same = { context: reversed, tenant_id: 'mine', ...rest };
  const url = '/api/v1/core/governance/simulate';
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await ask(app, 'a', url, { body: same })).body.verdict, 'proceed');
  }
  assert.equal(await statusOf(app, id), 'approved');
  assert.equal((await evaluate(app, 'b', same)).body.verdict, 'PROCEED');
  assert.match((await evaluate(app, 'b', same)).body.block_reason, /the approval is consumed/);
});

testAsTenant('binds-the-session-only-where-it-may-be-an-argument', async ({ app }) => {
  const inSession = (session_id: string, more: object) => ({
    ...GRAVE,
    context: { ...GRAVE.context, ...more, session_id },
  });
  for (const [more, verdict] of [
    [{ arguments: { number: 7 } }, 'proceed'],
    [{ arguments: null }, 'block'],
    [{}, 'block'],
  ] as const) {
    const id = await escalated(app, inSession('first', more));
    await decide(app, 'approve', id);
    assert.equal((await wouldBe(app, id, inSession('second', more))).verdict, verdict);
    assert.equal((await wouldBe(app, id, inSession('first', more))).verdict, 'proceed');
  }
});

testAsTenant('an-approval-from-before-holds-to-its-session', async ({ app, service, chain }) => {
  const asked = { ...GRAVE, context: { ...GRAVE.context, arguments: {}, session_id: 'first' } };
  const other = { ...asked, context: { ...asked.context, session_id: 'second' } };
  const id = await escalated(app, asked);
  assert.equal((await wouldBe(app, id, other)).verdict, 'escalate');
  await service.db
    .updateTable('approvals')
    .set({ binding_version: 2, binding: bindingOf(asked, 2) })
    .where('chain', '=', chain)
    .where('approval_id', '=', id)
    .execute();
  assert.match((await wouldBe(app, id, other)).explanation, /bound to another request/);
  assert.equal((await wouldBe(app, id, asked)).verdict, 'escalate');
});

type RefundRequest = typeof GRAVE & { description?: string };

const SHOWN: RefundRequest = { ...GRAVE, description: 'Refund 5 USD to the buyer.' };

/** The same request with another description, and with none. */
const REWORDED: [what: string, body: RefundRequest][] = [
  ['other words', { ...GRAVE, description: 'Refund 5,000 USD to the buyer.' }],
  ['one more sign', { ...SHOWN, description: `${SHOWN.description} ` }],
  ['no words', GRAVE],
  ['empty words', { ...GRAVE, description: '' }],
];

const SIMULATE = '/api/v1/core/governance/simulate';

/** Returns the verdict on a request that names the approval, without using the approval. */
async function wouldBe(app: FastifyInstance, id: string, body: RefundRequest): Promise<Answer['body']> {
  const answer = await ask(app, 'a', SIMULATE, { body: withApproval(id, body) });
  assert.equal(answer.status, 200);
  return answer.body;
}

async function requireOnlyShown(app: FastifyInstance, id: string): Promise<void> {
  for (const state of ['pending', 'approved']) {
    if (state === 'approved') await decide(app, 'approve', id);
    for (const [what, body] of REWORDED) {
      const { verdict, explanation } = await wouldBe(app, id, body);
      assert.equal(verdict, 'block', `${state}, ${what}`);
      assert.match(explanation, /the approval is bound to another request/, `${state}, ${what}`);
    }
    const { verdict } = await wouldBe(app, id, SHOWN);
    assert.equal(verdict, state === 'pending' ? 'escalate' : 'proceed');
  }
  assert.equal((await evaluate(app, 'a', withApproval(id, REWORDED[0]?.[1] ?? GRAVE))).body.verdict, 'block');
  assert.equal((await evaluate(app, 'b', withApproval(id))).body.verdict, 'BLOCK');
  assert.equal(await statusOf(app, id), 'approved');
  assert.equal((await evaluate(app, 'a', withApproval(id, SHOWN))).body.verdict, 'proceed');
}

async function opened(app: FastifyInstance, body: object): Promise<string> {
  const { body: answered } = await evaluate(app, 'a', body);
  assert.equal(answered.verdict, 'escalate');
  return answered.approval_id;
}

testAsTenant('an-approval-is-bound-to-the-text-that-the-approver-saw', async ({ app }) => {
  const id = await opened(app, SHOWN);
  await requireOnlyShown(app, id);
  const { body } = await ask(app, 'b', `/v1/approvals/${id}`);
  assert.deepEqual(
    { description: body.description, binding_version: body.binding_version },
    { description: SHOWN.description, binding_version: 3 },
  );
  const bound = { action: SHOWN.action, agent_id: SHOWN.agent_id, context: SHOWN.context };
  const { description } = SHOWN;
  assert.equal(body.binding, sha256Text(canonicalJson({ ...bound, description })));
});

testAsTenantOnEachDatabase(
  'carries-over-what-was-bound-without-its-text',
  async ({ app, service, key, chain }) => {
    const [id, redacted, wordless] = [
      await opened(app, SHOWN),
      await opened(app, SHOWN),
      await opened(app, GRAVE),
    ];
    for (const approval_id of [id, redacted, wordless]) {
      // As an earlier version wrote it.
      const binding = bindingOf(SHOWN, 1);
      await service.db
        .updateTable('approvals')
        .set({ binding, binding_version: 1 })
        .where('chain', '=', chain)
        .where('approval_id', '=', approval_id)
        .execute();
    }
    const { body: before } = await ask(app, 'a', `/api/v1/approvals/${id}`);
    assert.deepEqual(
      { status: before.status, binding_version: before.binding_version },
      { status: 'pending', binding_version: 1 },
    );
    await requireOnlyShown(app, id);

    await decide(app, 'approve', wordless);
    assert.equal((await evaluate(app, 'a', withApproval(wordless, SHOWN))).body.verdict, 'block');
    assert.equal((await evaluate(app, 'b', withApproval(wordless))).body.verdict, 'PROCEED');

    const { body } = await ask(app, 'a', `/api/v1/approvals/${redacted}`);
    const reason = { reason: 'It names a person.' };
    await ask(app, 'a', `/api/v1/evidence/${body.evidence_id}/redact`, { body: reason });
    await until(async () => (await wouldBe(app, redacted, SHOWN)).verdict === 'block');
    await requireTrue(service, key);
  },
);

testAsTenant('is-used-only-by-a-verdict-that-lets-the-action-proceed', async ({ app }) => {
  const costly = { ...GRAVE, context: { ...GRAVE.context, estimated_cost_usd: 90 } };
  const id = await escalated(app, costly);
  await decide(app, 'approve', id);
  await newBudget(app, { limit_usd: 100 });
  const { body } = await evaluate(app, 'b', withApproval(id, costly));
  assert.equal(body.verdict, 'ESCALATE');
  assert.notEqual(body.approval_id, id);
  assert.equal(await statusOf(app, id), 'approved');
});
