/** Calls that differ only in their targets are joined, and only their differences are shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled, differencesOf } from './alike.ts';

const item = (id: string, bundle: string | null, given: object) => ({
  approval_id: id,
  bundle,
  context: { arguments: given },
});

test('calls-of-one-bundle-stand-together-where-the-first-of-them-stood', () => {
  const items = [item('a', 'x', {}), item('b', null, {}), item('c', 'x', {}), item('d', null, {})];
  const ids = bundled(items).map((group) => group.map(({ approval_id }) => approval_id));
  assert.deepEqual(ids, [['a', 'c'], ['b'], ['d']]);
});

test('only-the-arguments-that-differ-are-named', () => {
  const items = [
    item('a', 'x', { to: 'ann', text: 'Hello', cc: ['bo'], constructor: 1 }),
    item('b', 'x', { to: 'bo', text: 'Hello', constructor: 1 }),
  ];
  assert.deepEqual(Object.fromEntries(differencesOf(items)), {
    a: [
      { name: 'to', value: 'ann' },
      { name: 'cc', value: '["bo"]' },
    ],
    b: [
      { name: 'to', value: 'bo' },
      { name: 'cc', value: 'not set' },
    ],
  });
});
