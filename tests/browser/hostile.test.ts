/** Hostile texts from agents, tool servers and people appear on every page that shows them, and do nothing. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { lookOn, requireHarmless, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { EVERY_PAGE } from '../support/browser/every-page.ts';
import { askPerson, callWithKey, joinAsOwner } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';

const BIDI = '\u202e';
const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
const ESCAPES = '\u0007\u001b[31m\u2028\u200b';
const TEXT = `${BIDI}${MARKUP}${ESCAPES}`;
const LONG = 'x'.repeat(100_000);
const A = '/api/v1';
const CLAIMS = { confidence_score: 0.95, trust_score: 95, risk_level: 'low' };

type Call = <Answer>(path: string, body?: object, method?: string) => Promise<Answer>;

/** One tool is accepted and changes afterwards. */
async function offerTools(call: Call): Promise<void> {
  const parameters = { to: { type: 'string', description: TEXT } };
  const tool = (more: string) => ({
    name: 'pay_invoice',
    description: `${TEXT}${more}`,
    inputSchema: { type: 'object', properties: parameters },
  });
  await call(`${A}/tools/import`, { source: { tools: [tool('')] }, server: 'helpdesk' });
  const { items } = await call<{ items: { tool_id: string }[] }>(`${A}/tools?limit=10`);
  await call(`${A}/tools/review`, { accept: items.map(({ tool_id }) => ({ tool_id })) });
  await call(`${A}/tools/import`, { source: { tools: [tool('Changed.')] }, server: 'helpdesk' });
}

/** A session that reads such a text, and pays whom it names. @returns the path of its page. */
async function readInASession(call: Call, agent: string): Promise<string> {
  const tools = [
    { tool: 'mail.read', effect: 'read', result: 'content' },
    { tool: 'pay.out', effect: 'pay', targets: [{ path: 'to', kind: 'object', role: 'payee' }] },
  ];
  for (const entry of tools) await call(`${A}/tools`, { entry }, 'PUT');
  const id = `session${TEXT}`.slice(0, 250);
  const asked = (action: string, given: object) => {
    const context = { session_id: id, arguments: given, ...CLAIMS };
    return call<{ evidence_id: string }>(`${A}/core/governance/evaluate`, {
      action,
      agent_id: agent,
      context,
    });
  };
  const payee = `payee ${TEXT}`.slice(0, 100);
  const { evidence_id: evaluation } = await asked('mail.read', {});
  const path = encodeURIComponent(id);
  const body = { evaluation_id: evaluation, result: { from: payee } };
  await call(`${A}/sessions/${path}/results`, body);
  await asked('pay.out', { to: payee });
  return `/sessions/${path}?agent_id=${encodeURIComponent(agent)}`;
}

async function giveNames(call: Call): Promise<void> {
  await call(`${A}/targets`, { targets: [{ kind: 'email', value: 'board@northwind.example', name: TEXT }] });
  await call(`${A}/budgets`, { name: TEXT, limit_usd: 5, period: 'month', action_pattern: '*' });
  await call(`${A}/api-keys`, { name: TEXT, environment: 'production', scopes: ['evidence:read'] });
}

/** @returns the path of the page of an agent that was suspended. */
async function keepAgents(call: Call): Promise<string> {
  const owner = { kind: 'team', id: TEXT };
  await call(`${A}/agents`, { agent_id: 'described', name: TEXT, purpose: TEXT, owner });
  await call(`${A}/agents/described/suspend`, { reason: TEXT });
  const mapping = { scopes: `['governance:evaluate'] // ${TEXT.replaceAll(/\s/g, ' ')}` };
  await call(`${A}/issuers`, { name: TEXT, issuer: 'https://id.example', audience: TEXT, mapping });
  return '/agents/described';
}

/** @returns the path of the page of a channel whose messages do not arrive. */
async function makeAChannel(call: Call): Promise<string> {
  const secrets = { url: 'https://receiver.invalid/hook' };
  const { id } = await call<{ id: string }>(`${A}/channels`, { kind: 'teams', name: TEXT, secrets });
  return `/channels/${id}`;
}

/** @returns the path of the page of a sink to which nothing can be sent. */
async function makeASink(call: Call): Promise<string> {
  const secrets = { url: 'https://receiver.invalid/collector' };
  const { id } = await call<{ id: string }>(`${A}/sinks`, { kind: 'http', name: TEXT, secrets });
  return `/sinks/${id}`;
}

/** @returns the path of the page of an incident. */
async function openAnIncident(call: Call): Promise<string> {
  const told = [{ who: TEXT, how: TEXT, at: new Date().toISOString() }];
  const body = { title: TEXT, description: TEXT, severity: 'minor', told };
  const { incident_id: id } = await call<{ incident_id: string }>(`${A}/incidents`, body);
  await call(`${A}/incidents/${id}/close`, { cause: TEXT, remedy: TEXT });
  await call(`${A}/incidents/${id}/reopen`, { reason: TEXT });
  return `/incidents/${id}`;
}

async function giveReasons(call: Call, filter: object): Promise<void> {
  await call(`${A}/holds`, { filter, reason: TEXT });
  await call(`${A}/core/halts`, { agent_id: 'another', reason: TEXT });
  await call(`${A}/incidents`, { title: TEXT, description: TEXT, severity: 'minor' });
  await call(`${A}/access-reviews`, {});
}

