import assert from 'node:assert/strict';
import test from 'node:test';
import { checkConfirmed, MAX_GAPS_SHOWN } from './registry.ts';

type Found = readonly [what: string, index?: number];

/** Checks whose readings find these, one after another. @returns how often it read, and what it reports. */
async function check(...readings: readonly (readonly Found[])[]) {
  let reading = 0;
  const { gapCount, gaps } = await checkConfirmed(async (tally) => {
    for (const [what, index] of readings[reading] ?? []) tally.compared(what, { position: index });
    reading += 1;
  });
  return { reading, gapCount, gaps: gaps.map(({ what }) => what) };
}

test('reads-once-where-there-is-no-gap', async () => {
  assert.deepEqual(await check([]), { reading: 1, gapCount: 0, gaps: [] });
});

test('keeps-the-gaps-that-both-readings-found', async () => {
  const first: Found[] = [['A halt is missing.'], ['Another verdict was given.', 7]];
  const second: Found[] = [['A key was revoked.'], ['Other words, at the same place.', 7]];
  const kept = { reading: 2, gapCount: 1, gaps: ['Other words, at the same place.'] };
  assert.deepEqual(await check(first, second), kept);
  assert.deepEqual(await check(first, []), { reading: 2, gapCount: 0, gaps: [] });
  assert.equal((await check(first, first)).gapCount, 2);
});

test('keeps-a-gap-whose-numbers-grow', async () => {
  const counted = (there: number): Found[] => [[`Of July, 3 actions are counted, and ${there} are there.`]];
  assert.deepEqual((await check(counted(7), counted(9))).gaps, counted(9)[0]);
});

test('keeps-all-of-more-gaps-than-are-listed', async () => {
  const many = Array.from({ length: MAX_GAPS_SHOWN + 1 }, (_, at): Found => ['It is missing.', at]);
  const few: Found[] = [['A key was revoked.', 999]];
  assert.equal((await check(few, many)).gapCount, many.length);
  assert.deepEqual((await check(many, few)).gaps, ['A key was revoked.']);
});
