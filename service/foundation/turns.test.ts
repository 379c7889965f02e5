/** Counted work ends with its turn of the event loop, and waiting chains take turns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWork, isTurnUsedUp, nextTurn } from './turns.ts';

const MUCH = 1_000_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a-turn-is-used-up-until-the-next', async () => {
  await turn();
  countWork(1000);
  assert.equal(isTurnUsedUp(), false);
  countWork(MUCH);
  assert.equal(isTurnUsedUp(), true);
  await turn();
  await turn();
  assert.equal(isTurnUsedUp(), false);
});

test('those-with-little-to-do-go-on-in-one-turn', async () => {
  await turn();
  countWork(MUCH);
  let turnsGone = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turnsGone += 1) await turn();
  })();
  const little = async () => {
    await nextTurn(1);
    await null;
    countWork(1000);
  };
  await Promise.all(Array.from({ length: 100 }, little));
  isOver = true;
  await counting;
  assert.ok(turnsGone < 10, `${turnsGone} turns`);
});

test('one-with-much-to-do-goes-on-in-each-turn-and-no-chain-waits-for-all-of-another', async () => {
  const order: number[] = [];
  const turns: number[] = [];
  let turnsGone = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turnsGone += 1) await turn();
  })();
  const work = async (chain: number) => {
    await nextTurn(chain);
    order.push(chain);
    turns.push(turnsGone);
    countWork(MUCH);
  };
  const all = [1, 1, 1, 1, 1, 2, 3, 2].map(work);
  await Promise.all(all);
  isOver = true;
  await counting;
  assert.deepEqual(order, [1, 2, 3, 1, 2, 1, 1, 1]);
  assert.equal(new Set(turns).size, turns.length, `two went on in one turn: ${turns}`);
});
