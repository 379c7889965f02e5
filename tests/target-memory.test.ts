/** Approvals teach targets, for that agent, effect, role and target, for a limited time; nothing else teaches. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { mailTo } from './support/acts/acts.ts';
import { TOOLS } from './support/acts/tools.ts';
import { decide, serviceWithClock, type Verb } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { chainOfKey, requireTrue } from './support/governance/governance.ts';
import { change } from './support/governance/settings.ts';
import { ask, askOk, evaluate } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';

const DAY_MS = 86_400_000;
const ANN = 'ann@shop.example.com';

const ENTRIES = [
  mailTo('to'),
  { tool: 'mail.read', effect: 'read', targets: [] },
  { tool: 'drive.share', effect: 'share', targets: [{ path: 'to', kind: 'email', role: 'grantee' }] },
  { tool: 'bank.pay', effect: 'pay', targets: [{ path: 'to', kind: 'detect', role: 'payee' }] },
  { tool: 'mail.announce', effect: 'send', targets: [{ path: 'to', kind: 'email', role: 'grantee' }] },
];

async function withTools(app: FastifyInstance): Promise<void> {
  for (const entry of ENTRIES) {
    await askOk(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
  }
}

interface Asking {
  action?: string;
  to?: string | string[];
  agent?: string;
  context?: object;
}

async function asked(
  app: FastifyInstance,
  { action = 'mail.send', to = ANN, agent = 'agent-7', context = {} }: Asking = {},
) {
  const body = { action, agent_id: agent, context: { arguments: { to }, ...context } };
  const { status, body: answered } = await evaluate(app, 'b', body);
  assert.equal(status, 200);
  return answered;
}

const verdict = async (app: FastifyInstance, asking?: Asking) => (await asked(app, asking)).verdict;

async function decided(app: FastifyInstance, verb: Verb, asking?: Asking): Promise<void> {
  const { verdict: given, approval_id, reasoning } = await asked(app, asking);
  assert.equal(given, 'ESCALATE', reasoning);
  assert.equal((await decide(app, verb, approval_id)).status, 200);
}

const remembered = async (app: FastifyInstance) =>
  (await ask(app, 'a', '/api/v1/targets?source=approval')).body.items;

testOnEachDatabase('knows-the-very-target-for-that-agent-effect-and-role-alone', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location);
  await withTools(app);
  await decided(app, 'approve');
  assert.equal(await verdict(app), 'PROCEED');
  assert.equal(await verdict(app, { to: 'Ann <ANN@Shop.Example.COM>' }), 'PROCEED');
  const others: Record<string, Asking> = {
    'another agent': { agent: 'agent-8' },
    'another effect': { action: 'drive.share' },
    'a payee': { action: 'bank.pay' },
    'another role': { action: 'mail.announce' },
    'another of its domain': { to: 'bob@shop.example.com' },
    'one letter more': { to: 'anna@shop.example.com' },
    'a domain that ends alike': { to: 'ann@myshop.example.com' },
    'one beside it': { to: [ANN, 'eve@example.net'] },
    'its domain': { to: 'shop.example.com' },
  };
  for (const [name, asking] of Object.entries(others))
    assert.equal(await verdict(app, asking), 'ESCALATE', name);
  const [item, ...more] = await remembered(app);
  assert.deepEqual(more, []);
  assert.deepEqual(
    { value: item.value, agent: item.agent_id, effect: item.effect, role: item.role },
    { value: ANN, agent: 'agent-7', effect: 'send', role: 'recipient' },
  );
  await requireTrue(service);
});

testOnOneDatabase('forgets-after-the-days-of-the-settings', async (location, t) => {
  const { app, move } = await serviceWithClock(t, location);
  await withTools(app);
  await change(app, () => ({ targets: { unknown: 'escalate', memory_days: 7 } }));
  await decided(app, 'approve');
  move(7 * DAY_MS - 60_000);
  assert.equal(await verdict(app), 'PROCEED');
  move(60_000);
  assert.equal(await verdict(app), 'ESCALATE');
  await change(app, () => ({ targets: { unknown: 'escalate', memory_days: 0 } }));
  await decided(app, 'approve', { to: 'bob@example.org' });
  assert.equal(await verdict(app, { to: 'bob@example.org' }), 'ESCALATE');
});

testOnOneDatabase('remembers-for-90-days-unless-set-otherwise', async (location, t) => {
  const { app, move } = await serviceWithClock(t, location);
  await withTools(app);
  await decided(app, 'approve');
  move(90 * DAY_MS - 60_000);
  assert.equal(await verdict(app), 'PROCEED');
  move(60_000);
  assert.equal(await verdict(app), 'ESCALATE');
});

testOnEachDatabase('forgets-what-a-human-rejects', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location);
  await withTools(app);
  await decided(app, 'approve');
  await decided(app, 'approve', { agent: 'agent-8' });
  await decided(app, 'approve', { to: 'bob@example.org' });
  await decided(app, 'reject', { context: { risk_level: 'high' } });
  assert.equal(await verdict(app), 'ESCALATE');
  assert.equal(await verdict(app, { agent: 'agent-8' }), 'PROCEED');
  assert.equal(await verdict(app, { to: 'bob@example.org' }), 'PROCEED');
  await requireTrue(service);
});

testOnEachDatabase('forgets-what-is-rejected-under-another-spelling-of-the-agent', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location);
  await withTools(app);
  for (const agent of ['AGENT_7', 'ａｇｅｎｔ-7', 'agent\u200b7', 'agent-7']) {
    await decided(app, 'approve');
    assert.equal(await verdict(app), 'PROCEED');
    await decided(app, 'reject', { agent, context: { risk_level: 'high' } });
    assert.equal(await verdict(app), 'ESCALATE', agent);
  }
  await requireTrue(service);
});

testOnOneDatabase('learns-from-nothing-but-an-approval', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location);
  await withTools(app);
  const record = { kind: 'email', value: ANN, agent_id: 'agent-7' };
  const { body } = await ask(app, 'a', '/api/v1/targets', { body: { targets: [record] } });
  assert.equal(await verdict(app), 'PROCEED');
  const request = { action: 'mail.send', agent_id: 'agent-7', context: { arguments: { to: ANN } } };
  const executed = await ask(app, 'a', '/api/v1/core/governance/execute', { body: request });
  assert.equal(executed.status, 200);
  const outcome = {
    action: 'mail.send',
    context: {},
    outcome: 'success',
    executed_at: new Date().toISOString(),
    evaluation_id: executed.body.evidence_id,
  };
  assert.equal((await ask(app, 'b', '/v1/evidence', { body: outcome })).status, 201);
  await ask(app, 'a', `/api/v1/targets/${body.added[0].target_id}`, { method: 'DELETE' });
  assert.equal(await verdict(app), 'ESCALATE');
  assert.equal(await verdict(app, { context: { has_approval: true } }), 'ESCALATE', 'a claim');
  assert.deepEqual(await remembered(app), []);
  await requireTrue(service);
});

testOnOneDatabase('learns-once-all-parties-have-approved', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location, { required: { low: 2, high: 2 } });
  await withTools(app);
  const { approval_id: id } = await asked(app);
  const { secret } = await keyHolder(service, 'default');
  assert.equal((await decide(app, 'approve', id)).body.status, 'pending');
  assert.deepEqual(await remembered(app), []);
  assert.equal(await verdict(app), 'ESCALATE');
  assert.equal((await decide(app, 'approve', id, { key: secret })).body.status, 'approved');
  assert.equal(await verdict(app), 'PROCEED');
  assert.equal((await remembered(app)).length, 1);
});

testOnEachDatabase('keeps-no-target-in-the-clear-once-its-evaluation-is-redacted', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location);
  await withTools(app);
  const { evidence_id: evaluation, approval_id: id } = await asked(app);
  const { body } = await decide(app, 'approve', id);
  assert.equal((await redactWhole(app, evaluation)).status, 200);
  const [item] = await remembered(app);
  assert.deepEqual({ value: item.value, effect: item.effect }, { value: null, effect: 'send' });
  assert.equal(await verdict(app), 'PROCEED');
  const rows = await service.db
    .selectFrom('known_targets')
    .selectAll()
    .where('chain', '=', await chainOfKey(service))
    .execute();
  assert.doesNotMatch(JSON.stringify(rows), /ann@/);
  const decision = await ask(app, 'a', `/api/v1/evidence/${body.resolution_evidence_id}`);
  assert.equal(decision.status, 200);
  assert.match(JSON.stringify(decision.body), /remembered/);
  assert.doesNotMatch(JSON.stringify(decision.body), /ann@/i);
  await requireTrue(service);
  await service.db
    .updateTable('known_targets')
    .set({ hash: new Uint8Array(16) })
    .execute();
  const { gaps } = await service.truth.verify(await chainOfKey(service));
  assert.match(gaps.map(({ what }) => what).join(' '), /otherwise than its artifact says: its hash/);
});

testOnOneDatabase('teaches-nothing-where-the-evaluation-is-redacted-before', async (location, t) => {
  const { app } = await serviceWithClock(t, location);
  await withTools(app);
  const { evidence_id: evaluation, approval_id: id } = await asked(app);
  assert.equal((await redactWhole(app, evaluation)).status, 200);
  assert.equal((await decide(app, 'approve', id)).status, 200);
  assert.equal(await verdict(app), 'ESCALATE');
});
