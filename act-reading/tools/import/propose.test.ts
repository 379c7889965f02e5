import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { ToolEntry } from '../entry.ts';
import { proposeFromDocument } from './index.ts';

function entriesOf(document: JsonValue, server?: string): ToolEntry[] {
  const { entries, faults } = proposeFromDocument(document, server === undefined ? {} : { server });
  assert.deepEqual(faults, []);
  return entries.map(({ entry }) => entry);
}

function only(tool: JsonObject, server?: string): ToolEntry {
  const [entry] = entriesOf([tool], server);
  assert.ok(entry !== undefined);
  return entry;
}

const strings = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

const SEND = { name: 'send_email', description: 'Sends a mail.' };
const SCHEMA = strings('to', 'subject', 'body');
const PROPOSED = {
  tool: 'send_email',
  effect: 'send',
  targets: [{ path: 'to', kind: 'email', role: 'recipient' }],
  contents: ['subject', 'body'].map((path) => ({ path, kind: 'text' })),
  result: 'own',
  confidentiality: 'internal',
  description: 'Sends a mail.',
};

describe('reads-each-shape-in-which-tools-are-written', () => {
  const mcp = { ...SEND, inputSchema: SCHEMA };
  const shapes: Record<string, JsonValue> = {
    'the answer of tools/list': { tools: [mcp] },
    'it in a JSON-RPC result': { jsonrpc: '2.0', id: 1, result: { tools: [mcp] } },
    'a bare list': [mcp],
    'a single tool': mcp,
    'function tools of chats': [{ type: 'function', function: { ...SEND, parameters: SCHEMA } }],
    'function tools of responses': {
      tools: [{ type: 'function', ...SEND, parameters: SCHEMA, strict: true }],
    },
    'tools with input_schema': [{ ...SEND, input_schema: SCHEMA }],
    'a map by name': { send_email: { description: SEND.description, inputSchema: SCHEMA } },
    'a map with wrapped schemas': {
      tools: { send_email: { description: SEND.description, inputSchema: { jsonSchema: SCHEMA } } },
    },
  };
  for (const [shape, document] of Object.entries(shapes)) {
    test(shape, () => {
      const [{ seen, reasons, ...entry } = {} as ToolEntry] = entriesOf(document);
      assert.deepEqual(entry, PROPOSED);
      assert.match(seen?.schema_hash ?? '', /^sha256:[0-9a-f]{64}$/);
      assert.deepEqual(reasons, {
        effect: 'the name says "send"',
        'targets[0]': 'the field is called to',
        'contents[0]': 'the field is called subject',
        'contents[1]': 'the field is called body',
        result: 'it returns what it has done or made',
        confidentiality: 'it returns little more than what it was given',
      });
    });
  }
});

test('reads-the-operations-of-openapi-and-follows-references-inside-the-document', () => {
  const document = {
    openapi: '3.1.0',
    paths: {
      '/messages': {
        post: { operationId: 'sendMessage', requestBody: { $ref: '#/components/requestBodies/message' } },
      },
      '/pets/{petId}': {
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
        get: {},
        delete: { operationId: 'lookAtPet' },
      },
      '/payments/{id}/refund': {
        post: { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }] },
      },
    },
    components: {
      requestBodies: {
        message: { content: { 'application/json': { schema: { $ref: '#/components/schemas/message' } } } },
      },
      schemas: {
        message: {
          type: 'object',
          properties: { to: { type: 'string', format: 'email' }, text: { type: 'string' } },
        },
      },
    },
  };
  const [sending, getting, deleting, paying] = entriesOf(document);
  assert.deepEqual(sending?.targets, [{ path: 'to', kind: 'email', role: 'recipient' }]);
  assert.deepEqual(sending?.contents, [{ path: 'text', kind: 'text' }]);
  assert.deepEqual([getting?.tool, getting?.effect], ['get_pets_petId', 'read']);
  assert.equal(deleting?.effect, 'delete', 'a method that deletes is believed over a harmless name');
  assert.equal(paying?.effect, 'pay');
  const changed = structuredClone(document);
  changed.components.schemas.message.properties.text.type = 'number';
  assert.notEqual(entriesOf(changed)[0]?.seen?.schema_hash, sending?.seen?.schema_hash);
});

test('reads-swagger-2', () => {
  const body = { name: 'body', in: 'body', schema: { $ref: '#/definitions/User' } };
  const [entry] = entriesOf({
    swagger: '2.0',
    paths: { '/users': { post: { operationId: 'createUser', parameters: [body] } } },
    definitions: { User: strings('email', 'name') },
  });
  assert.equal(entry?.effect, 'configure');
  assert.deepEqual(entry?.targets[0], { path: 'email', kind: 'email', role: 'grantee' });
});

describe('believes-annotations-where-they-warn-and-not-where-they-soothe', () => {
  const cases: [name: string, annotations: JsonObject, effect: string][] = [
    ['send_message', { readOnlyHint: true }, 'send'],
    ['delete_file', { readOnlyHint: true, destructiveHint: false }, 'delete'],
    ['get_report', { readOnlyHint: false }, 'write'],
    ['get_report', { readOnlyHint: false, destructiveHint: true }, 'delete'],
    ['frobnicate', { readOnlyHint: true }, 'read'],
    ['frobnicate', { destructiveHint: true }, 'delete'],
    ['frobnicate', {}, 'execute'],
  ];
  for (const [name, annotations, effect] of cases) {
    test(`${name} ${JSON.stringify(annotations)}`, () =>
      assert.equal(only({ name, inputSchema: {}, annotations }).effect, effect));
  }
});

