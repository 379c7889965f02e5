/** The inventory of agents over the API: registering, seeing, suspending, retiring, and exporting. */
import assert from 'node:assert/strict';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import { redactWhole } from './support/evidence/removals.ts';
import { changesOf, eventsSent } from './support/governance/governance.ts';
import { ask, askOk, assertTrue, type Call, evaluate } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const AGENTS = '/api/v1/agents';

const post = (app: FastifyInstance, path: string, body: object, call: Call = {}) =>
  ask(app, 'a', `${AGENTS}${path}`, { ...call, method: 'POST', body });
const change = (app: FastifyInstance, agentId: string, body: object) =>
  ask(app, 'a', `${AGENTS}/${agentId}`, { method: 'PATCH', body });
const asking = async (app: FastifyInstance, agent_id: string) =>
  (await evaluate(app, 'b', { action: 'email.send', context: {}, agent_id })).body;
const LOOK_ALIKES = ['AGENT-7', 'agent\u200b-7', ' agent-7', 'ａｇｅｎｔ_7', '\u0430gent-7'];

testAsTenantOnEachDatabase(
  'lists-agents-that-were-only-seen-with-their-first-evaluation',
  async ({ app, service }) => {
    const { evidence_id: first } = await asking(app, 'agent-8');
    await asking(app, 'agent-8');
    const described = { owner: { kind: 'team', id: 'Support' }, purpose: 'Refunds' };
    const made = await post(app, '', { agent_id: 'agent-7', ...described });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(made.body.owner, { ...described.owner, name: 'Support' });
    const listed = async (query: string) => {
      const { items } = await askOk(app, 'a', `${AGENTS}${query}`);
      return items.map((one: Record<string, unknown>) => [
        one.agent_id,
        one.status,
        one.identified_by,
        one.first_evidence_id,
      ]);
    };
    const known = ['agent-7', 'active', null, null];
    const seen = ['agent-8', 'unregistered', 'claimed', first];
    assert.deepEqual(await listed(''), [known, seen]);
    assert.deepEqual(await listed('?status=active'), [known]);
    assert.deepEqual(await listed('?status=unregistered'), [seen]);
    assert.deepEqual(await listed('?status=retired'), []);
    const page = await askOk(app, 'a', `${AGENTS}?limit=1`);
    const next = await askOk(app, 'a', `${AGENTS}?limit=1&cursor=${page.next_cursor}`);
    assert.deepEqual([next.items[0].agent_id, next.next_cursor], ['agent-8', null]);
    const one = await askOk(app, 'a', `${AGENTS}/Agent-8`);
    assert.deepEqual(one.activity.verdicts, { proceed: 2, escalate: 0, block: 0 });
    assert.deepEqual(one.activity.tools, [{ name: 'email.send', count: 2 }]);
    assert.deepEqual(one.activity.actions, [{ name: 'email.send', proceed: 2, escalate: 0, block: 0 }]);
    await evaluate(app, 'b', {
      ...{ action: 'crm.read', agent_id: 'AGENT-8' },
      context: { estimated_cost_usd: 0.1, confidence_score: 0.95, trust_score: 95 },
    });
    const { activity: now } = await askOk(app, 'a', `${AGENTS}/agent-8`);
    assert.equal(now.cost_usd, 0.1);
    assert.equal(now.by_day.length, 8);
    const sums = now.by_day.reduce(
      (sum: number[], day: { proceed: number; cost_usd: number }) => [
        ...[(sum[0] ?? 0) + day.proceed, (sum[1] ?? 0) + day.cost_usd],
      ],
      [0, 0],
    );
    assert.deepEqual(sums, [3, 0.1]);
    await service.sightings.chore.run(new AbortController().signal);
    const { first_seen_at, last_seen_at } = await askOk(app, 'a', `${AGENTS}/agent-8`);
    assert.ok(first_seen_at < last_seen_at, `${first_seen_at} ${last_seen_at}`);
    assert.equal((await post(app, '', { agent_id: 'Agent_8' })).status, 201);
    const registered = await askOk(app, 'a', `${AGENTS}/agent-8`);
    assert.deepEqual([registered.status, registered.first_evidence_id], ['active', first]);
    assert.equal((await ask(app, 'a', `${AGENTS}/agent-6`)).status, 404);
  },
);

testAsTenantOnEachDatabase('gives-no-two-agents-ids-that-mean-the-same', async ({ app }) => {
  assert.equal((await post(app, '', { agent_id: 'agent-7' })).status, 201);
  const refused = async () => {
    for (const agent_id of LOOK_ALIKES) {
      const { status, body } = await post(app, '', { agent_id });
      assert.deepEqual([status, body.code], [409, 'agent_registered'], agent_id);
    }
  };
  await refused();
  assert.equal((await post(app, '/agent-7/retire', { reason: 'Replaced' })).body.status, 'retired');
  await refused();
  const racing = await Promise.all(
    ['bot-1', 'BOT-1', 'bot_1', 'bot.1'].map((agent_id) => post(app, '', { agent_id })),
  );
  assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 409, 409, 409]);
  for (const agent_id of ['\u200b', '---', '']) {
    assert.equal((await post(app, '', { agent_id })).status, 422, JSON.stringify(agent_id));
  }
  await assertTrue(app);
});

