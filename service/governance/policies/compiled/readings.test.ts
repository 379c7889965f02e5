/** A rule is read once, in its turn, however many callers want it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTurnUsedUp } from '../../../foundation/turns.ts';
import { readInTurn } from './readings.ts';

const wide = (place: number) => `action == "${String(place).padEnd(2000, 'x')}"`;

test('a-source-is-read-once-for-all-who-want-it', async () => {
  const [first, second] = await Promise.all([readInTurn('action == "a"', 1), readInTurn('action == "a"', 2)]);
  assert.equal(first, second);
  assert.equal(await readInTurn('action == "a"', 3), first);
  const refused = await readInTurn('action ==', 1);
  assert.ok(refused.faults.length > 0);
  assert.equal(await readInTurn('action ==', 1), refused);
});

test('what-is-remembered-is-bounded-and-what-is-wanted-stays', async () => {
  const wanted = await readInTurn('action == "wanted"', 1);
  const first = await readInTurn(wide(0), 1);
  for (let place = 1; place < 400; place += 1) {
    await readInTurn(wide(place), 1);
    if (place % 50 === 0) assert.equal(await readInTurn('action == "wanted"', 1), wanted);
  }
  assert.notEqual(await readInTurn(wide(0), 1), first);
});

test('a-turn-reads-little-and-the-rest-waits', async () => {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await new Promise(setImmediate);
  })();
  await Promise.all(Array.from({ length: 40 }, (_, place) => readInTurn(wide(1000 + place), 1)));
  isOver = true;
  await counting;
  // Each is counted as more work than fits into one turn.
  assert.ok(turns >= 39, `${turns} turns`);
  await readInTurn('action == ', 1);
  assert.equal(isTurnUsedUp(), true);
});
