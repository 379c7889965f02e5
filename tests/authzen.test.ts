/**
 * AuthZEN (OpenID Authorization API 1.0): its own examples, its three semantics, and the same verdicts as on the
 * other surface.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decide } from './support/approvals/approvals.ts';
import { ALICE, EVALUATION, EVALUATIONS, post, READ, REQUEST, recorded } from './support/http/authzen.ts';
import { BLOCKED, ESCALATED } from './support/http/clients.ts';
import { ask, askOk, evaluate } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { runs } from './support/runner/runs.ts';

const documents = (...contexts: object[]) =>
  contexts.map((context, place) => ({ resource: { type: 'document', id: String(place) }, context }));

testAsTenantOnEachDatabase('decides-the-example-of-the-standard-and-records-it', async ({ app }) => {
  const { status, body, headers } = await post(app, EVALUATION, REQUEST, {
    headers: { 'x-request-id': 'bfe9eb29-ab87-4ca3-be83-a1d5d8305716' },
  });
  assert.equal(status, 200);
  assert.equal(headers['x-request-id'], 'bfe9eb29-ab87-4ca3-be83-a1d5d8305716');
  assert.equal(body.decision, true);
  assert.equal(body.context.verdict, 'proceed');
  assert.match(body.context.reason_user.en, /^Proceed: /);
  assert.match(String(headers['x-ratelimit-limit']), /^\d+$/);
  const record = await ask(app, 'a', `/api/v1/evidence/${body.context.evidence_id}`);
  const { request } = record.body.payload;
  assert.equal(request.action, 'can_read');
  assert.equal(request.user_id, ALICE.id);
  assert.deepEqual(request.context, {
    subject: { type: 'user' },
    resource: REQUEST.resource,
    time: REQUEST.context.time,
    arguments: { method: 'GET', resource: REQUEST.resource },
  });
});

testAsTenant('is-true-for-proceed-alone', async ({ app }) => {
  const decisions = [];
  for (const context of [{}, ESCALATED, BLOCKED]) {
    const { body } = await post(app, EVALUATION, { ...REQUEST, context });
    decisions.push([body.decision, body.context.verdict, 'approval_id' in body.context]);
  }
  assert.deepEqual(decisions, [
    [true, 'proceed', false],
    [false, 'escalate', true],
    [false, 'block', false],
  ]);
});

testAsTenant('goes-on-with-an-approval', async ({ app }) => {
  const asked = { ...REQUEST, subject: { type: 'agent', id: 'agent-7' }, context: ESCALATED };
  const { body } = await post(app, EVALUATION, asked);
  const { approval_id } = body.context;
  await decide(app, 'approve', approval_id);
  const context = { ...ESCALATED, has_approval: true, approval_id };
  const other = { ...asked, resource: { type: 'account', id: '124' }, context };
  assert.equal((await post(app, EVALUATION, other)).body.decision, false);
  assert.equal((await post(app, EVALUATION, { ...asked, context })).body.decision, true);
  assert.equal((await post(app, EVALUATION, { ...asked, context })).body.decision, false);
});

testAsTenant('holds-an-approval-to-properties-beside-arguments', async ({ app }) => {
  const pay = (amount: number, more = {}) => ({
    ...REQUEST,
    action: { name: 'pay', properties: { amount } },
    context: { ...ESCALATED, arguments: { note: 'n' }, ...more },
  });
  const { approval_id } = (await post(app, EVALUATION, pay(1))).body.context;
  await decide(app, 'approve', approval_id);
  const approved = { has_approval: true, approval_id };
  assert.equal((await post(app, EVALUATION, pay(1000, approved))).body.decision, false);
  const { body } = await post(app, EVALUATION, pay(1, approved));
  assert.equal(body.decision, true);
  const { context } = (await ask(app, 'a', `/api/v1/evidence/${body.context.evidence_id}`)).body.payload
    .request;
  assert.deepEqual([context.arguments, context.action], [{ note: 'n' }, { properties: { amount: 1 } }]);
});

testAsTenant('takes-no-arguments-for-none-given', async ({ app }) => {
  const { body } = await post(app, EVALUATION, { ...REQUEST, context: { arguments: null } });
  const record = await ask(app, 'a', `/api/v1/evidence/${body.context.evidence_id}`);
  const { context } = record.body.payload.request;
  assert.deepEqual(context.arguments, { method: 'GET', resource: REQUEST.resource });
});

const SEMANTICS: [semantic: string | undefined, contexts: object[], decisions: boolean[]][] = [
  [undefined, [{}, BLOCKED, {}], [true, false, true]],
  ['execute_all', [{}, ESCALATED, {}], [true, false, true]],
  ['deny_on_first_deny', [{}, ESCALATED, {}], [true, false]],
  ['deny_on_first_deny', [{}, {}], [true, true]],
  ['permit_on_first_permit', [BLOCKED, {}, {}], [false, true]],
  ['permit_on_first_permit', [BLOCKED, ESCALATED], [false, false]],
];

testAsTenantOnEachDatabase('asks-and-records-only-what-each-semantic-needs', async ({ app }) => {
  for (const [semantic, contexts, decisions] of SEMANTICS) {
    const before = await recorded(app);
    const options = semantic === undefined ? undefined : { evaluations_semantic: semantic };
    const body = { subject: ALICE, action: READ, evaluations: documents(...contexts), options };
    const answer = await post(app, EVALUATIONS, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const found = answer.body.evaluations.map(({ decision }: { decision: boolean }) => decision);
    assert.deepEqual(found, decisions, semantic);
    assert.equal((await recorded(app)) - before, decisions.length, semantic);
  }
});

testAsTenant('takes-what-an-evaluation-leaves-out-from-beside-it', async ({ app }) => {
  const { body } = await post(app, EVALUATIONS, {
    subject: ALICE,
    context: ESCALATED,
    action: READ,
    evaluations: [
      { resource: { type: 'document', id: 'boxcarring.md' } },
      { resource: { type: 'document', id: 'subject-search.md' }, context: {} },
      { action: { name: 'can_edit' }, resource: { type: 'document', id: 'resource-search.md' } },
      { resource: { type: 'document' } },
      'a document',
      { resource: { type: 'document', id: 'x' }, context: { confidence_score: 7 } },
    ],
  });
  const { evaluations } = body;
  assert.deepEqual(
    evaluations.map(({ decision }: { decision: boolean }) => decision),
    [false, true, false, false, false, false],
  );
  assert.deepEqual(
    evaluations
      .slice(3)
      .map(({ context }: { context: { error: { status: number } } }) => context.error.status),
    [400, 400, 400],
  );
  assert.match(evaluations[3].context.error.message, /body\.resource\.id: Field required/);
  const record = await ask(app, 'a', `/api/v1/evidence/${evaluations[2].context.evidence_id}`);
  assert.equal(record.body.payload.request.action, 'can_edit');
});

testAsTenant('is-a-single-evaluation-without-others', async ({ app }) => {
  for (const more of [{}, { evaluations: [] }]) {
    const { status, body } = await post(app, EVALUATIONS, { ...REQUEST, ...more });
    assert.deepEqual([status, body.decision], [200, true]);
  }
  const { status, body } = await post(app, EVALUATIONS, { subject: ALICE });
  assert.equal(status, 400);
  assert.deepEqual(
    body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')),
    ['body.action', 'body.resource'],
  );
});

testAsTenant('repeats-an-answer-under-its-idempotency-key', async ({ app }) => {
  const headers = { 'idempotency-key': 'one' };
  const first = await post(app, EVALUATION, REQUEST, { headers });
  const again = await post(app, EVALUATION, REQUEST, { headers });
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(again.body.context.evidence_id, first.body.context.evidence_id);
  assert.equal(
    (await post(app, EVALUATION, { ...REQUEST, subject: { type: 'agent', id: 'b' } }, { headers })).status,
    400,
  );
});

testAsTenant('judges-by-the-catalogue-of-tools', async ({ app }) => {
  const entry = {
    tool: 'mail.send',
    effect: 'send',
    targets: [{ path: 'to', kind: 'email', role: 'recipient' }],
  };
  await ask(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry } });
  await ask(app, 'a', '/api/v1/targets', { body: { targets: [{ kind: 'domain', value: 'acme.example' }] } });
  await ask(app, 'a', '/api/v1/settings', {
    method: 'PUT',
    body: { expected_version: 0, settings: { enforcement: 'enforce' } },
  });
  const decisions = [];
  for (const to of ['ann@acme.example', 'eve@mailbox.example']) {
    const { body } = await post(app, EVALUATION, {
      subject: { type: 'agent', id: 'agent-7' },
      action: { name: 'mail.send', properties: { to } },
      resource: { type: 'mailbox', id: 'sales' },
    });
    decisions.push(body.context.verdict);
  }
  assert.deepEqual(decisions, ['proceed', 'escalate']);
});

testAsTenant('says-where-it-decides', async ({ app }) => {
  const body = await askOk(app, 'b', '/.well-known/authzen-configuration', { key: null });
  const { policy_decision_point: base, ...endpoints } = body;
  assert.deepEqual(endpoints, {
    access_evaluation_endpoint: `${base}${EVALUATION}`,
    access_evaluations_endpoint: `${base}${EVALUATIONS}`,
  });
  const sandbox = await ask(app, 'b', '/.well-known/authzen-configuration/sandbox', { key: null });
  assert.equal(sandbox.body.policy_decision_point, `${base}/sandbox`);
});

const anyContext = fc.record(
  {
    risk_level: fc.constantFrom('low', 'medium', 'high', 'critical'),
    is_irreversible: fc.boolean(),
    confidence_score: fc.double({ min: 0, max: 1, noNaN: true }),
    trust_score: fc.integer({ min: 0, max: 100 }),
    estimated_cost_usd: fc.integer({ min: 0, max: 100 }),
    budget_remaining_usd: fc.integer({ min: 0, max: 100 }),
    actor_type: fc.constantFrom('human', 'ai_agent'),
    note: fc.string(),
  },
  { requiredKeys: [] },
);

testAsTenant('gives-the-verdict-of-surface-b', async ({ app }) => {
  await fc.assert(
    fc.asyncProperty(anyContext, fc.constantFrom('user', 'agent', 'service'), async (context, type) => {
      const resource = { type: 'account', id: '123' };
      const { body } = await post(app, EVALUATION, {
        subject: { type, id: 'one' },
        action: { name: 'account.read', properties: { depth: 1 } },
        resource,
        context,
      });
      const actor = type === 'user' ? { user_id: 'one' } : { agent_id: 'one' };
      const asked = { ...context, subject: { type }, resource, arguments: { depth: 1, resource } };
      const same = await evaluate(app, 'b', { action: 'account.read', ...actor, context: asked });
      assert.equal(body.context.verdict.toUpperCase(), same.body.verdict);
      assert.equal(body.context.reason_user.en, same.body.reasoning);
      assert.deepEqual(body.context.remedies, same.body.remedies);
    }),
    { numRuns: runs(60) },
  );
});
