import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lawsIn, reasonsIn } from './laws.ts';
import { evidenceSearchOf } from './search.ts';

test('reads-every-filter-from-the-address', () => {
  const search = { type: 'governance_eval', action: 'mail.send', verdict: 'block', range: '7d' };
  assert.deepEqual(evidenceSearchOf(search), search);
});

for (const search of [
  { type: 'toString' },
  { action: '' },
  { action: 1 },
  { verdict: 'maybe' },
  { type: ['x'] },
]) {
  test(`leaves-out-what-is-no-filter ${JSON.stringify(search)}`, () =>
    assert.deepEqual(evidenceSearchOf(search), {}));
}

test('shows-the-laws-that-held-first', () => {
  const payload = {
    laws: {
      b_one: { pass: 'fine' },
      c_two: { warn: 'hm', details: { a: 1 } },
      a_three: { fail: 'no' },
      odd: null,
    },
  };
  assert.deepEqual(
    lawsIn(payload).map(({ id, result }) => [id, result]),
    [
      ['a_three', 'fail'],
      ['c_two', 'warn'],
      ['b_one', 'pass'],
    ],
  );
  assert.deepEqual(reasonsIn(payload), ['A Three: no', 'C Two: hm']);
});

for (const payload of [null, 'x', {}, { laws: 'x' }, { laws: null }]) {
  test(`finds-no-laws-in ${JSON.stringify(payload)}`, () => assert.deepEqual(lawsIn(payload), []));
}
