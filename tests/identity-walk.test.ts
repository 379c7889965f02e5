/** A walk through identities: platforms' tokens, an agent's own key, and a suspension, from two nodes. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, askOk, startTestService } from './support/http/in-process.ts';
import { agentKey } from './support/people/agent-keys.ts';
import { AUDIENCE, startIssuer } from './support/people/token-issuer.ts';
import { until } from './support/until.ts';

const ALLOWING = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };
const EVALUATE = '/v1/governance/evaluate';
const QUESTION = { action: 'refunds.pay', context: {} };
/** The promise. */
const WITHIN_MS = 1000;

testOnEachDatabase('knows-agents-by-tokens-and-keys-and-stops-one-on-every-node', async (location, t) => {
  const [one, other] = [
    await startTestService(t, location, ALLOWING),
    await startTestService(t, location, ALLOWING),
  ];
  const cluster = await startIssuer(t);
  const actions = await startIssuer(t);
  const trust = (name: string, { issuer }: typeof cluster, mapping: object) =>
    ask(one.app, 'a', '/api/v1/issuers', {
      body: { name, issuer, audience: AUDIENCE, algorithms: ['ES256'], mapping },
    });
  const register = async (agent_id: string) =>
    assert.equal((await ask(one.app, 'a', '/api/v1/agents', { body: { agent_id } })).status, 201);
  const scopes = "['governance:evaluate', 'evidence:read']";
  // A service account of Kubernetes: its name is the subject.
  const kubernetes = await trust('Cluster', cluster, {
    scopes,
    agent: "claims['kubernetes.io'].serviceaccount.name",
  });
  assert.equal(kubernetes.status, 201, JSON.stringify(kubernetes.body));
  // A workflow of GitHub, which acts for the person who started it.
  const github = await trust('Actions', actions, {
    scopes,
    accept: "claims.repository_owner == 'acme'",
    agent: "'ci ' + claims.repository",
    user: 'claims.actor',
  });
  assert.equal(github.status, 201, JSON.stringify(github.body));

  const pod = await cluster.token({
    sub: 'system:serviceaccount:prod:refunds',
    'kubernetes.io': { namespace: 'prod', serviceaccount: { name: 'refunds', uid: '1' } },
  });
  const workflow = {
    sub: 'repo:acme/shop:ref:refs/heads/main',
    repository: 'acme/shop',
    repository_owner: 'acme',
    actor: 'dana',
  };
  const run = await actions.token(workflow);
  const asked = async (key: string, app = one.app) => ask(app, 'b', EVALUATE, { key, body: QUESTION });
  const identityOf = async (evidenceId: string) => {
    const { payload } = await askOk(one.app, 'a', `/api/v1/evidence/${evidenceId}`);
    const { token, ...identity } = payload.facts.identity;
    assert.match(token ?? 'sha256:', /^sha256:/);
    const { agent_id, user_id } = payload.request;
    return { agent_id, user_id, ...identity };
  };
  assert.deepEqual(await identityOf((await asked(pod)).body.evidence_id), {
    agent_id: 'refunds',
    user_id: undefined,
    how: 'token',
    agent_registered: false,
    issuer: cluster.issuer,
    subject: 'system:serviceaccount:prod:refunds',
  });
  assert.deepEqual(await identityOf((await asked(run)).body.evidence_id), {
    agent_id: 'ci acme/shop',
    user_id: 'dana',
    how: 'token',
    agent_registered: false,
    issuer: actions.issuer,
    subject: workflow.sub,
    on_behalf_of: 'dana',
  });
  const stranger = await asked(await actions.token({ ...workflow, repository_owner: 'mallory' }));
  assert.equal(stranger.status, 401, JSON.stringify(stranger.body));

  await register('agent-7');
  const key = await agentKey(one.app, 'agent-7');
  const own = await asked(key);
  assert.deepEqual(await identityOf(own.body.evidence_id), {
    agent_id: 'agent-7',
    user_id: undefined,
    how: 'key',
    agent_registered: true,
  });
  const posing = await ask(one.app, 'b', EVALUATE, { key, body: { ...QUESTION, agent_id: 'agent-8' } });
  assert.equal(posing.status, 403);
  assert.match(JSON.stringify(posing.body), /belongs to the agent agent-7/);

  await register('refunds');
  for (const [agent, credential] of [
    ['agent-7', key],
    ['refunds', pod],
  ] as const) {
    assert.equal((await asked(credential, other.app)).body.verdict, 'PROCEED');
    await askOk(one.app, 'a', `/api/v1/agents/${agent}/suspend`, { body: { reason: 'A test' } });
    const at = performance.now();
    await until(async () => (await asked(credential, other.app)).body.verdict === 'BLOCK');
    assert.ok(performance.now() - at < WITHIN_MS, `${agent} was refused too late`);
    const reading = await ask(other.app, 'a', `/api/v1/evidence/${own.body.evidence_id}`, {
      key: credential,
    });
    assert.equal(reading.status, 403);
  }
});
