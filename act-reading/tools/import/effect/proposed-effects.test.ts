/** The proposed effect of a tool whose name is ambiguous, or whose arguments make more of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@assize/evidence-format';
import type { ToolEntry } from '../../entry.ts';
import { proposeFromDocument } from '../propose.ts';

type Properties = Record<string, JsonObject>;
const text = { type: 'string' };
const flag = { type: 'boolean' };

function proposed(name: string, properties: Properties, more: JsonObject = {}): ToolEntry {
  const tool = { name, inputSchema: { type: 'object', properties }, ...more };
  const [found] = proposeFromDocument({ tools: [tool] }, { server: 'x' }).entries;
  assert.ok(found !== undefined, name);
  return found.entry;
}

const READS = { annotations: { readOnlyHint: true } };
const NAMES: [name: string, properties: Properties, effect: string, more?: JsonObject][] = [
  ['mail_open', { email_id: text }, 'read', READS],
  ['order', { orderId: text }, 'read', READS],
  ['order', { orderId: text }, 'book'],
  ['mail', { to: text, body: text }, 'send', READS],
  ['transactions', { n: { type: 'integer' } }, 'read'],
  ['profile', {}, 'read'],
  ['pipeline_status', { id: text }, 'read'],
  ['status_page_post', { text }, 'send'],
  ['card_settings', { card: text, locked: flag }, 'configure'],
  ['alarm_rule', { rule: text }, 'configure', { description: 'Enable or disable an alarm rule' }],
  ['terminErstellen', { titel: text }, 'write'],
  ['kontoLöschen', { id: text }, 'delete'],
  ['envoyer_message', { texte: text }, 'send'],
  ['pagar_cuenta', { mesa: text }, 'pay'],
  ['listar_pedidos', { desde: text }, 'read'],
];

for (const [name, properties, effect, more] of NAMES) {
  test(`${name} ${JSON.stringify(more ?? {})}: ${effect}`, () => {
    assert.equal(proposed(name, properties, more).effect, effect);
  });
}

const SWITCHES: [name: string, properties: Properties, effect: string, by: ToolEntry['effect_by']][] = [
  ['push_branch', { branch: text, force: flag }, 'write', { path: 'force', values: { true: 'delete' } }],
  ['create_note', { title: text, public: flag }, 'write', { path: 'public', values: { true: 'configure' } }],
  [
    'share_file',
    { email: text, role: { type: 'string', enum: ['reader', 'owner'] } },
    'share',
    { path: 'role', values: { owner: 'configure' } },
  ],
  [
    'add_filter',
    { action: { type: 'string', enum: ['label', 'forward', 'delete'] } },
    'configure',
    { path: 'action', values: { label: 'configure', forward: 'send', delete: 'delete' } },
  ],
];

for (const [name, properties, effect, by] of SWITCHES) {
  test(`${name} by ${by?.path}`, () => {
    const entry = proposed(name, properties);
    assert.deepEqual({ effect: entry.effect, by: entry.effect_by }, { effect, by });
  });
}

test('a request with any method tells by its method', () => {
  const { effect, effect_by } = proposed('http.fetch', { url: text, method: text, body: text });
  assert.equal(effect, 'read');
  assert.equal(effect_by?.path, 'method');
  assert.equal(effect_by?.values.post, 'send');
});

test('who changes how a person is reached gives access to what is sent there', () => {
  const { targets } = proposed('update_customer', { customer_id: text, email: text });
  assert.deepEqual(
    targets.filter(({ path }) => path === 'email').map(({ role }) => role),
    ['grantee'],
  );
});

test('the arguments of one program are a command of it', () => {
  const { contents } = proposed('kubectl', { command: text }, { description: 'Run kubectl' });
  assert.deepEqual(contents, [{ path: 'command', kind: 'shell', dialect: 'kubectl' }]);
});