testAsTenantOnEachDatabase('changes-an-agent-as-its-version-allows', async ({ app, service, name }) => {
  await post(app, '', { agent_id: 'agent-7' });
  const changed = await change(app, 'AGENT_7', { purpose: 'Mail', version: 1 });
  assert.deepEqual([changed.body.purpose, changed.body.version], ['Mail', 2]);
  const stale = await change(app, 'agent-7', { purpose: 'x', version: 1 });
  assert.deepEqual([stale.status, stale.body.code], [409, 'agent_changed']);
  const { memberId } = await signedIn(service, name, 'owner');
  const owned = await change(app, 'agent-7', { owner: { kind: 'member', id: memberId } });
  assert.equal(owned.body.owner.id, memberId);
  assert.equal(typeof owned.body.owner.name, 'string');
  await ensureTenant(service, `${name}-other`, 'free');
  const { memberId: theirs } = await signedIn(service, `${name}-other`, 'owner');
  for (const id of ['mbr_0', theirs]) {
    const owner = { kind: 'member', id };
    assert.equal((await post(app, '', { agent_id: 'agent-9', owner })).status, 422);
    assert.equal((await change(app, 'agent-7', { owner })).status, 422);
  }
  assert.equal((await change(app, 'agent-7', { owner: null })).body.owner, null);
  assert.equal((await change(app, 'agent-6', { purpose: 'x' })).status, 404);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('suspends-resumes-and-retires-with-evidence', async ({ app, service, key }) => {
  await post(app, '', { agent_id: 'agent-7' });
  const status = async (verb: string) => {
    const { body } = await post(
      app,
      `/agent-7/${verb}`,
      verb === 'resume' ? {} : { reason: 'It sent mails' },
    );
    return body.status ?? body.code;
  };
  assert.equal(await status('suspend'), 'suspended');
  assert.equal(await status('suspend'), 'suspended');
  const blocked = await asking(app, 'AGENT-7');
  assert.equal(blocked.verdict, 'BLOCK');
  assert.match(JSON.stringify(blocked), /the agent is suspended/);
  assert.equal((await asking(app, 'agent-8')).verdict, 'PROCEED');
  assert.equal(await status('resume'), 'active');
  assert.equal((await asking(app, 'agent-7')).verdict, 'PROCEED');
  assert.equal(await status('retire'), 'retired');
  assert.deepEqual([await status('resume'), await status('suspend')], ['agent_retired', 'agent_retired']);
  assert.equal((await change(app, 'agent-7', { purpose: 'x' })).body.code, 'agent_retired');
  assert.equal((await asking(app, 'agent-7')).verdict, 'BLOCK');
  const actions = (await changesOf(service, 'agent.', key)).map(({ action }) => action);
  assert.deepEqual(actions, ['agent.register', 'agent.suspend', 'agent.resume', 'agent.retire']);
  for (const type of ['agent.suspended', 'agent.resumed']) {
    assert.equal((await eventsSent(service, type, key)).length, 1, type);
  }
  await assertTrue(app);
});

testAsTenant('exports-hostile-text-as-one-harmless-line', async ({ app }) => {
  const hostile = '=HYPERLINK("http://x")\n+1;@SUM(A1)';
  const owner = { kind: 'team', id: '-2+3' };
  assert.equal((await post(app, '', { agent_id: '=cmd', name: '@n', owner, purpose: hostile })).status, 201);
  const { items } = await askOk(app, 'a', `${AGENTS}/export`);
  assert.deepEqual([items[0].agent_id, items[0].purpose], ['=cmd', hostile]);
  const { status, body } = await ask(app, 'a', `${AGENTS}/export?format=csv`);
  assert.equal(status, 200);
  assert.equal(body.trimEnd().split('\r\n').length, 2);
  const [row = {}] = parse(body, { columns: true }) as Record<string, string>[];
  for (const field of ['agent_id', 'name', 'owner', 'purpose']) assert.match(row[field] ?? '', /^'/, field);
  assert.doesNotMatch(row.purpose ?? '', /[;\n][=+@]/);
});

testAsTenant(
  'keeps-the-agents-of-tenants-and-environments-apart',
  async ({ app, service, name, sandboxKey }) => {
    await post(app, '', { agent_id: 'agent-7' });
    const { secret } = await keyHolder(service, `${name}-other`);
    for (const key of [secret, sandboxKey]) {
      assert.equal((await ask(app, 'a', `${AGENTS}/agent-7`, { key })).status, 404);
      assert.equal((await post(app, '/agent-7/suspend', { reason: 'r' }, { key })).status, 404);
      assert.deepEqual((await askOk(app, 'a', AGENTS, { key })).items, []);
      assert.equal((await post(app, '', { agent_id: 'agent-7' }, { key })).status, 201);
      assert.equal((await post(app, '/agent-7/suspend', { reason: 'r' }, { key })).status, 200);
    }
    assert.equal((await asking(app, 'agent-7')).verdict, 'PROCEED');
  },
);

testAsTenantOnEachDatabase(
  'agrees-with-the-evidence-once-the-records-of-a-suspension-are-redacted',
  async ({ app, key, service }) => {
    await post(app, '', { agent_id: 'agent-7', purpose: 'Refunds' });
    await post(app, '/agent-7/suspend', { reason: 'marie@example.com wrote' });
    assert.equal((await asking(app, 'agent-7')).verdict, 'BLOCK');
    await post(app, '/agent-7/resume', {});
    assert.equal((await asking(app, 'agent-7')).verdict, 'PROCEED');
    await post(app, '/agent-7/suspend', { reason: 'marie@example.com wrote again' });
    assert.equal((await asking(app, 'agent-7')).verdict, 'BLOCK');
    const changes = await changesOf(service, 'agent.', key);
    for (const { id } of changes) {
      assert.equal((await redactWhole(app, id)).body.payload_removed, true);
      await assertTrue(app);
    }
    const { name, purpose, status, status_reason } = await askOk(app, 'a', `${AGENTS}/agent-7`);
    assert.deepEqual(
      { name, purpose, status, status_reason },
      { name: 'agent-7', purpose: '', status: 'suspended', status_reason: null },
    );
  },
);
