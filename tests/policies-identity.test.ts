/** Rules on how the agent is known, for claims, keys and tokens, which also hold when the evidence is judged again. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { inForce, rule } from './support/governance/policies.ts';
import { ask, assertTrue, evaluate, startTestService } from './support/http/in-process.ts';
import { agentKey } from './support/people/agent-keys.ts';
import { AUDIENCE, startIssuer } from './support/tokens/token-issuer.ts';

const ALLOWING = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };

testOnEachDatabase('policies-see-who-asks-and-for-whom', async (location, t) => {
  const { app } = await startTestService(t, location, ALLOWING);
  const { issuer, token } = await startIssuer(t);
  const mapping = { scopes: "['governance:evaluate']" };
  const wanted = { name: 'Platform', issuer, audience: AUDIENCE, algorithms: ['ES256'], mapping };
  assert.equal((await ask(app, 'a', '/api/v1/issuers', { body: wanted })).status, 201);
  assert.equal((await ask(app, 'a', '/api/v1/agents', { body: { agent_id: 'agent-7' } })).status, 201);
  await inForce(app, 'identity', [
    rule('agent.identity.how == "claimed"', 'block', 'claimed'),
    rule('agent.identity.how == "key" && !agent.identity.registered', 'escalate', 'unregistered'),
    rule(
      `agent.identity.?issuer.orValue("") == "${issuer}" && agent.identity.?on_behalf_of.orValue("") == "dana"`,
      'block',
      'dana',
    ),
    rule('agent.identity.?subject.orValue("") == "robot"', 'escalate', 'robot'),
  ]);
  const verdictOf = async (action: string, key?: string) => {
    const { status, body } = await evaluate(
      app,
      'b',
      { action, context: {}, ...(key === undefined && { agent_id: 'agent-7' }) },
      { ...(key !== undefined && { key }) },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body.verdict;
  };
  const actingFor = (sub: string) => token({ sub, act: { sub: 'agent-7' } });
  const cases: [what: string, key: string | undefined, verdict: string][] = [
    ['by its word', undefined, 'BLOCK'],
    ['by its key', await agentKey(app, 'agent-7'), 'PROCEED'],
    ['by the key of an agent that no one registered', await agentKey(app, 'agent-8'), 'ESCALATE'],
    ['for dana', await actingFor('dana'), 'BLOCK'],
    ['for erik', await actingFor('erik'), 'PROCEED'],
    ['for itself', await token({ sub: 'robot' }), 'ESCALATE'],
  ];
  for (const [what, key, verdict] of cases) assert.equal(await verdictOf('report.read', key), verdict, what);
  await assertTrue(app);
});
