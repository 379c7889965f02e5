/** The example rules of the dashboard are valid, open as forms, and do what their sentences say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { EXAMPLES } from '../dashboard/policies/form/examples.ts';
import { formOf } from '../dashboard/policies/form/read.ts';
import { celOf } from '../dashboard/policies/form/rule.ts';
import { inForce } from './support/governance/policies.ts';
import { AGENT, read, readersIn } from './support/governance/sessions.ts';
import { askOk, evaluate, speakFor } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const PAY = {
  tool: 'bank.pay',
  effect: 'pay',
  amount: { path: 'amount', currency: 'USD' },
  targets: [{ path: 'to', kind: 'account', role: 'payee' }],
};
const TOOLS = [
  PAY,
  { tool: 'mail.send', effect: 'send', targets: [{ path: 'to', kind: 'email', role: 'recipient' }] },
  { tool: 'files.remove', effect: 'delete', targets: [{ path: 'path', kind: 'path', role: 'object' }] },
  { tool: 'helpdesk.answer', effect: 'write' },
];

interface Case {
  request: { action: string; agent_id?: string; context?: object };
  inSandbox?: true;
  matches: boolean;
}

const asks = (action: string, given: object, matches: boolean, more: Partial<Case> = {}): Case => ({
  ...{ request: { action, context: { arguments: given } }, matches },
  ...more,
});
const by = (agent_id: string, action: string, context: object, matches: boolean): Case => ({
  ...{ request: { action, agent_id, context }, matches },
});

const CASES: Record<string, Case[]> = {
  'large-payment': [
    asks('bank.pay', { amount: 1000, to: 'acct_1' }, false),
    asks('bank.pay', { amount: 1000.01, to: 'acct_1' }, true),
    asks('bank.pay', { amount: 'much', to: 'acct_1' }, true),
    asks('mail.send', { amount: 5000, to: 'ann@example.com' }, false),
  ],
  'unknown-payee': [
    asks('bank.pay', { amount: 5, to: 'acct_1' }, true),
    asks('bank.pay', { amount: 5, to: 'known-account' }, false),
    asks('mail.send', { to: 'eve@example.net' }, false),
  ],
  'mail-to-outsiders': [
    asks('mail.send', { to: 'ann@example.com' }, false),
    asks('mail.send', { to: 'eve@example.net' }, true),
    asks('mail.send', { to: 'example.com' }, true),
    asks('mail.send', { to: ['ann@example.com', 'eve@example.net'] }, true),
    asks('bank.pay', { amount: 5, to: 'acct_1' }, false),
  ],
  'no-deletes-in-production': [
    asks('files.remove', { path: '/a' }, true, {}),
    asks('files.remove', { path: '/a' }, false, { inSandbox: true }),
    asks('mail.send', { to: 'ann@example.com' }, false, {}),
  ],
  'little-trust': [
    by('a', 'x', { trust_score: 49, is_irreversible: true }, true),
    by('a', 'x', { trust_score: 50, is_irreversible: true }, false),
    by('a', 'x', { is_irreversible: true }, true),
    by('a', 'x', { trust_score: 1, is_irreversible: false }, false),
  ],
  'only-its-tools': [
    by('help-desk', 'helpdesk.answer', {}, false),
    by('help-desk', 'mail.send', { arguments: { to: 'ann@example.com' } }, true),
    by('help-desk', 'unheard.of', {}, true),
    by('another', 'mail.send', { arguments: { to: 'ann@example.com' } }, false),
    { request: { action: 'mail.send' }, matches: false },
  ],
  'after-strangers': [
    asks('mail.send', { to: 'ann@example.com' }, false),
    // Its other half needs a session: see below.
  ],
  'not-in-the-catalogue': [asks('unheard.of', {}, true), asks('helpdesk.answer', {}, false)],
  'critical-and-only-claimed': [
    by('a', 'x', { risk_level: 'critical' }, true),
    by('a', 'x', { risk_level: 'high' }, false),
  ],
  'large-estimate': [
    by('a', 'x', { estimated_cost_usd: 100 }, false),
    by('a', 'x', { estimated_cost_usd: 100.5 }, true),
    by('a', 'x', {}, false),
  ],
};

async function govern(app: FastifyInstance, tools: readonly object[]): Promise<void> {
  for (const entry of tools) await askOk(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry } });
  await inForce(
    app,
    'examples',
    EXAMPLES.map(({ about: _, ...rule }) => rule),
  );
}

/** The rules that match, and those that can't be evaluated. */
async function matchesOf(app: FastifyInstance, request: object): Promise<string[]> {
  const { body } = await evaluate(app, 'a', request);
  const { payload } = await askOk(app, 'a', `/api/v1/evidence/${body.evidence_id}`);
  const { matches = [] } = payload.laws.policy_adherence.details ?? {};
  return matches.map(({ rule, erred }: { rule: string; erred?: true }) => (erred ? `${rule} erred` : rule));
}

testAsTenant('each-example-does-what-its-sentence-says', async ({ app, sandboxKey }) => {
  const sandbox = speakFor(app, sandboxKey);
  for (const each of [app, sandbox]) await govern(each, TOOLS);
  const targets = [{ kind: 'account', value: 'known-account' }];
  await askOk(app, 'a', '/api/v1/targets', { body: { targets } });
  for (const { id, about } of EXAMPLES) {
    const cases = CASES[id] ?? [];
    assert.ok(
      (id === 'after-strangers' || cases.some(({ matches }) => matches)) &&
        cases.some(({ matches }) => !matches),
      id,
    );
    for (const { request, inSandbox, matches } of cases) {
      const found = await matchesOf(inSandbox ? sandbox : app, request);
      assert.deepEqual(
        [found.includes(id), found.filter((one) => one.endsWith('erred'))],
        [matches, []],
        about,
      );
    }
  }
});

testAsTenant('the-example-about-strangers-holds-what-comes-after-them', async ({ app }) => {
  await govern(app, TOOLS);
  await readersIn(app);
  const send = () => ({
    ...{ action: 'mail.send', agent_id: AGENT },
    context: { session_id: 's', arguments: { to: 'ann@example.com' } },
  });
  await read(app, 's', { name: 'Ann' });
  assert.ok(!(await matchesOf(app, send())).includes('after-strangers'));
  await read(app, 's', { body: 'Hello' }, { action: 'mail.read' });
  assert.ok((await matchesOf(app, send())).includes('after-strangers'));
  assert.ok(!(await matchesOf(app, { ...send(), action: 'crm.find' })).includes('after-strangers'));
});

test('each-example-opens-as-a-form', () => {
  for (const { id, when, about } of EXAMPLES) {
    const form = formOf(when);
    assert.ok(form, id);
    assert.equal(celOf(form).replace(/\s+/g, ' '), when, about);
  }
});
