import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, type JsonValue } from '@assize/evidence-format';
import fc from 'fast-check';
import { changesBetween, withChanges } from './changes.ts';

const names = fc.oneof(fc.string(), fc.constantFrom('a', 'a/b', 'm~n', '__proto__', '', '0'));
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 'x', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
}));

test('the-changes-lead-from-the-first-to-the-corrected-arguments', () => {
  fc.assert(
    fc.property(value, value, (before, after) => {
      const changes = changesBetween(before, after);
      assert.equal(canonicalJson(withChanges(before, changes)), canonicalJson(after));
      assert.equal(changes.length === 0, canonicalJson(before) === canonicalJson(after));
    }),
    { numRuns: 2000 },
  );
});

test('a-change-names-its-place-and-what-stood-there', () => {
  const before = { amount: 90, to: { name: 'a', 'x/y': 1 }, tags: ['a', 'b'], gone: true };
  const after = { amount: 80, to: { name: 'a', 'x/y': 2 }, tags: ['a'], new: null };
  assert.deepEqual(changesBetween(before, after), [
    { path: '/amount', before: 90, after: 80 },
    { path: '/gone', before: true },
    { path: '/new', after: null },
    { path: '/tags', before: ['a', 'b'], after: ['a'] },
    { path: '/to/x~1y', before: 1, after: 2 },
  ]);
});

test('many-changes-or-long-names-are-one-change-of-the-whole', () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, place) => [`n${place}`, 1]));
  const long = { ['x'.repeat(15_000)]: { a: 1, b: 1 } };
  for (const before of [many, long]) {
    const after = JSON.parse(JSON.stringify(before).replaceAll(':1', ':2'));
    const changes = changesBetween(before, after);
    assert.deepEqual(changes, [{ path: '', before, after }]);
    assert.deepEqual(withChanges(before, changes), after);
  }
});
