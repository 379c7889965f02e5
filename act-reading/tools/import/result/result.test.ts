/** An imported tool's proposal says what it returns. In doubt, others wrote it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@assize/evidence-format';
import { readData } from '../../../data.ts';
import type { Confidentiality, ResultSource, ToolEntry } from '../../entry.ts';
import { proposeFromDocument } from '../index.ts';

interface Case {
  tool: string;
  server?: string;
  description?: string;
  fields?: string[];
  result: ResultSource;
  confidentiality: Confidentiality;
}

function proposed(tool: JsonObject, server = ''): ToolEntry {
  const { entries, faults } = proposeFromDocument([tool], { server });
  assert.deepEqual(faults, []);
  assert.ok(entries[0] !== undefined);
  return entries[0].entry;
}

describe('proposes-what-a-tool-returns', () => {
  const cases = readData('./cases/results.yaml') as Case[];
  assert.ok(cases.length >= 60);
  for (const { tool: name, server = '', description = '', fields = [], result, confidentiality } of cases) {
    test(`${server}.${name}`, () => {
      const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
      const entry = proposed({ name, description, inputSchema: { type: 'object', properties } }, server);
      const found = { result: entry.result, confidentiality: entry.confidentiality };
      const { result: why, confidentiality: whyConfidential } = entry.reasons ?? {};
      assert.deepEqual(found, { result, confidentiality }, `${why}; ${whyConfidential}`);
      assert.ok(why !== undefined && whyConfidential !== undefined);
    });
  }
});

const text = { type: 'string' };
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });

const MAIL = objectOf({
  id: text,
  thread_id: text,
  message_id: text,
  from: text,
  to: listOf(text),
  subject: text,
  body: text,
});

function returns(name: string, outputSchema: JsonObject): Pick<ToolEntry, 'result' | 'result_fields'> {
  const { result, result_fields } = proposed({ name, inputSchema: {}, outputSchema });
  return result_fields === undefined ? { result } : { result, result_fields };
}

const OUTPUTS: [promise: string, name: string, output: JsonObject, wanted: object][] = [
  [
    'an-id-of-the-service-and-who-wrote-it',
    'search_emails',
    objectOf({ emails: listOf(MAIL) }),
    {
      result: 'content',
      // The sender's own program makes the message's id.
      result_fields: { id: 'own', thread_id: 'own', message_id: 'content', from: 'content', to: 'content' },
    },
  ],
  [
    'no-id-that-also-names-a-person',
    'get_issue',
    objectOf({ id: text, author: objectOf({ id: text }) }),
    { result: 'content', result_fields: { id: 'content', author: 'content' } },
  ],
  [
    'no-id-inside-what-an-author-fills-in',
    'get_event',
    objectOf({ event_id: text, metadata: objectOf({ event_id: text }) }),
    { result: 'content', result_fields: { event_id: 'content' } },
  ],
  [
    'no-id-that-may-be-an-address-or-an-object',
    'list_comments',
    objectOf({ id: { type: 'string', format: 'uri' }, page_id: objectOf({ a: text }), order_id: {} }),
    { result: 'content', result_fields: { id: 'content', page_id: 'content', order_id: 'content' } },
  ],
  [
    'no-id-that-is-spelled-as-another-member',
    'get_event',
    objectOf({ event_id: text, metadata: objectOf({ eventId: text }) }),
    { result: 'content', result_fields: { eventId: 'content' } },
  ],
  ['no-id-of-a-page-on-the-web', 'web_search', objectOf({ id: text }), { result: 'content' }],
  [
    'free-texts-of-a-register',
    'get_customer',
    objectOf({ id: text, email: text, note: text, description: { enum: ['new', 'old'] } }),
    { result: 'own', result_fields: { note: 'content' } },
  ],
  ['nothing-of-a-register-without-texts', 'get_balance', objectOf({ amount: text }), { result: 'own' }],
  [
    'the-names-of-a-prototype',
    'get_customer',
    JSON.parse('{"properties":{"__proto__":{"properties":{"note":{"type":"string"}}},"constructor":{}}}'),
    { result: 'own', result_fields: { note: 'content' } },
  ],
];

describe('tells-apart-by-the-schema-of-the-output', () => {
  for (const [promise, name, output, wanted] of OUTPUTS) {
    test(promise, () => assert.deepEqual(returns(name, output), wanted));
  }

  test('with-references-inside-it', () => {
    const output = { ...objectOf({ emails: listOf({ $ref: '#/$defs/mail' }) }), $defs: { mail: MAIL } };
    assert.equal(returns('search_emails', output).result_fields?.thread_id, 'own');
  });

  test('of-an-operation-over-http', () => {
    const schema = listOf({ $ref: '#/components/schemas/mail' });
    const { entries } = proposeFromDocument({
      openapi: '3.1.0',
      paths: {
        '/emails': {
          get: {
            operationId: 'listEmails',
            responses: { 200: { content: { 'application/json': { schema } } } },
          },
        },
      },
      components: { schemas: { mail: MAIL } },
    });
    assert.equal(entries[0]?.entry.result_fields?.thread_id, 'own');
    assert.equal(entries[0]?.reasons['result_fields.thread_id'], 'an id that the service gives');
  });

  test('of-an-operation-of-swagger-2', () => {
    const responses = { 200: { schema: { $ref: '#/definitions/mail' } } };
    const { entries } = proposeFromDocument({
      swagger: '2.0',
      paths: { '/emails/{id}': { get: { operationId: 'getEmail', responses } } },
      definitions: { mail: MAIL },
    });
    assert.equal(entries[0]?.entry.result_fields?.from, 'content');
  });
});

function nested(depth: number): JsonObject {
  let schema: JsonObject = text;
  for (let at = 0; at < depth; at += 1) schema = objectOf({ inner: schema });
  return schema;
}

/** With 400,000 variants, were all of them looked at. */
function multiplied(): JsonObject {
  const $defs: JsonObject = {};
  for (let at = 0; at < 40; at += 1) {
    const next = { $ref: `#/$defs/d${at + 1}` };
    $defs[`d${at}`] = { anyOf: [next, next, objectOf({ [`a${at}`]: next, b: next })] };
  }
  return { $ref: '#/$defs/d0', $defs };
}

