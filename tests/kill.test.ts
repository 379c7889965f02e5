/** The service is killed during its work, again and again. Afterwards, each answer it gave is on record. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { type Load, type Promised, startLoad } from './support/nodes/load.ts';
import {
  requireKept,
  requireOnceEach,
  requireRefusals,
  requireSameAnswers,
  requireWhole,
} from './support/nodes/promises.ts';
import { killWorker, startWorkers } from './support/nodes/workers.ts';
import { type RunningService, spawnFor, spawnService } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';

/** Kills come at different moments each time. */
const ROUNDS = runs(2);
/** The kill comes at a random moment within this time after the first verdicts. */
const LOAD_MS = 400;
const FIRST_VERDICTS = 20;
/** A connection that was being passed to a dying worker stays open, and its request is never answered. */
const HANG_MS = 10_000;
/** Before their primary is killed. */
const WORKERS_KILLED = 4;

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
    await requireStillAnswered(location, service, load);
  }
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireWhole(location, promised);
  t.diagnostic(`${ROUNDS} kills, ${promised.length} verdicts answered, ${cutOff} requests cut off`);
});

testOnEachDatabase(
  'keeps-every-answered-verdict-when-workers-and-their-primary-are-killed',
  async (location, t) => {
    const promised: Promised[] = [];
    let kills = 0;
    let cutOff = 0;
    for (; kills < ROUNDS; kills += 1) {
      const workers = await startWorkers(t, location);
      const load = startLoad(t, workers.service.baseUrl, `workers-${kills}`, { hangMs: HANG_MS });
      for (let killed = 0; killed < WORKERS_KILLED && kills < ROUNDS - 1; killed += 1, kills += 1) {
        await load.untilPromised(load.promised.length + FIRST_VERDICTS);
        await sleep(Math.random() * LOAD_MS);
        await killWorker(workers);
      }
      await load.untilPromised(load.promised.length + FIRST_VERDICTS);
      // The primary commits for its workers, and they end with it; they may still refuse what it did not commit.
      await workers.service.stop('SIGKILL');
      await load.stop();
      requireRefusals(load.refused);
      promised.push(...load.promised);
      cutOff += load.broken.length;

      const service = await spawnFor(t, location);
      await requireStillAnswered(location, service, load);
      assert.equal(await service.stop('SIGTERM'), 0);
    }
    await requireWhole(location, promised);
    t.diagnostic(`${kills} kills, ${promised.length} verdicts answered, ${cutOff} requests cut off`);
  },
);

async function requireStillAnswered(
  location: DatabaseLocation,
  service: RunningService,
  load: Load,
): Promise<void> {
  const client = connect(service.baseUrl);
  await requireKept(client, load.promised);
  await requireSameAnswers(client, load.keyed);
  await requireOnceEach(location, load.keyed);
  client.close();
}

/** @returns the load, after its service was killed at a random moment. */
async function killUnderLoad(t: TestContext, service: RunningService, name: string): Promise<Load> {
  const load = startLoad(t, service.baseUrl, name);
  await load.untilPromised(FIRST_VERDICTS);
  await sleep(Math.random() * LOAD_MS);
  const ended = service.stop('SIGKILL');
  await load.stop();
  assert.equal(await ended, null, 'it ended before it was killed');
  return load;
}
