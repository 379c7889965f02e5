/** A removal that broke off anywhere is seen through, one that nothing vouches for is not begun, and none is done twice. */
import assert from 'node:assert/strict';
import { stopSigning } from '../../../tests/support/chains.ts';
import { testOnEachDatabase } from '../../../tests/support/databases.ts';
import { openTestHouse } from '../../../tests/support/house.ts';
import {
  actsOf,
  after,
  chainWith,
  evaluated,
  positionsWithPayload,
  redact,
  requireAccountedFor,
} from '../../../tests/support/removals.ts';
import { finishRemovals, removePayloads } from './carry-out.ts';
import { removalChore } from './chore.ts';
import { stateExpired } from './prune.ts';
import { removalsUnderWay } from './state.ts';

const FREE = { ASSIZE_INIT_TIER: 'free' };
const always = async () => true;
const never = new AbortController().signal;

testOnEachDatabase('goes-on-wherever-it-broke-off', async (location, t) => {
  const { app, house } = await openTestHouse(t, location, FREE);
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.push(await evaluated(app, { note: 'x'.repeat(200_000) }));
  const chain = await chainWith(house, ids[0] ?? '');
  const deps = after(house, 31);
  const left = async () => (await positionsWithPayload(house, chain)).length;

  await stateExpired(deps, always);
  const [stated] = (await removalsUnderWay(house.db)).filter((row) => row.chain === chain);
  assert.ok(stated !== undefined);
  assert.equal(await left(), 6, 'stated, and nothing removed');
  let steps = 0;
  const goOnOnce = async () => {
    steps += 1;
    return steps === 1;
  };
  assert.equal(await removePayloads(deps, stated, goOnOnce), false);
  const some = await left();
  assert.ok(some > 1 && some < 6, `${some} are left in the middle of it`);
  await requireAccountedFor(house, chain);
  assert.equal((await redact(app, ids[3] ?? '')).body.payload_removed, false, 'it is under way');

  assert.equal(await removePayloads(deps, stated, always), true);
  const eraser = { erase: async () => false, close: async () => undefined };
  assert.equal(await finishRemovals({ ...deps, eraser }, [stated], 1), null);
  assert.ok((await removalsUnderWay(house.db)).some((row) => row.chain === chain));

  await removalChore(deps).run(never);
  assert.deepEqual(await removalsUnderWay(house.db), []);
  assert.equal((await actsOf(house, chain)).length, 1);
  assert.equal(await left(), 1);
  await requireAccountedFor(house, chain);
});

testOnEachDatabase('removes-nothing-that-no-checkpoint-covers', async (location, t) => {
  const { app, house } = await openTestHouse(t, location, FREE);
  const id = await evaluated(app, {});
  const chain = await chainWith(house, id);
  await stopSigning(house.signing);
  const { status, body } = await redact(app, id);
  assert.deepEqual([status, body.payload_removed], [200, false]);
  assert.equal((await positionsWithPayload(house, chain)).length, 3);
  await assert.rejects(removalChore(after(house, 31)).run(never), /unavailable/);
  assert.equal((await positionsWithPayload(house, chain)).length, 4);
});

testOnEachDatabase('two-nodes-prune-once', async (location, t) => {
  const { app, house } = await openTestHouse(t, location, FREE);
  const chain = await chainWith(house, await evaluated(app, {}));
  const deps = after(house, 31);
  await Promise.all(Array.from({ length: 4 }, () => removalChore(deps).run(never)));
  await Promise.all(Array.from({ length: 4 }, () => stateExpired(deps, always)));
  assert.equal((await actsOf(house, chain)).length, 1);
});
