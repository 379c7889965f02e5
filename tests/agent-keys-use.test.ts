/** A key that belongs to an agent uses the mandates, sessions, outcomes and approvals of that agent only. */
import assert from 'node:assert/strict';
import { decide, escalated, GRAVE, withApproval } from './support/approvals/approvals.ts';
import { changed, MANDATES, opened, under } from './support/governance/mandates.ts';
import { called, readersIn, reported, SESSIONS } from './support/governance/sessions.ts';
import { ask, assertTrue, evaluate } from './support/http/in-process.ts';
import { agentKey, assertRefused } from './support/people/agent-keys.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const SIMPLE = { action: 'look', context: {} };
const OUTCOMES = { a: '/api/v1/evidence/outcomes', b: '/v1/evidence' } as const;

testAsTenantOnEachDatabase('uses-mandates-of-its-own-agent-only', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  for (const surface of ['a', 'b'] as const) {
    const open = (more: object, by?: string) =>
      ask(app, surface, MANDATES[surface], { body: { effects: ['read'], ...more }, ...(by && { key: by }) });
    const own = await open({}, key);
    assert.deepEqual([own.status, own.body.agent_id], [201, 'agent-7']);
    assertRefused(await open({ agent_id: 'agent-8' }, key));
    const unnamed = await open({});
    assert.match(JSON.stringify(unnamed.body), /agent_id.*required/i);
    const { mandate_id: id } = own.body;
    for (const verb of ['narrow', 'widen', 'close'] as const) {
      const terms = verb === 'close' ? undefined : { effects: verb === 'widen' ? ['read', 'send'] : [] };
      assertRefused(await changed(app, verb, id, terms, { surface, key: other }), verb);
    }
    const { body } = await evaluate(app, surface, under(id, {}), { key: other });
    assert.equal(body.verdict, undefined, 'it named agent-7');
    const { agent_id: _, ...unsaid } = under(id, {});
    const used = await evaluate(app, surface, unsaid, { key: other });
    assert.notEqual(String(used.body.verdict).toLowerCase(), 'proceed', 'a mandate of another agent');
    assert.equal((await changed(app, 'narrow', id, { effects: [] }, { surface, key })).status, 200);
    assert.equal((await changed(app, 'close', id, undefined, { surface, key })).status, 200);
  }
  const planned = (agent_id: string) =>
    ask(app, 'b', `${MANDATES.b}/plan`, { key, body: { task: 'look', agent_id } });
  assertRefused(await planned('agent-8'));
  assert.equal((await planned('agent-7')).status, 409, 'there is no planner');
  const foreign = await opened(app, { agent_id: 'agent-8', effects: ['read'] });
  assertRefused(await changed(app, 'close', foreign.mandate_id, undefined, { key }));
  await assertTrue(app);
});

testAsTenantOnEachDatabase('reports-results-and-outcomes-of-its-own-agent-only', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  await readersIn(app);
  const own = await called(app, 's-1', { agent_id: 'agent-7' }, { key });
  const result = 'ann@example.com';
  for (const surface of ['a', 'b'] as const) {
    assertRefused(await reported(app, 's-1', { evaluation_id: own, result }, { surface, key: other }));
    const report = {
      action: 'crm.find',
      context: {},
      outcome: 'success',
      executed_at: new Date().toISOString(),
    };
    const told = (more: object, by: string) =>
      ask(app, surface, OUTCOMES[surface], { key: by, body: { ...report, ...more } });
    assertRefused(await told({ evaluation_id: own }, other));
    assertRefused(await told({ evaluation_id: own, agent_id: 'agent-7' }, other));
    assertRefused(await told({ agent_id: 'agent-8' }, key));
    const alone = await told({}, key);
    const { body } = await ask(app, 'a', `/api/v1/evidence/${alone.body.evidence_id}`);
    assert.equal(body.payload.agent_id, 'agent-7');
    const session = `${SESSIONS[surface]}/s-1`;
    assertRefused(await ask(app, surface, `${session}?agent_id=agent-7`, { key: other }));
    assertRefused(await ask(app, surface, `${session}/end`, { key: other, body: { agent_id: 'agent-7' } }));
    assert.equal((await ask(app, surface, `${session}/end`, { key: other, body: {} })).status, 404);
  }
  assert.equal((await reported(app, 's-1', { evaluation_id: own, result }, { key })).status, 201);
  assert.equal((await ask(app, 'b', `${SESSIONS.b}/s-1`, { key })).body.agent_id, 'agent-7');
  assert.equal((await ask(app, 'b', `${SESSIONS.b}/s-1/end`, { key, body: {} })).status, 200);
  const { body: unnamed } = await evaluate(app, 'b', SIMPLE);
  const report = {
    action: 'crm.find',
    context: {},
    outcome: 'success',
    executed_at: new Date().toISOString(),
  };
  assertRefused(
    await ask(app, 'b', OUTCOMES.b, { key, body: { ...report, evaluation_id: unnamed.evidence_id } }),
  );
  await assertTrue(app);
});

testAsTenantOnEachDatabase('never-decides-and-uses-no-approval-of-another-agent', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  const id = await escalated(app, GRAVE, { key });
  for (const surface of ['a', 'b'] as const) {
    for (const verb of ['approve', 'reject'] as const) {
      for (const by of [key, other]) {
        const refused = await decide(app, verb, id, { surface, key: by, body: { decided_by: 'dana' } });
        assertRefused(refused);
        assert.match(JSON.stringify(refused.body), /A person decides/);
      }
    }
  }
  assert.equal((await decide(app, 'approve', id)).body.status, 'approved');
  assertRefused(await evaluate(app, 'b', withApproval(id), { key: other }));
  const { agent_id: _, ...unsaid } = withApproval(id);
  assert.equal((await evaluate(app, 'b', unsaid, { key: other })).body.verdict, 'BLOCK');
  assert.equal((await evaluate(app, 'b', unsaid, { key })).body.verdict, 'PROCEED');
  await assertTrue(app);
});

testAsTenantOnEachDatabase('an-idempotency-key-answers-no-other-agent', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  const headers = { 'idempotency-key': 'one' };
  const first = await evaluate(app, 'b', SIMPLE, { key, headers });
  const again = await evaluate(app, 'b', SIMPLE, { key, headers });
  assert.deepEqual([first.status, again.body.evidence_id], [200, first.body.evidence_id]);
  const foreign = await evaluate(app, 'b', SIMPLE, { key: other, headers });
  assert.ok(foreign.status >= 400, JSON.stringify(foreign.body));
});
