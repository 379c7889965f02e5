import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchOnce } from '../../governance/policies/cel/index.ts';
import { unfittingIn } from './fit.ts';
import { wholeSchema } from './whole-schema.ts';

test('puts-what-references-point-to-back-in-its-place', () => {
  const targets = {
    '#/components/schemas/Pet': { properties: { tag: { $ref: '#/components/schemas/Tag' } } },
    '#/components/schemas/Pet/properties/tag': { $ref: '#/components/schemas/Tag' },
    '#/components/schemas/Tag': { type: 'string' },
    'https://example.com/': null,
    '#/__proto__/polluted': true,
  };
  const schema = wholeSchema(
    JSON.parse(JSON.stringify([{ items: { $ref: '#/components/schemas/Pet' } }, targets])),
  );
  assert.equal((Object.prototype as Record<string, unknown>).polluted, undefined);
  const found = unfittingIn(schema, [{ tag: 5 }], searchOnce);
  assert.deepEqual(found?.path, ['0', 'tag']);
  assert.deepEqual(wholeSchema({ a: 1 }), { a: 1 });
  for (const odd of ['x', [1, {}], [{}, 1], null]) assert.equal(wholeSchema(odd), null);
});
