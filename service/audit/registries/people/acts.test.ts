/** An act after its party's end is recognized by its time and, within one chain, also by its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAfter } from './acts.ts';
import { CLOCKS_MS } from './parties.ts';

const END = { chain: 1, position: 10, at: 1_000_000 };
const LATE = END.at + CLOCKS_MS + 1;

test('an-act-after-an-end-is-told', () => {
  assert.equal(isAfter({ chain: 1, position: 11, at: LATE }, END), true);
  assert.equal(isAfter({ chain: 2, position: 0, at: LATE }, END), true, 'in another chain');
});

test('an-act-that-only-a-clock-puts-after-an-end-is-not', () => {
  assert.equal(isAfter({ chain: 1, position: 9, at: LATE }, END), false, 'by a clock that is ahead');
  assert.equal(isAfter({ chain: 1, position: 11, at: END.at + CLOCKS_MS }, END), false, 'as clocks differ');
  assert.equal(isAfter({ chain: 1, position: 11, at: LATE }, null), false, 'without an end');
});
