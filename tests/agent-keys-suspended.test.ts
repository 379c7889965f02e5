/** A credential of a suspended or retired agent gets evaluations answered with a block, and nothing else. */
import assert from 'node:assert/strict';
import { MANDATES } from './support/governance/mandates.ts';
import { SESSIONS } from './support/governance/sessions.ts';
import { EVALUATION, post, READ } from './support/http/authzen.ts';
import { ask, assertTrue, evaluate } from './support/http/in-process.ts';
import { agentKey } from './support/people/agent-keys.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const AGENTS = '/api/v1/agents';
const SIMPLE = { action: 'look', context: {} };

testAsTenantOnEachDatabase('a-suspended-agents-key-gets-blocks-and-nothing-else', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  assert.equal((await ask(app, 'a', AGENTS, { body: { agent_id: 'Agent_7' } })).status, 201);
  const set = async (verb: string) => {
    const url = `${AGENTS}/agent-7/${verb}`;
    const reason = verb === 'resume' ? {} : { reason: 'looked at' };
    const { status, body } = await ask(app, 'a', url, { body: reason });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const asked = (by = key) => [
    ask(app, 'a', '/api/v1/me', { key: by }),
    ask(app, 'a', '/api/v1/evidence/health', { key: by }),
    ask(app, 'b', '/v1/evidence', { key: by }),
    ask(app, 'b', MANDATES.b, { key: by }),
    ask(app, 'a', MANDATES.a, { key: by, body: { effects: ['read'] } }),
    ask(app, 'a', SESSIONS.a, { key: by }),
  ];
  const statuses = async (by?: string) => (await Promise.all(asked(by))).map(({ status }) => status);
  const free = [200, 200, 200, 200, 201, 200];
  const verdict = async (by = key) => (await evaluate(app, 'b', SIMPLE, { key: by })).body.verdict;
  const before = await verdict();
  assert.notEqual(before, 'BLOCK');
  assert.deepEqual(await statuses(), free);
  for (const [stop, told] of [
    ['suspend', 'suspended'],
    ['retire', 'retired'],
  ] as const) {
    await set(stop);
    for (const answer of await Promise.all(asked())) {
      assert.equal(answer.status, 403);
      assert.match(JSON.stringify(answer.body), new RegExp(`The agent agent-7 is ${told}`));
    }
    for (const surface of ['a', 'b'] as const) {
      const { status, body } = await evaluate(app, surface, { ...SIMPLE, agent_id: 'AGENT-7' }, { key });
      assert.deepEqual([status, String(body.verdict).toLowerCase()], [200, 'block']);
    }
    const authzen = { subject: { type: 'user', id: 'ann' }, resource: { type: 'r', id: '1' }, action: READ };
    assert.equal((await post(app, EVALUATION, authzen, { key })).body.decision, false);
    assert.deepEqual([await statuses(other), await verdict(other)], [free, before]);
    if (stop === 'suspend') {
      await set('resume');
      assert.deepEqual([await statuses(), await verdict()], [free, before]);
    }
  }
  await assertTrue(app);
});
