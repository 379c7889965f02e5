import assert from 'node:assert/strict';
import test from 'node:test';
import { confirmed, type Gap, MAX_GAPS_SHOWN, Tally } from './registry.ts';

function reportOf(...gaps: Gap[]) {
  const tally = new Tally();
  for (const { what, index } of gaps) tally.compared(what, index ?? undefined);
  return tally.report();
}

const gap = (what: string, index: number | null = null): Gap => ({ what, index });

test('keeps-the-gaps-that-both-readings-found', () => {
  const first = reportOf(gap('A halt is missing.'), gap('Another verdict was given.', 7));
  const second = reportOf(gap('A key was revoked.'), gap('Other words, at the same place.', 7));
  assert.deepEqual(
    confirmed(first, second).gaps.map(({ what }) => what),
    ['Other words, at the same place.'],
  );
  assert.deepEqual(confirmed(first, reportOf()), { checked: 0, gapCount: 0, gaps: [] });
  assert.equal(confirmed(first, first).gapCount, 2);
});

test('keeps-a-gap-whose-numbers-grow', () => {
  const first = reportOf(gap('Of July, 3 actions are counted, and 7 are there.'));
  const second = reportOf(gap('Of July, 3 actions are counted, and 9 are there.'));
  assert.deepEqual(confirmed(first, second), second);
});

test('keeps-all-of-more-gaps-than-are-listed', () => {
  const many = reportOf(...Array.from({ length: MAX_GAPS_SHOWN + 1 }, (_, at) => gap('It is missing.', at)));
  const few = reportOf(gap('A key was revoked.', 999));
  assert.deepEqual(confirmed(few, many), many);
  assert.deepEqual(confirmed(many, few), few);
});
