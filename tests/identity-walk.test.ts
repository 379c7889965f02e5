/** A walk through identities: platforms' tokens, an agent's own key, and a suspension, from two nodes. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Answer, ask, askOk, startTestService } from './support/http/in-process.ts';
import { agentKey } from './support/people/agent-keys.ts';
import { AUDIENCE, startIssuer, type TokenIssuer } from './support/tokens/token-issuer.ts';
import { until } from './support/until.ts';

const ALLOWING = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };
const EVALUATE = '/v1/governance/evaluate';
const QUESTION = { action: 'refunds.pay', context: {} };
/** The promise. */
const WITHIN_MS = 1000;

const SCOPES = "['governance:evaluate', 'evidence:read']";
const WORKFLOW = {
  sub: 'repo:acme/shop:ref:refs/heads/main',
  repository: 'acme/shop',
  repository_owner: 'acme',
  actor: 'dana',
};

testOnEachDatabase('knows-agents-by-tokens-and-keys-and-stops-one-on-every-node', async (location, t) => {
  const [{ app }, { app: other }] = [
    await startTestService(t, location, ALLOWING),
    await startTestService(t, location, ALLOWING),
  ];
  const pod = await podOf(app, await startIssuer(t));
  await workflowRuns(app, await startIssuer(t));
  const key = await ownKey(app);
  await register(app, 'refunds');
  await isInTheInventory(app, 'refunds', 'token');
  await isInTheInventory(app, 'agent-7', 'key');
  await stopsOnTheOtherNode(app, other, 'agent-7', key);
  await stopsOnTheOtherNode(app, other, 'refunds', pod);
});

/** A service account of Kubernetes: its name is the agent's. @returns its token. */
async function podOf(app: FastifyInstance, cluster: TokenIssuer): Promise<string> {
  await trust(app, cluster, { scopes: SCOPES, agent: "claims['kubernetes.io'].serviceaccount.name" });
  const sub = 'system:serviceaccount:prod:refunds';
  const pod = await cluster.token({
    sub,
    'kubernetes.io': { namespace: 'prod', serviceaccount: { name: 'refunds', uid: '1' } },
  });
  assert.deepEqual(await identityOf(app, await asked(app, pod)), {
    agent_id: 'refunds',
    user_id: undefined,
    how: 'token',
    agent_registered: false,
    issuer: cluster.issuer,
    subject: sub,
  });
  return pod;
}

/** A workflow of GitHub acts for the person who started it, and one of another organisation is a stranger. */
async function workflowRuns(app: FastifyInstance, actions: TokenIssuer): Promise<void> {
  await trust(app, actions, {
    scopes: SCOPES,
    accept: "claims.repository_owner == 'acme'",
    agent: "'ci ' + claims.repository",
    user: 'claims.actor',
  });
  assert.deepEqual(await identityOf(app, await asked(app, await actions.token(WORKFLOW))), {
    agent_id: 'ci acme/shop',
    user_id: 'dana',
    how: 'token',
    agent_registered: false,
    issuer: actions.issuer,
    subject: WORKFLOW.sub,
    on_behalf_of: 'dana',
  });
  const stranger = await asked(app, await actions.token({ ...WORKFLOW, repository_owner: 'mallory' }));
  assert.equal(stranger.status, 401, JSON.stringify(stranger.body));
}

/** A key of agent-7 asks as agent-7, and as no other. @returns the key. */
async function ownKey(app: FastifyInstance): Promise<string> {
  await register(app, 'agent-7');
  const key = await agentKey(app, 'agent-7');
  assert.deepEqual(await identityOf(app, await asked(app, key)), {
    agent_id: 'agent-7',
    user_id: undefined,
    how: 'key',
    agent_registered: true,
  });
  const posing = await ask(app, 'b', EVALUATE, { key, body: { ...QUESTION, agent_id: 'agent-8' } });
  assert.equal(posing.status, 403);
  assert.match(JSON.stringify(posing.body), /belongs to the agent agent-7/);
  return key;
}

async function stopsOnTheOtherNode(app: FastifyInstance, other: FastifyInstance, agent: string, key: string) {
  const free = await asked(other, key);
  assert.equal(free.body.verdict, 'PROCEED');
  await askOk(app, 'a', `/api/v1/agents/${agent}/suspend`, { body: { reason: 'A test' } });
  const at = performance.now();
  await until(async () => {
    const age = performance.now() - at;
    const isRefused = (await asked(other, key)).body.verdict === 'BLOCK';
    assert.ok(isRefused || age <= WITHIN_MS, `${agent} was refused too late`);
    return isRefused;
  });
  const reading = await ask(other, 'a', `/api/v1/evidence/${free.body.evidence_id}`, { key });
  assert.equal(reading.status, 403);
}

async function isInTheInventory(app: FastifyInstance, agent: string, kind: string): Promise<void> {
  const { identified_by, credentials } = await askOk(app, 'a', `/api/v1/agents/${agent}`);
  const kinds = credentials.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual([identified_by, kinds], [kind, [kind]]);
}

async function trust(app: FastifyInstance, { issuer }: TokenIssuer, mapping: object): Promise<void> {
  const body = { name: issuer, issuer, audience: AUDIENCE, algorithms: ['ES256'], mapping };
  const answer = await ask(app, 'a', '/api/v1/issuers', { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

async function register(app: FastifyInstance, agent_id: string): Promise<void> {
  assert.equal((await ask(app, 'a', '/api/v1/agents', { body: { agent_id } })).status, 201);
}

function asked(app: FastifyInstance, key: string): Promise<Answer> {
  return ask(app, 'b', EVALUATE, { key, body: QUESTION });
}

/** As the record has it, without the hash of the token. */
async function identityOf(app: FastifyInstance, { body }: Answer) {
  const { payload } = await askOk(app, 'a', `/api/v1/evidence/${body.evidence_id}`);
  const { token, ...identity } = payload.facts.identity;
  assert.match(token ?? 'sha256:', /^sha256:/);
  const { agent_id, user_id } = payload.request;
  return { agent_id, user_id, ...identity };
}
