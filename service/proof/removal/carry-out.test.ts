/** An interrupted removal is finished, one without a checkpoint is not begun, and none is done twice. */
import assert from 'node:assert/strict';
import { stopSigning, untilSigned } from '../../../tests/support/databases/chains.ts';
import { testOnEachDatabase } from '../../../tests/support/databases/databases.ts';
import {
  actsOf,
  after,
  chainWith,
  evaluated,
  positionsWithPayload,
  redact,
  requireAccountedFor,
  untilRemoved,
} from '../../../tests/support/evidence/removals.ts';
import { startTestService } from '../../../tests/support/http/in-process.ts';
import { finishRemovals, removePayloads } from './carry-out.ts';
import { removalChore } from './chore.ts';
import { stateExpired } from './prune.ts';
import { removalsUnderWay } from './state.ts';

const FREE = { ASSIZE_INIT_TIER: 'free' };
const always = async () => true;
const never = new AbortController().signal;

testOnEachDatabase('goes-on-wherever-it-broke-off', async (location, t) => {
  const { app, service } = await startTestService(t, location, FREE);
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.push(await evaluated(app, { note: 'x'.repeat(200_000) }));
  const chain = await chainWith(service, ids[0] ?? '');
  const deps = after(service, 31);
  const left = async () => (await positionsWithPayload(service, chain)).length;

  await stateExpired(deps, always);
  const [stated] = (await removalsUnderWay(service.db)).filter((row) => row.chain === chain);
  assert.ok(stated !== undefined);
  assert.equal(await left(), 6, 'stated, and nothing removed');
  await untilSigned(service.db, chain);
  let steps = 0;
  const goOnOnce = async () => {
    steps += 1;
    return steps === 1;
  };
  assert.equal(await removePayloads(deps, stated, goOnOnce), false);
  const some = await left();
  assert.ok(some > 1 && some < 6, `${some} are left in the middle of it`);
  await requireAccountedFor(service, chain);
  assert.equal((await redact(app, ids[3] ?? '')).body.payload_removed, false, 'it is under way');

  assert.equal(await removePayloads(deps, stated, always), true);
  const eraser = { erase: async () => false, close: async () => undefined };
  assert.equal(await finishRemovals({ ...deps, eraser }, [stated], 1), null);
  assert.ok((await removalsUnderWay(service.db)).some((row) => row.chain === chain));

  await untilRemoved(service, () => removalChore(deps).run(never));
  assert.equal((await actsOf(service, chain)).length, 1);
  assert.equal(await left(), 1);
  await requireAccountedFor(service, chain);
});

testOnEachDatabase('removes-nothing-that-no-checkpoint-covers', async (location, t) => {
  const { app, service } = await startTestService(t, location, FREE);
  const id = await evaluated(app, {});
  const chain = await chainWith(service, id);
  await stopSigning(service.signing);
  const { status, body } = await redact(app, id);
  assert.deepEqual(
    { status, payload_removed: body.payload_removed },
    { status: 200, payload_removed: false },
  );
  assert.equal((await positionsWithPayload(service, chain)).length, 3);
  await assert.rejects(removalChore(after(service, 31)).run(never), /unavailable/);
  assert.equal((await positionsWithPayload(service, chain)).length, 4);
});

testOnEachDatabase('two-nodes-prune-once', async (location, t) => {
  const { app, service } = await startTestService(t, location, FREE);
  const chain = await chainWith(service, await evaluated(app, {}));
  const deps = after(service, 31);
  await Promise.all(
    Array.from({ length: 4 }, () => untilRemoved(service, () => removalChore(deps).run(never))),
  );
  await Promise.all(Array.from({ length: 4 }, () => stateExpired(deps, always)));
  assert.equal((await actsOf(service, chain)).length, 1);
});
