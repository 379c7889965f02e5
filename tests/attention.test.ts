/** The matters that need a person: each is told to those who may see it, and gone once it is settled. */
import assert from 'node:assert/strict';
import { raiseAlarm } from '@assize/service/proof/alarms/index.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated } from './support/approvals/approvals.ts';
import { newBudget, spend } from './support/governance/budgets.ts';
import { ask, askOk, type Call } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { type TestTenant, testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const DAY_MS = 86_400_000;

interface Matter {
  kind: string;
  count: number;
  first: { id: string; name: string; at: string | null }[];
}

async function mattersOf(app: FastifyInstance, call: Call = {}): Promise<Matter[]> {
  return (await askOk(app, 'a', '/api/v1/attention', call)).matters;
}

const said = (matters: readonly Matter[]) =>
  matters.map(({ kind, count, first }) => [kind, count, first[0]?.name]);

async function made(app: FastifyInstance, path: string, body: object) {
  const answer = await ask(app, 'a', `/api/v1${path}`, { body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
}

/** One of each, made as a tenant makes it; only the failing of an address is written. */
async function oneOfEach({ app, service, chain }: TestTenant) {
  const approvalId = await escalated(app);
  await newBudget(app, { name: 'Mail', limit_usd: 10, agent_id: 'agent-9' });
  await spend(app, 8, { agent_id: 'agent-9' });
  const key = await made(app, '/api-keys', { name: 'Short', environment: 'production', expires_in_days: 3 });
  await made(app, '/channels', { kind: 'push', name: 'Telephones' });
  await made(app, '/webhooks', { url: 'https://hooks.invalid/secret-token' });
  const collector = { url: 'https://siem.invalid/secret-token' };
  const sink = await made(app, '/sinks', { kind: 'http', name: 'SIEM', secrets: collector });
  await service.db.updateTable('channels').set({ failing_since: 5 }).where('chain', '=', chain).execute();
  await service.db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: 7, disabled_reason: 'gone' })
    .where('chain', '=', chain)
    .execute();
  await service.db.updateTable('sinks').set({ failing_since: 6 }).where('chain', '=', chain).execute();
  await made(app, '/agents', { agent_id: 'agent-7', owner: { kind: 'team', id: 'Support' } });
  const halt = await made(app, '/core/halts', { all: true, reason: 'Look into it' });
  const serious = { title: 'A wrong record', severity: 'serious', harms: ['health'] };
  const { incident_id: incidentId } = await made(app, '/incidents', serious);
  await raiseAlarm(service, chain, { position: 2, problem: 'wrong_hash', message: 'Record 2 is changed.' });
  return { approvalId, key, halt, incidentId, sink };
}

const EACH = [
  ['alarms', 1, 'Record 2 is changed.'],
  ['incidents', 1, 'serious'],
  ['halts', 1, ''],
  ['channels', 1, 'Telephones'],
  ['webhooks', 1, 'hooks.invalid'],
  ['sinks', 1, 'SIEM'],
  ['approvals', 1, 'invoice.pay'],
  ['budgets', 1, 'Mail'],
  ['keys', 1, 'Short'],
  ['agents', 1, 'agent-9'],
];

testAsTenantOnEachDatabase('tells-what-needs-a-person-and-nothing-once-it-is-settled', async (tenant) => {
  const { app, service, chain, name } = tenant;
  assert.deepEqual(await mattersOf(app), []);
  const { approvalId, key, halt, incidentId, sink } = await oneOfEach(tenant);
  const matters = await mattersOf(app);
  assert.deepEqual(said(matters), EACH);
  const subject = (kind: string) => matters.find((matter) => matter.kind === kind)?.first[0];
  assert.equal(subject('approvals')?.id, approvalId);
  const { id, at } = subject('keys') ?? assert.fail();
  assert.equal(id, key.id);
  assert.ok(Date.parse(at ?? '') <= service.clock.now() + 3 * DAY_MS);
  assert.equal(subject('channels')?.at, new Date(5).toISOString());
  assert.ok(!JSON.stringify(matters).includes('secret-token'), 'an address may hold a token');
  const { headers } = await signedIn(service, name, 'viewer');
  assert.deepEqual(
    said(await mattersOf(app, { key: null, headers })),
    EACH.filter(([kind]) =>
      ['alarms', 'incidents', 'halts', 'sinks', 'budgets', 'agents'].includes(String(kind)),
    ),
  );
  await decide(app, 'reject', approvalId, { key: (await keyHolder(service, name)).secret });
  await ask(app, 'a', `/api/v1/api-keys/${key.id}`, { method: 'DELETE' });
  await ask(app, 'a', `/api/v1/core/halts/${halt.halt_id}`, { method: 'DELETE' });
  const now = new Date(service.clock.now()).toISOString();
  const told = [{ who: 'The authority', how: 'By its form', at: now, authority: true }];
  const changed = await ask(app, 'a', `/api/v1/incidents/${incidentId}`, { method: 'PATCH', body: { told } });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  await made(app, `/sinks/${sink.id}/pause`, {});
  await made(app, '/agents', { agent_id: 'AGENT_9', owner: { kind: 'team', id: 'Support' } });
  await service.db.updateTable('channels').set({ failing_since: null }).where('chain', '=', chain).execute();
  await service.db
    .updateTable('webhook_endpoints')
    .set({ disabled_reason: 'asked' })
    .where('chain', '=', chain)
    .execute();
  assert.deepEqual(
    (await mattersOf(app)).map(({ kind }) => kind),
    ['alarms', 'budgets'],
  );
});

testAsTenant('tells-of-agents-whose-owner-has-left', async ({ app, service, name }) => {
  const owner = await signedIn(service, name, 'owner');
  const lee = await signedIn(service, name, 'viewer', 'Lee');
  await made(app, '/agents', { agent_id: 'agent-7', owner: { kind: 'member', id: lee.memberId } });
  assert.deepEqual(await mattersOf(app), []);
  const call = { method: 'DELETE', key: null, headers: owner.headers } as const;
  assert.equal((await ask(app, 'a', `/api/v1/members/${lee.memberId}`, call)).status, 200);
  assert.deepEqual(said(await mattersOf(app)), [['agents', 1, 'agent-7']]);
});

testAsTenant('tells-nothing-of-another-tenant-or-the-sandbox', async (tenant) => {
  const { app, service, name, sandboxKey } = tenant;
  await oneOfEach(tenant);
  const other = await keyHolder(service, `${name}-other`);
  assert.deepEqual(await mattersOf(app, { key: other.secret }), []);
  assert.deepEqual(await mattersOf(app, { key: sandboxKey }), []);
});

testAsTenant('counts-the-approvals-that-the-caller-may-decide', async ({ app, service, name }) => {
  for (let asked = 0; asked < 5; asked += 1) await escalated(app);
  const { headers } = await signedIn(service, name, 'approver');
  const [matter] = await mattersOf(app, { key: null, headers });
  assert.deepEqual([matter?.kind, matter?.count, matter?.first.length], ['approvals', 5, 3]);
});
