/** Shortening a body before its faults are searched changes none of the reported faults. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsFromAjv } from './faults.ts';
import { validatorCompiler } from './validation.ts';

const SCHEMA = {
  type: 'object',
  required: ['name', 'items'],
  properties: {
    name: { type: 'string' },
    items: {
      type: 'array',
      maxItems: 3,
      items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    },
  },
  additionalProperties: false,
};

function typesOf(body: unknown): string[] {
  const validate = validatorCompiler({ schema: SCHEMA, httpPart: 'body', method: 'POST', url: '/' });
  if (validate(body) === true) return [];
  const faults = faultsFromAjv(validate.errors ?? [], 'body', body);
  return faults.map(({ type, loc }) => `${type} ${loc.join('.')}`);
}

const strangers = Object.fromEntries(Array.from({ length: 5000 }, (_, place) => [`s${place}`, 0]));

test('a-member-after-thousands-of-unknown-ones-is-not-missing', () => {
  const types = typesOf({ ...strangers, name: 'a', items: [] });
  assert.equal(types.length, 100);
  assert.ok(types.every((type) => type.startsWith('extra_forbidden body.s')));
});

test('a-list-that-is-far-too-long-is-named-beside-its-other-faults', () => {
  const types = typesOf({ name: 'a', items: [...Array(2).fill({}), ...Array(30_000).fill({ id: 1 })] });
  assert.deepEqual(types.sort(), [
    'missing body.items.0.id',
    'missing body.items.1.id',
    'too_long body.items',
  ]);
});

test('a-fault-behind-all-that-is-looked-at-still-refuses-the-body', () => {
  const items = [...Array(30_000).fill({ id: 1 }), {}];
  assert.deepEqual(typesOf({ name: 'a', items }), ['too_long body.items']);
  const open = { type: 'array', items: { type: 'integer' } };
  const validate = validatorCompiler({ schema: open, httpPart: 'body', method: 'POST', url: '/' });
  const body = [...Array(30_000).fill(1), 'a'];
  assert.equal(validate(body), false);
  assert.deepEqual(faultsFromAjv(validate.errors ?? [], 'body', body)[0]?.loc, ['body', '30000']);
});
