import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCalls } from './in-calls.ts';

const ids = (count: number, id = 'key_1') => Array.from({ length: count }, () => ({ id }));
const lengths = (calls: readonly unknown[][]) => calls.map(({ length }) => length);

test('asks-for-names-in-calls-of-bounded-length', () => {
  assert.deepEqual(lengths(inCalls(ids(0))), []);
  assert.deepEqual(lengths(inCalls(ids(41))), [40, 1]);
  assert.deepEqual(lengths(inCalls(ids(5, 'é'.repeat(256)))), [3, 2]);
  assert.deepEqual(lengths(inCalls(ids(2, '語'.repeat(900)))), [1, 1]);
});
