/** The service is killed in the middle of its work, again and again. Each answer it gave is on record afterwards. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from './support/client.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { type Load, type Promised, startLoad } from './support/load.ts';
import { requireKept, requireOnceEach, requireSameAnswers, requireWhole } from './support/promises.ts';
import { type RunningService, spawnService } from './support/service.ts';

/** A few in each run, because each time they come at other moments; `ASSIZE_TEST_KILL_ROUNDS` asks for more. */
const ROUNDS = Number(process.env.ASSIZE_TEST_KILL_ROUNDS ?? 3);
/** The kill comes at some moment of this many ms after the first verdicts. */
const LOAD_MS = 400;
const FIRST_VERDICTS = 20;

testOnEachDatabase('keeps-every-answered-verdict-through-kill-9', async (location, t) => {
  const promised: Promised[] = [];
  let cutOff = 0;
  let service = await spawnService(location);
  t.after(() => service.stop('SIGKILL'));
  for (let round = 0; round < ROUNDS; round++) {
    const load = await killUnderLoad(t, service, `round-${round}`);
    assert.deepEqual(load.refused, []);
    promised.push(...load.promised);
    cutOff += load.broken.length;

    service = await spawnService(location);
    const client = connect(service.baseUrl);
    await requireKept(client, load.promised);
    await requireSameAnswers(client, load.keyed);
    await requireOnceEach(location, load.keyed);
    client.close();
  }
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireWhole(location, promised);
  t.diagnostic(`${ROUNDS} kills, ${promised.length} verdicts answered, ${cutOff} requests cut off`);
});

/** @returns the load, after the service that bore it was killed at a random moment. */
async function killUnderLoad(t: TestContext, service: RunningService, name: string): Promise<Load> {
  const load = startLoad(t, service.baseUrl, name);
  await load.untilPromised(FIRST_VERDICTS);
  await sleep(Math.random() * LOAD_MS);
  const ended = service.stop('SIGKILL');
  await load.stop();
  assert.equal(await ended, null, 'it ended before it was killed');
  return load;
}
