/**
 * A party that acts under the name of another's agent acts only for itself: it reports no outcome for that agent,
 * changes no score, borrows none, and uses no mandate that it did not open.
 */
import assert from 'node:assert/strict';
import type { Scope } from '@assize/service/keys/index.ts';
import type { FastifyInstance } from 'fastify';
import { requireTrue } from './support/governance/governance.ts';
import { opened } from './support/governance/mandates.ts';
import { change } from './support/governance/settings.ts';
import { settled, trustOf } from './support/governance/trust.ts';
import { type Answer, ask, evaluate } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const AGENT = 'agent-7';
const FOR_AGENTS: Scope[] = ['governance:evaluate', 'evidence:write'];
const EXECUTED_AT = '2026-01-01T00:00:00Z';
const SURE = { confidence_score: 0.99 };

interface Did {
  key: string;
  outcome?: 'success' | 'failure';
  context?: object;
  agent_id?: string;
}

async function asked(
  app: FastifyInstance,
  { key, context = {}, agent_id = AGENT }: Did,
): Promise<Answer['body']> {
  const { status, body } = await evaluate(app, 'a', { action: 'mail.send', context, agent_id }, { key });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function reports(app: FastifyInstance, evaluation_id: string, { key, outcome }: Did): Promise<number> {
  const body = { action: 'mail.send', context: {}, outcome, executed_at: EXECUTED_AT, evaluation_id };
  return (await ask(app, 'b', '/v1/evidence', { key, body })).status;
}

async function does(app: FastifyInstance, did: Did): Promise<void> {
  const { evidence_id } = await asked(app, did);
  assert.equal(await reports(app, evidence_id, did), 201);
}

const autonomy = ({ evaluations }: Answer['body']) =>
  evaluations.find(({ law_id }: { law_id: string }) => law_id === 'bounded_autonomy');

testAsTenantOnEachDatabase('only-who-asked-reports-the-outcome', async ({ app, service, name, key }) => {
  const own = await keyHolder(service, name, { scopes: FOR_AGENTS });
  const rival = await keyHolder(service, name, { scopes: FOR_AGENTS });
  const { evidence_id } = await asked(app, { key: own.secret });
  assert.equal(await reports(app, evidence_id, { key: rival.secret, outcome: 'failure' }), 403);
  // No outcome was reported yet, so a key that may govern the tenant may still report one.
  assert.equal(await reports(app, evidence_id, { key: own.secret, outcome: 'success' }), 201);
  const { evidence_id: next } = await asked(app, { key: own.secret });
  assert.equal(await reports(app, next, { key, outcome: 'success' }), 201);
  await settled(service);
  assert.equal((await trustOf(app, AGENT)).updates, 2);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase(
  'no-failures-of-another-party-count-for-an-agent',
  async ({ app, service, name, key }) => {
    const own = await keyHolder(service, name, { scopes: FOR_AGENTS });
    const rival = await keyHolder(service, name, { scopes: FOR_AGENTS });
    await does(app, { key: own.secret, outcome: 'success' });
    await settled(service);
    const { score } = await trustOf(app, AGENT);
    for (const agent_id of [AGENT, 'Agent_7', AGENT, 'AGENT-7']) {
      await does(app, { key: rival.secret, outcome: 'failure', agent_id });
    }
    await settled(service);
    assert.deepEqual((await trustOf(app, AGENT)).score, score);
    await requireTrue(service, key);

    await change(app, () => ({ attestation: 'verified' }), { key });
    const context = { ...SURE, risk_level: 'high' };
    assert.match(autonomy(await asked(app, { key: own.secret, context })).reason, /the trust of 5\d/);
    assert.match(autonomy(await asked(app, { key: rival.secret, context })).reason, /no trust is known/);

    // Once the agent's key is revoked, the next key to ask becomes its party.
    assert.equal(
      (await ask(app, 'a', `/api/v1/api-keys/${own.keyId}`, { method: 'DELETE', key })).status,
      200,
    );
    await does(app, { key: rival.secret, outcome: 'failure' });
    await settled(service);
    assert.ok((await trustOf(app, AGENT)).score < score);
    await requireTrue(service, key);
  },
);

testAsTenant('a-mandate-is-used-by-the-party-that-opened-it', async ({ app, service, name, key }) => {
  const own = await keyHolder(service, name, { scopes: FOR_AGENTS });
  const rival = await keyHolder(service, name, { scopes: FOR_AGENTS });
  const { mandate_id } = await opened(app, { effects: ['send'], max_actions: 9 }, { key: own.secret });
  const under = (secret: string) => asked(app, { key: secret, context: { ...SURE, mandate_id } });
  // In accepted mode, the agent's name is believed.
  assert.equal((await under(rival.secret)).verdict, 'proceed');
  await change(app, () => ({ attestation: 'verified' }), { key });
  assert.equal((await under(own.secret)).verdict, 'proceed');
  const other = await under(rival.secret);
  assert.equal(other.verdict, 'escalate');
  assert.match(autonomy(other).reason, /was opened by another party than the one that asks/);
  await requireTrue(service, key);
});

testAsTenant(
  'keys-are-of-the-party-that-made-them-and-not-of-one-another',
  async ({ app, service, name, key }) => {
    const { headers } = await signedIn(service, name, 'admin');
    const made = async (by: { key: string | null; headers?: Record<string, string> }, scopes: Scope[]) => {
      const body = { name: 'made', environment: 'production', scopes };
      const answer = await ask(app, 'a', '/api/v1/api-keys', { ...by, body });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body.key as string;
    };
    const owner = { key: null, headers: { ...headers } };
    const checker = await made(owner, [...FOR_AGENTS, 'keys:manage']);
    const [own, sibling] = [await made(owner, FOR_AGENTS), await made(owner, FOR_AGENTS)];
    const child = await made({ key: checker }, FOR_AGENTS);

    const first = await asked(app, { key: own });
    for (const other of [sibling, child]) {
      assert.equal(await reports(app, first.evidence_id, { key: other, outcome: 'failure' }), 403);
    }
    const { mandate_id } = await opened(app, { effects: ['send'], max_actions: 9 }, { key: checker });
    await change(app, () => ({ attestation: 'verified' }), { key });
    const under = async (secret: string) =>
      (await asked(app, { key: secret, context: { ...SURE, mandate_id } })).verdict;
    assert.deepEqual([await under(child), await under(own)], ['proceed', 'escalate']);
    await requireTrue(service, key);
  },
);
