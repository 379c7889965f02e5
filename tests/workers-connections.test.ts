/** Each connection is answered or ends, however the workers behind it end: none stays open without an answer. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { endOfNewConnection, killWorker, startWorkers, type Workers } from './support/nodes/workers.ts';
import { until } from './support/until.ts';

const ASKERS = 8;
/** The wait for a new worker grows if earlier ones ended soon. */
const ROUNDS = 2;
const PAUSE_MS = 5;

testOnEachDatabase('answers-or-cuts-each-new-connection-while-a-worker-is-killed', async (location, t) => {
  const workers = await startWorkers(t, location);
  await requireEnds(workers, async () => {
    await killWorker(workers);
  });
});

testOnOneDatabase('answers-or-cuts-each-new-connection-while-all-workers-stop', async (location, t) => {
  const workers = await startWorkers(t, location);
  const { pids } = workers;
  await requireEnds(workers, async () => {
    const before = pids();
    for (const pid of before) process.kill(pid, 'SIGTERM');
    await until(() => pids().length === 2 && !before.some((pid) => pids().includes(pid)));
  });
});

/** @param end ends workers, and resolves once others have replaced them. */
async function requireEnds({ service }: Workers, end: () => Promise<void>): Promise<void> {
  const port = Number(new URL(service.baseUrl).port);
  let asking = true;
  const ends = { answered: 0, cut: 0, hanging: 0 };
  const ask = async () => {
    while (asking) {
      const end = await endOfNewConnection(port);
      ends[end] += 1;
      // No port is open while a worker starts.
      if (end === 'cut') await sleep(PAUSE_MS);
    }
  };
  const askers = Array.from({ length: ASKERS }, ask);
  for (let round = 0; round < ROUNDS; round += 1) await end();
  asking = false;
  await Promise.all(askers);
  assert.equal(ends.hanging, 0, JSON.stringify(ends));
  assert.ok(ends.answered > 0);
  assert.equal(await service.stop('SIGTERM'), 0);
}
