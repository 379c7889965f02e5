/** The judgement report and its suggestions, over the HTTP API and the command line. */
import assert from 'node:assert/strict';
import { heldReport } from '@assize/service/reports/index.ts';
import type { FastifyInstance } from 'fastify';
import { mailTo } from './support/acts/acts.ts';
import { changesIn } from './support/acts/backtests.ts';
import { mcpTool, TOOLS } from './support/acts/tools.ts';
import { decide } from './support/approvals/approvals.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, askOk, evaluate, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';

const REPORT = '/api/v1/judgement/report';
const TOOL_SUGGESTIONS = '/api/v1/tools/suggestions';
const TARGET_SUGGESTIONS = '/api/v1/targets/suggestions';

async function listed(app: FastifyInstance): Promise<void> {
  await askOk(app, 'a', TOOLS, { method: 'PUT', body: { entry: mailTo('to') } });
}

async function did(app: FastifyInstance, action: string, args: object, agent = 'agent-7') {
  const { status, body } = await evaluate(app, 'a', {
    action,
    agent_id: agent,
    context: { arguments: args },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function got(app: FastifyInstance, url: string) {
  return askOk(app, 'a', url);
}

testAsTenantOnEachDatabase('counts-what-was-held-by-day-and-by-reason', async ({ app }) => {
  await did(app, 'note.add', { text: 'before the catalogue' });
  await listed(app);
  const unlisted = await did(app, 'note.add', { text: 'after it' });
  await did(app, 'mail.send', { to: 'ann@example.org' });
  await did(app, 'mail.send', { to: 'ben@example.org' });
  const body = await got(app, REPORT);
  assert.deepEqual(
    { evaluations: body.evaluations, held: body.held, would: body.would_be_held, cut: body.cut },
    { evaluations: 4, held: 3, would: 0, cut: false },
  );
  assert.equal(
    body.days.reduce((sum: number, day: { held: number }) => sum + day.held, 0),
    3,
  );
  assert.deepEqual(
    body.reasons.map(({ evidence_ids: _, ...reason }: Record<string, unknown>) => reason),
    [
      { reason: 'unlisted_tool', held: 1, would_be_held: 0, actions: [{ action: 'note.add', count: 1 }] },
      { reason: 'unknown_target', held: 2, would_be_held: 0, actions: [{ action: 'mail.send', count: 2 }] },
    ],
  );
  assert.deepEqual(body.reasons[0].evidence_ids, [unlisted.evidence_id]);
  assert.equal((await got(app, `${REPORT}?from=2020-01-01&to=2020-01-02`)).evaluations, 0);
});

testAsTenant('counts-what-would-be-held-while-it-is-observed', async ({ app }) => {
  const { body: current } = await ask(app, 'a', '/api/v1/settings');
  const settings = { ...current.settings, enforcement: 'observe' };
  const set = await ask(app, 'a', '/api/v1/settings', {
    method: 'PUT',
    body: { settings, expected_version: current.version },
  });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  await listed(app);
  assert.equal((await did(app, 'mail.send', { to: 'ann@example.org' })).verdict, 'proceed');
  const body = await got(app, REPORT);
  assert.deepEqual({ held: body.held, would: body.would_be_held }, { held: 0, would: 1 });
  assert.equal(body.reasons[0].reason, 'unknown_target');
});

testAsTenantOnEachDatabase('suggests-tools-that-are-not-in-the-catalogue', async ({ app }) => {
  await listed(app);
  await did(app, 'crm.delete_contact', { contact_id: 'c-1', notify: ['ann@example.org'] });
  await did(app, 'crm.delete_contact', { contact_id: 'c-2' }, 'agent-8');
  await did(app, 'mail.send', { to: 'ann@example.org' });
  const { tools } = await got(app, TOOL_SUGGESTIONS);
  assert.equal(tools.length, 1);
  const [{ action, count, agents, import: body, entry, in_review }] = tools;
  assert.deepEqual(
    { action, count, agents: agents.sort(), in_review, effect: entry.effect },
    {
      action: 'crm.delete_contact',
      count: 2,
      agents: ['agent-7', 'agent-8'],
      in_review: false,
      effect: 'delete',
    },
  );
  assert.deepEqual(body.source.tools[0].inputSchema.properties, {
    contact_id: { type: 'string' },
    notify: { type: 'array', items: { type: 'string', format: 'email' } },
  });
  // It contains no value of an argument.
  assert.doesNotMatch(JSON.stringify(tools), /c-1|ann@/);
  const imported = await ask(app, 'a', `${TOOLS}/import`, { body });
  assert.equal(imported.body.counts.proposed, 1, JSON.stringify(imported.body));
  assert.equal((await got(app, TOOL_SUGGESTIONS)).tools[0].in_review, true);
  const accept = imported.body.tools.map(({ tool_id }: { tool_id: string }) => ({ tool_id }));
  assert.equal((await ask(app, 'a', `${TOOLS}/review`, { body: { accept } })).status, 200);
  const offer = (description: string) =>
    ask(app, 'a', `${TOOLS}/import`, { body: { source: { tools: [mcpTool(action, description)] } } });
  const first = await offer('Deletes a contact.');
  assert.equal(first.body.counts.unchanged, 1, 'the first real definition does not count as a change');
  const second = await offer('Deletes all contacts.');
  assert.equal(second.body.counts.changed, 1, JSON.stringify(second.body));
});

testAsTenantOnEachDatabase('suggests-targets-that-nothing-makes-known', async ({ app }) => {
  await listed(app);
  for (const name of ['ann', 'ben', 'cat']) {
    const { approval_id: id } = await did(app, 'mail.send', { to: `${name}@example.org` });
    assert.equal((await decide(app, 'approve', id)).status, 200);
  }
  await did(app, 'mail.send', { to: 'eve@example.net' });
  await did(app, 'mail.send', { to: 'known@example.com' });
  const targets = [{ kind: 'domain', value: 'example.com' }];
  assert.equal((await ask(app, 'a', '/api/v1/targets', { body: { targets } })).status, 200);
  const body = await got(app, TARGET_SUGGESTIONS);
  assert.deepEqual(
    body.targets
      .map((one: { value: string; approved_count: number }) => `${one.value} ${one.approved_count}`)
      .sort(),
    ['ann@example.org 1', 'ben@example.org 1', 'cat@example.org 1', 'eve@example.net 0'],
  );
  assert.deepEqual(body.domains, [
    { domain: 'example.org', role: 'recipient', effect: 'send', addresses: 3, approved_count: 3 },
  ]);
});

testAsTenant(
  'tells-nothing-of-other-tenants-and-bounds-the-period',
  async ({ app, service, name, sandboxKey }) => {
    await listed(app);
    await did(app, 'note.add', { text: 'ours' });
    const { secret: other } = await keyHolder(service, `${name}-other`);
    for (const url of [REPORT, TOOL_SUGGESTIONS, TARGET_SUGGESTIONS]) {
      for (const key of [other, sandboxKey]) {
        const { status, body } = await ask(app, 'a', url, { key });
        assert.deepEqual({ status, evaluations: body.evaluations }, { status: 200, evaluations: 0 });
      }
      assert.equal((await ask(app, 'a', `${url}?from=2026-01-01&to=2026-07-01`)).status, 422);
      assert.equal((await ask(app, 'a', `${url}?from=2026-02-01&to=2026-01-01`)).status, 422);
    }
  },
);

testOnOneDatabase('reports-and-suggests-on-the-command-line', async (location, t) => {
  const { app } = await startTestService(t, location);
  await listed(app);
  await did(app, 'crm.delete_contact', { contact_id: 'c-1' });
  await did(app, 'mail.send', { to: 'eve@example.net' });
  const cli = async (words: string) => {
    const { code, stdout, stderr } = await assize(location, words.split(' '));
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const report = await cli('judgement report');
  assert.match(report, /^2 evaluations: 2 were held, and 0 more would be\.\n/);
  assert.match(report, /unlisted tool +1 +0 +crm\.delete_contact \(1\) +ev_/);
  assert.equal(JSON.parse(await cli('judgement report --days 1 --json')).held, 2);
  assert.match(
    await cli('tools suggest --propose'),
    /crm\.delete_contact +1 +0 +agent-7 +delete +no\n\n1 proposed\./,
  );
  assert.match(await cli('tools suggest --propose'), /yes\n\n0 proposed\./);
  const csv = await cli('targets suggest --csv');
  assert.equal(csv, 'kind,value,role,agent,effect\nemail,eve@example.net,recipient,agent-7,send\n');
  assert.equal(await cli('targets suggest --approved --csv'), 'kind,value,role,agent,effect\n');
  assert.match(await cli('judgement backtest --enforcement observe'), /2 verdicts would change:/);
});

const backtestOf = async (app: FastifyInstance, body: object) =>
  ask(app, 'a', '/api/v1/settings/backtest', { body });

testAsTenantOnEachDatabase('tries-tools-targets-and-enforcement-on-what-was-decided', async ({ app }) => {
  await did(app, 'mail.send', { to: 'ann@example.org' });
  await did(app, 'mail.send', { to: 'ben@example.net' });
  await did(app, 'note.add', { text: 'x' });
  const tools = [mailTo('to')];
  const all = await backtestOf(app, { tools, enforcement: 'enforce' });
  assert.deepEqual(changesIn(all), { 'proceed > escalate': 3 });
  const targets = [{ kind: 'domain', value: 'example.org' }];
  assert.deepEqual(changesIn(await backtestOf(app, { tools, targets, enforcement: 'enforce' })), {
    'proceed > escalate': 2,
  });
  assert.deepEqual(changesIn(await backtestOf(app, { tools, enforcement: 'observe' })), {});
  const notes = { tool: 'note.*', effect: 'write' };
  assert.deepEqual(changesIn(await backtestOf(app, { tools: [...tools, notes], targets })), {
    'proceed > escalate': 1,
  });
  await listed(app);
  await did(app, 'mail.send', { to: 'cat@example.org' });
  assert.deepEqual(changesIn(await backtestOf(app, { targets })), { 'escalate > proceed': 1 });
  assert.deepEqual(changesIn(await backtestOf(app, { enforcement: 'observe' })), { 'escalate > proceed': 1 });
  const faulty = await backtestOf(app, { targets: [{ kind: 'email', value: 'a@b.example, c@d.example' }] });
  assert.equal(faulty.status, 422, JSON.stringify(faulty.body));
});

testAsTenant('reads-the-newest-where-there-are-too-many', async ({ app, service, chain }) => {
  const ids = [];
  for (const text of ['1', '2', '3']) ids.push((await did(app, 'note.add', { text })).evidence_id);
  await listed(app);
  ids.push((await did(app, 'note.add', { text: '4' })).evidence_id);
  const period = { from: 0, to: service.clock.now() + 1 };
  const { read, held, reasons } = await heldReport(service.db, chain, period, 2);
  assert.deepEqual(
    { evaluations: read.evaluations, isCut: read.isCut, held },
    { evaluations: 2, isCut: true, held: 1 },
  );
  assert.deepEqual(reasons[0]?.evidenceIds, ids.slice(-1));
  assert.equal((await heldReport(service.db, chain, period, 4)).read.isCut, false);
});
