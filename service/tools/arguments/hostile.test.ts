/** Schemas that could hang a program that trusts them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { searchOnce } from '../../governance/policies/cel/index.ts';
import { unfittingIn } from './fit.ts';

const twice = (ref: string) => ({
  anyOf: [{ allOf: [{ $ref: ref }, false] }, { allOf: [{ $ref: ref }, false] }],
});

const HOSTILE: Record<string, [schema: JsonObject, value: JsonValue]> = {
  'a circle': [{ $ref: '#' }, 1],
  'a circle of two': [{ $ref: '#/a', a: { $ref: '#/b' }, b: { $ref: '#/a' } }, 1],
  'a long way': [
    Object.fromEntries([
      ['$ref', '#/0'],
      ...Array.from({ length: 5000 }, (_, n) => [String(n), { $ref: `#/${n + 1}` }]),
    ]),
    1,
  ],
  'forms that double': [
    {
      ...twice('#/0'),
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [String(n), n === 39 ? {} : twice(`#/${n + 1}`)]),
      ),
    },
    1,
  ],
  'a great many forms': [
    { items: { anyOf: [...Array.from({ length: 4000 }, () => ({ type: 'number' })), { type: 'string' }] } },
    Array.from({ length: 4000 }, () => 'x'),
  ],
  'a great many values': [
    { items: { enum: [...Array.from({ length: 4000 }, (_, n) => ({ n })), { n: 'x' }] } },
    Array.from({ length: 4000 }, () => ({ n: 'x' })),
  ],
  'a great many patterns': [
    { patternProperties: Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`(a+)+${n}$`, false])) },
    { ['a'.repeat(1000)]: 1 },
  ],
};

for (const [name, [schema, value]] of Object.entries(HOSTILE)) {
  test(`gives-up-on-${name.replaceAll(' ', '-')}`, () => {
    let paid = 0;
    const search: typeof searchOnce = (pattern, text, pay) => {
      paid += 1;
      return searchOnce(pattern, text, pay);
    };
    const found = unfittingIn(schema, value, search);
    assert.match(found?.message ?? '', /takes too long to check/);
    assert.ok(paid < 1000, 'it stopped');
  });
}

test('searches-a-pattern-that-would-backtrack', () => {
  const schema = { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' };
  const found = unfittingIn(schema, 'a'.repeat(5000), searchOnce);
  assert.deepEqual(found?.path, []);
});
