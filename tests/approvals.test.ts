/** Approvals over the HTTP API: agents ask, humans approve or reject, and both list and read them. */
import assert from 'node:assert/strict';
import {
  APPROVALS,
  brief,
  decide,
  escalated,
  GRAVE,
  statusOf,
  withApproval,
} from './support/approvals/approvals.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { type Answer, ask, assertTrue, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('lets-an-approved-action-proceed-once', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const asked = await evaluate(app, surface, GRAVE);
    const { approval_id: id, escalation_id, evidence_id } = asked.body;
    assert.equal(id, escalation_id.replace('esc_', 'apr_'));
    const body = { comment: 'fine', decided_by: 'dana' };
    const approved = await decide(app, 'approve', id, { surface, body });
    assert.equal(approved.status, 200);
    const [decision] = approved.body.decisions;
    const { status, evidence_id: asking } = approved.body;
    assert.deepEqual([status, asking], ['approved', evidence_id]);
    assert.deepEqual([decision.decided_by, decision.comment], ['dana', 'fine']);
    const used = await evaluate(app, surface, withApproval(id));
    assert.equal(used.body.verdict.toLowerCase(), 'proceed', JSON.stringify(used.body));
    const { body: record } = await ask(app, surface, `${APPROVALS[surface]}/${id}`);
    assert.deepEqual(
      { status: record.status, consumed_by: record.consumed_by },
      { status: 'consumed', consumed_by: used.body.evidence_id },
    );
    const again = await evaluate(app, surface, withApproval(id));
    assert.equal(again.body.verdict.toLowerCase(), 'block');
    const { body: evidence } = await ask(app, 'a', `/api/v1/evidence/${used.body.evidence_id}`);
    const { details } = evidence.payload.laws.safety_dominance;
    assert.deepEqual(
      { detailsApproval: details.approval, factsApproval: evidence.payload.facts.approval },
      { detailsApproval: 'verified', factsApproval: 'approved' },
    );
  }
});

testAsTenant('shows-the-whole-record', async ({ app }) => {
  const asked = await evaluate(app, 'a', { ...GRAVE, description: 'pay it', user_id: 'u' });
  const { approval_id: id, escalation_id, evidence_id, explanation, evaluated_at } = asked.body;
  const { body: record } = await ask(app, 'b', `${APPROVALS.b}/${id}`);
  const { binding, requested_by, laws, ...rest } = record;
  assert.match(binding, /^sha256:[0-9a-f]{64}$/);
  assert.match(requested_by, /^key_/);
  assert.deepEqual(
    laws.map(({ law_id, result }: { law_id: string; result: string }) => ({ law_id, result })),
    [{ law_id: 'safety_dominance', result: 'warn' }],
  );
  assert.deepEqual(rest, {
    approval_id: id,
    escalation_id,
    evidence_id,
    status: 'pending',
    action: GRAVE.action,
    description: 'pay it',
    context: GRAVE.context,
    reasoning: explanation,
    ...{ for_task: null, change: null },
    risk_level: 'high',
    agent_id: GRAVE.agent_id,
    user_id: 'u',
    binding_version: 3,
    required_approvals: 1,
    decisions: [],
    created_at: evaluated_at,
    expires_at: new Date(Date.parse(evaluated_at) + 86_400_000).toISOString(),
    resolved_at: null,
    resolution_evidence_id: null,
    consumed_at: null,
    bundle: null,
    corrected: null,
    route: null,
    ...{ tool_schema: null, amount: null },
    consumed_by: null,
  });
  assert.deepEqual((await ask(app, 'a', `${APPROVALS.a}/${id}`)).body, record);
});

testAsTenant('writes-decisions-into-the-evidence', async ({ app }) => {
  const rows = [
    ['approve', 'approved', 'action_approved', 'proceed'],
    ['reject', 'rejected', 'action_rejected', 'block'],
  ] as const;
  for (const [verb, resolution, type, verdict] of rows) {
    const id = await escalated(app);
    const { body: record } = await decide(app, verb, id, { body: { comment: 'c' } });
    const { body: artifact } = await ask(app, 'a', `/api/v1/evidence/${record.resolution_evidence_id}`);
    assert.deepEqual(
      {
        artifact_type: artifact.artifact_type,
        verdict: artifact.verdict,
        action: artifact.action,
        actor: artifact.actor,
        created_at: artifact.created_at,
      },
      {
        artifact_type: type,
        verdict,
        action: GRAVE.action,
        actor: record.decisions[0].party,
        created_at: record.resolved_at,
      },
    );
    // The record holds what is true; the answer also holds what is false.
    const decisions = record.decisions.map(
      ({
        said_by_key: _,
        capacity: _none,
        decided_from: _nowhere,
        by_requester,
        ...decision
      }: Answer['body']) => ({
        ...decision,
        ...(by_requester && { by_requester }),
      }),
    );
    assert.deepEqual(artifact.payload, {
      approval_id: id,
      decisions,
      evaluation_id: record.evidence_id,
      required_approvals: 1,
      resolution,
    });
  }
  await assertTrue(app);
});