const named = (count: number, name: (at: number) => string) =>
  objectOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), text])));

const HOSTILE: Record<string, JsonObject> = {
  'thirty-free-texts': named(30, (at) => `field_${at}_note`),
  'a-thousand-members': named(1000, (at) => `field_${at}`),
  'a-name-of-a-thousand-characters': named(1, () => `${'x'.repeat(1000)}_note`),
  'a-name-that-no-path-can-hold': named(1, () => 'a"note'),
  'members-nested-beyond-reason': nested(12),
  'variants-that-multiply': multiplied(),
};

describe('trusts-no-register-whose-output-it-cannot-read-whole', () => {
  for (const [what, output] of Object.entries(HOSTILE)) {
    test(what, () => {
      const entry = proposed({ name: 'get_customer', inputSchema: {}, outputSchema: output });
      assert.deepEqual([entry.result, entry.result_fields], ['content', undefined]);
      assert.match(entry.reasons?.result ?? '', /too many members/);
    });
    test(`${what}, of a stranger's text`, () =>
      assert.deepEqual(returns('get_email', output), { result: 'content' }));
  }

  test('circles-and-odd-schemas-end', () => {
    const circle = { ...objectOf({ again: { $ref: '#' } }), $ref: '#' };
    for (const output of [circle, nested(3000), { properties: 7 }, { anyOf: [null, 1] }]) {
      assert.equal(returns('get_email', output as JsonObject).result, 'content');
    }
    for (const outputSchema of ['text', 7, null, []]) {
      assert.equal(proposed({ name: 'get_email', inputSchema: {}, outputSchema }).result_fields, undefined);
    }
  });
});