test('says-which-argument-decides-of-a-tool-that-does-several-things', () => {
  const action = { type: 'string', enum: ['list', 'create', 'delete'] };
  const entry = only({
    name: 'manage_notes',
    inputSchema: { properties: { action, id: { type: 'string' } } },
  });
  assert.deepEqual(entry.effect_by, {
    path: 'action',
    values: { list: 'read', create: 'write', delete: 'delete' },
  });
  assert.equal(entry.effect, 'delete');
  const method = { enum: ['GET', 'POST'] };
  const request = only({
    name: 'http_request',
    inputSchema: { properties: { method, url: { type: 'string' } } },
  });
  assert.deepEqual(request.effect_by?.values, { GET: 'read', POST: 'send' });
});

test('finds-people-and-amounts-inside-lists-of-objects', () => {
  const payment = strings('recipient', 'amount', 'currency', 'memo');
  const entry = only({
    name: 'pay_all',
    inputSchema: { properties: { payments: { type: 'array', items: payment } } },
  });
  assert.deepEqual(entry.targets, [{ path: 'payments[*].recipient', kind: 'detect', role: 'payee' }]);
  assert.deepEqual(entry.amount, { path: 'payments[*].amount', currency: 'payments[*].currency' });
  assert.deepEqual(entry.contents, [{ path: 'payments[*].memo', kind: 'text' }]);
});

test('tells-those-invited-only-where-they-are-there', () => {
  const attendees = { type: 'array', items: { type: 'string', format: 'email' } };
  const entry = only({
    name: 'create_event',
    inputSchema: { properties: { title: { type: 'string' }, attendees } },
  });
  assert.equal(entry.effect, 'write');
  assert.deepEqual(entry.targets, [
    { path: 'attendees[*]', kind: 'email', role: 'recipient', effect: 'send' },
  ]);
});

describe('refuses-what-it-can-not-propose-with-its-place', () => {
  const cases: [what: string, document: JsonValue, place: string, message: RegExp][] = [
    ['no list', 'tools', '', /tools\/list/],
    ['an empty list', [], '', /no tool/],
    ['no object', [1], '[0]', /object/],
    ['no name', { tools: [{ inputSchema: {} }] }, 'tools[0].name', /needs a name/],
    ['a tool of a provider', [{ type: 'web_search' }], '[0]', /by hand/],
    ['a pattern as a name', [{ name: '*' }], '[0].name', /pattern/],
    ['letters of two scripts', [{ name: 's\u0435nd_email' }], '[0].name', /one script/],
    ['invisible characters', [{ name: 'send\u200b_email' }], '[0].name', /invisible/],
    ['a name too long', [{ name: 'a'.repeat(257) }], '[0].name', /256/],
    ['a schema that is none', [{ name: 'a', inputSchema: 'x' }], '[0].inputSchema', /JSON Schema/],
    ['a field no path can hold', [{ name: 'a', inputSchema: strings('to"') }], '[0].inputSchema', /no path/],
    ['half a character', [{ name: 'a', inputSchema: strings('\ud800') }], '[0].inputSchema', /exactly/],
  ];
  for (const [what, document, place, message] of cases) {
    test(what, () => {
      const { entries, faults } = proposeFromDocument(document);
      assert.deepEqual([entries.length, faults.length, faults[0]?.place], [0, 1, place]);
      assert.match(faults[0]?.message ?? '', message);
    });
  }
});

describe('ends-soon-on-the-largest-input', () => {
  test('ten thousand tools and one', () => {
    const { entries, faults } = proposeFromDocument(
      Array.from({ length: 10_001 }, (_, at) => ({ name: `get_${at}`, inputSchema: {} })),
    );
    assert.deepEqual([entries.length, faults.length], [10_000, 1]);
  });

  test('references in circles', () => {
    const inner = { properties: { to: { $ref: '#/$defs/a' }, again: { items: { $ref: '#/$defs/a' } } } };
    const circle = { $ref: '#/$defs/a', $defs: { a: inner, b: { $ref: '#/$defs/b' } } };
    assert.equal(only({ name: 'send', inputSchema: circle }).effect, 'send');
  });

  test('references that multiply', () => {
    const defs: JsonObject = {};
    for (let at = 0; at < 40; at += 1) {
      const next = { $ref: `#/$defs/d${at + 1}` };
      defs[`d${at}`] = { anyOf: [next, next, { properties: { [`a${at}`]: next, b: next } }] };
    }
    const entry = only({ name: 'send', inputSchema: { $ref: '#/$defs/d0', $defs: defs } });
    assert.match(entry.reasons?.targets ?? '', /Not all fields/);
  });

  test('a schema of a megabyte', () => {
    const names = Array.from({ length: 40_000 }, (_, at) => `a_rather_long_name_${at}`);
    assert.match(
      only({ name: 'send', inputSchema: strings(...names) }).reasons?.targets ?? '',
      /Not all fields/,
    );
  });

  test('a schema nested beyond reason', () => {
    let schema: JsonObject = {};
    for (let at = 0; at < 2000; at += 1) schema = { properties: { a: schema } };
    assert.equal(proposeFromDocument([{ name: 'send', inputSchema: schema }]).faults.length, 1);
  });
});

test('an-address-outside-the-document-is-not-followed', () => {
  const schema = {
    properties: { to: { $ref: 'https://example.org/schema.json' }, body: { type: 'string' } },
  };
  const { targets } = only({ name: 'send', inputSchema: schema });
  assert.deepEqual(targets, [{ path: 'to', kind: 'detect', role: 'recipient' }], 'its name alone counts');
});