testAsTenant('repeats-its-answer-and-refuses-late-decisions', async ({ app, service, name }) => {
  const { secret: other } = await keyHolder(service, name);
  const verbs = { approve: 'approved', reject: 'rejected' } as const;
  for (const [verb, state] of Object.entries(verbs) as [keyof typeof verbs, string][]) {
    const opposite = verb === 'approve' ? 'reject' : 'approve';
    const id = await escalated(app);
    const first = await decide(app, verb, id, { body: { comment: 'once' } });
    const again = await decide(app, verb, id, { body: { comment: 'twice' } });
    assert.deepEqual({ status: again.status, body: again.body }, { status: 200, body: first.body });
    const late = { detail: `The approval is ${state}.`, code: 'approval_not_pending' };
    assert.deepEqual(await brief(decide(app, opposite, id)), { status: 409, body: late });
    for (const each of ['approve', 'reject'] as const) {
      assert.deepEqual(await brief(decide(app, each, id, { key: other })), { status: 409, body: late });
    }
  }
  const used = await escalated(app);
  await decide(app, 'approve', used);
  await evaluate(app, 'b', withApproval(used));
  assert.deepEqual(await brief(decide(app, 'reject', used)), {
    status: 409,
    body: { detail: 'The approval is consumed.', code: 'approval_not_pending' },
  });
  assert.equal((await decide(app, 'approve', used)).body.status, 'consumed');
});

testAsTenant('names-the-same-approval-while-it-is-pending', async ({ app }) => {
  const id = await escalated(app);
  const waiting = await evaluate(app, 'b', withApproval(id));
  assert.deepEqual(
    {
      verdict: waiting.body.verdict,
      approval_id: waiting.body.approval_id,
      escalation_id: waiting.body.escalation_id,
    },
    { verdict: 'ESCALATE', approval_id: id, escalation_id: id.replace('apr_', 'esc_') },
  );
  const half = await evaluate(app, 'b', {
    ...GRAVE,
    context: { ...GRAVE.context, approval_id: id },
  });
  assert.equal(half.body.approval_id, id);
  assert.match(half.body.remedies[0].note, /^wait .* send it again with has_approval true$/);
  assert.equal((await ask(app, 'b', APPROVALS.b)).body.total, 1);
  await decide(app, 'reject', id);
  const refused = await evaluate(app, 'b', withApproval(id));
  assert.match(refused.body.block_reason, /the approval is rejected/);
  await assertTrue(app);
});

testAsTenant('answers-missing-and-foreign-approvals-alike', async ({ app, service, name, sandboxKey }) => {
  const { secret: stranger } = await keyHolder(service, `${name}-stranger`);
  const id = await escalated(app);
  const nothing = { status: 404, body: { detail: 'There is no such approval.' } };
  for (const [key, name] of [
    [stranger, id],
    [sandboxKey, id],
    [stranger, 'apr_0123456789abcdef01234567'],
    [stranger, 'x'],
    [stranger, '%00'],
  ] as const) {
    assert.deepEqual(await brief(ask(app, 'b', `${APPROVALS.b}/${name}?wait=5`, { key })), nothing);
    for (const verb of ['approve', 'reject'] as const) {
      assert.deepEqual(await brief(decide(app, verb, name, { key })), nothing);
    }
    const { body } = await evaluate(app, 'b', withApproval(id), { key });
    assert.match(body.block_reason, /the approval is not known/);
    assert.equal((await ask(app, 'b', APPROVALS.b, { key })).body.total, 0);
  }
  assert.equal(await statusOf(app, id), 'pending');
});

testAsTenant('refuses-invalid-questions', async ({ app, key }) => {
  const id = await escalated(app);
  for (const query of ['?limit=0', '?limit=1001', '?status=done', '?offset=1']) {
    assert.equal((await ask(app, 'b', `${APPROVALS.b}${query}`)).status, 400, query);
  }
  for (const wait of ['-1', '61', 'x']) {
    assert.equal((await ask(app, 'a', `${APPROVALS.a}/${id}?wait=${wait}`)).status, 422);
  }
  for (const body of [{ comment: 7 }, { why: 'x' }, { decided_by: '' }, { comment: '\0' }, []]) {
    assert.equal((await decide(app, 'approve', id, { body })).status, 400, JSON.stringify(body));
  }
  assert.equal(await statusOf(app, id), 'pending');
  const bare = await app.inject({
    method: 'POST',
    url: `${APPROVALS.b}/${id}/approve`,
    headers: SURFACES.b.credentials(key),
  });
  assert.deepEqual(
    { statusCode: bare.statusCode, status: bare.json().status },
    { statusCode: 200, status: 'approved' },
  );
});

testAsTenantOnEachDatabase(
  'keeps-nothing-of-a-request-that-was-redacted',
  async ({ app, service, chain }) => {
    const id = await escalated(app);
    const { body: before } = await ask(app, 'b', `${APPROVALS.b}/${id}`);
    await decide(app, 'approve', id, { body: { comment: 'stays' } });
    await redactWhole(app, before.evidence_id);
    const { body: after } = await ask(app, 'b', `${APPROVALS.b}/${id}`);
    const { context, description, reasoning, laws, binding } = after;
    assert.deepEqual(
      { context, description, reasoning, laws, binding },
      { context: null, description: null, reasoning: null, laws: null, binding: null },
    );
    assert.equal(after.decisions[0].comment, 'stays');
    const used = await evaluate(app, 'b', withApproval(id));
    assert.match(used.body.block_reason, /the approval is bound to another request/);
    assert.deepEqual((await service.truth.verify(chain)).gaps, []);
  },
);