const NEVER = {
  name: TEXT,
  when: { action: `never ${TEXT}`, agent_id: TEXT, target: { value: TEXT } },
  ask: [],
};

interface Current {
  version: number;
  settings: { approvals: object };
}

/** Two routes with such names: one for actions that no one asks for, and one for `routed`. */
async function makeARoute(call: Call): Promise<void> {
  await call(`${A}/groups`, { name: 'Finance', members: [] });
  const { settings, version } = await call<Current>(`${A}/settings`);
  const approvals = {
    ...settings.approvals,
    routes: [NEVER, { name: `routed ${TEXT}`, when: { action: 'routed' }, ask: [] }],
  };
  await call(`${A}/settings`, { settings: { ...settings, approvals }, expected_version: version }, 'PUT');
}

/** @returns the pages that show one of the texts. */
async function writeEverywhere(service: RunningService): Promise<string[]> {
  const call: Call = (path, body, method) => callWithKey(service, path, body, method);
  const action = `pay${TEXT}`.slice(0, 250);
  const agent = `agent${TEXT}`.slice(0, 250);
  await offerTools(call);
  await giveNames(call);
  await makeARoute(call);
  await askPerson(service, { action: 'routed' });
  const described = await keepAgents(call);
  const receivers = [await makeAChannel(call), await makeASink(call)];
  await giveReasons(call, { actors: [agent], actions: [action] });
  await call(`${A}/webhooks`, {
    ...{ url: 'https://receiver.invalid/hook', description: TEXT.replaceAll(/\p{Cc}/gu, '') },
    types: ['agent.halted'],
  });
  await call(`${A}/policies`, {
    ...{ name: 'payments', description: TEXT, reason: TEXT },
    rules: [{ id: 'ask', description: TEXT, when: 'action == "never"', effect: 'escalate', message: TEXT }],
  });
  await call(`${A}/mandates`, { agent_id: agent, task: `${TEXT}${LONG.slice(0, 3000)}`, keep_task: true });
  const context = {
    ...{ purpose: TEXT, session_id: TEXT },
    arguments: { [`to${TEXT}`]: LONG, deep: [{ [TEXT]: TEXT }] },
  };
  const approval = await askPerson(service, { action, agent_id: agent, description: TEXT, context });
  await call(`${A}/approvals/${approval}/reject`, { comment: TEXT });
  await askPerson(service, { action, agent_id: agent, description: TEXT, context });
  const session = await readInASession(call, agent);
  const { evidence_id: id } = await call<{ evidence_id: string }>(`${A}/core/governance/evaluate`, {
    ...{ action, agent_id: agent },
    context: { ...context, risk_level: 'critical', is_irreversible: true },
  });
  await call(`${A}/evidence/outcomes`, {
    ...{ action, agent_id: agent, context: {}, outcome: 'failure', executed_at: new Date().toISOString() },
    evaluation_id: id,
  }).catch(() => undefined);
  const report = await call<{ evidence_id: string }>(`${A}/compliance/exceptions`, { sample_size: 100 });
  return [
    ...EVERY_PAGE,
    '/policies/payments',
    '/policies/payments?tab=versions',
    `/exceptions?report=${report.evidence_id}`,
    `/approvals/${approval}`,
    `/evidence/${id}`,
    `/evidence?record=${id}`,
    `/evidence?agent=${encodeURIComponent(agent)}`,
    `/agents/${encodeURIComponent(agent)}`,
    described,
    ...receivers,
    session,
    await openAnIncident(call),
  ];
}

/**
 * These pages show none: names of policies and groups can't hold such a text, the account is the person's own, settings
 * are shown in fields, and the others show only numbers, hashes and texts of this service.
 */
const WITHOUT = [
  ...[
    '/policies',
    '/policies?tab=packs',
    '/members',
    '/members?tab=groups',
    '/account',
    '/welcome',
    '/decide',
  ],
  ...[
    '/settings',
    '/settings?tab=code',
    '/settings?tab=versions',
    '/integrity',
    '/verify',
    '/compliance',
    '/exceptions',
    '/usage',
  ],
];

async function requireShown(page: Page, path: string): Promise<void> {
  const written = page.getByText('U+202E').filter({ visible: true });
  // The choices of a closed list are seen once it is opened.
  const shown = await written
    .or(page.locator('option', { hasText: 'U+202E' }))
    .first()
    .waitFor({ state: 'attached', timeout: 10_000 })
    .then(
      () => true,
      () => false,
    );
  assert.ok(shown, `${path} shows none of it: ${await page.locator('main').innerText()}`);
}

testInBrowser('shows-what-others-wrote-on-every-page-and-runs-none-of-it', async (visit) => {
  const { service, address, page } = visit;
  await joinAsOwner(service, page, address);
  for (const path of await writeEverywhere(service)) {
    await page.goto(`${address}${path}`);
    for (const device of [{}, TELEPHONE]) {
      await lookOn(page, device, async () => {
        if (!WITHOUT.includes(path)) await requireShown(page, path);
        await requireHarmless(page, path);
      });
    }
  }
});
