/** Several processes answer on one port, under one that replaces ended ones and stops them all. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  dataDirFor,
  testOnEachDatabase,
  testOnEachEmptyDatabase,
  testOnOneDatabase,
} from './support/databases/databases.ts';
import { freePort } from './support/databases/postgres.ts';
import { connect } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { startLoad } from './support/nodes/load.ts';
import { requireKept, requireWhole } from './support/nodes/promises.ts';
import { endOfNewConnection, HANG_MS, killWorker, startWorkers } from './support/nodes/workers.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const VERDICTS = 100;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

testOnEachDatabase('replaces-a-worker-that-is-killed-and-loses-nothing', async (location, t) => {
  const workers = await startWorkers(t, location);
  const { service } = workers;
  const load = startLoad(t, service.baseUrl, 'killed-worker');
  await load.untilPromised(VERDICTS);
  const { other } = await killWorker(workers);
  assert.ok(workers.pids().includes(other), 'the other worker went on');
  const before = load.promised.length;
  await load.untilPromised(before + VERDICTS);
  await load.stop();
  assert.deepEqual(load.refused, []);
  const client = connect(service.baseUrl);
  await requireKept(client, load.promised);
  client.close();
  assert.equal(await service.stop('SIGTERM'), 0);
  assert.match(service.output(), /a worker ended, and another takes its place/);
  await requireWhole(location, load.promised);
});

testOnEachDatabase('replaces-each-worker-on-SIGHUP-without-refusing-a-request', async (location, t) => {
  const { service, pids } = await startWorkers(t, location);
  await until(() => pids().length === 2);
  const before = pids();
  const load = startLoad(t, service.baseUrl, 'replaced', { restMs: 200 });
  await load.untilPromised(VERDICTS);
  service.process.kill('SIGHUP');
  await until(() => pids().length === 2 && !before.some((pid) => pids().includes(pid)));
  await load.stop();
  assert.deepEqual({ refused: load.refused, broken: load.broken }, { refused: [], broken: [] });
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireWhole(location, load.promised);
});

testOnOneDatabase('replaces-workers-once-that-die-while-all-are-replaced', async (location, t) => {
  const { service, pids } = await startWorkers(t, location, { ASSIZE_LOG_LEVEL: 'info' });
  await until(() => pids().length === 2);
  const before = pids();
  service.process.kill('SIGHUP');
  await until(() => service.output().includes('replacing the workers'));
  for (const pid of before.filter(isRunning)) process.kill(pid, 'SIGKILL');
  await until(() => !before.some(isRunning) && pids().length === 2);
  // It comes after the effects of the first one and of the deaths.
  service.process.kill('SIGHUP');
  const counts = () => service.output().match(/"workers":\d+,"msg":"all workers are replaced"/g) ?? [];
  await until(() => counts().length === 2);
  assert.match(counts()[1] ?? '', /"workers":2,/);
  assert.equal(await service.stop('SIGTERM'), 0);
});

testOnEachEmptyDatabase('makes-the-first-keys-once-and-leaves-no-worker-behind', async (location, t) => {
  const chosen = { ASSIZE_INIT_PRODUCTION_KEY: '', ASSIZE_INIT_SANDBOX_KEY: '' };
  const { service, pids } = await startWorkers(t, location, chosen);
  await until(() => pids().length === 2);
  const [workers, output] = [pids(), service.output()];
  assert.equal(
    output.match(/ak_[0-9a-f]{32}/g)?.length,
    5,
    'four keys, and one of them in the first question',
  );
  assert.equal(output.match(/Assize listens on/g)?.length, 1);
  assert.equal(await service.stop('SIGINT'), 0);
  assert.deepEqual(workers.filter(isRunning), []);
});

testOnOneDatabase('no-worker-outlives-the-process-that-started-it', async (location, t) => {
  const { service, pids } = await startWorkers(t, location);
  await until(() => pids().length === 2);
  const load = startLoad(t, service.baseUrl, 'killed-first');
  await load.untilPromised(VERDICTS);
  const workers = pids();
  await service.stop('SIGKILL');
  await until(() => workers.every((pid) => !isRunning(pid)));
  await load.stop();
  await requireWhole(location, load.promised);
});

testOnOneDatabase('a-halt-holds-on-every-worker-within-a-second', async (location, t) => {
  const { service, pids } = await startWorkers(t, location);
  await until(() => pids().length === 2);
  const ask = async () => {
    // A connection for each, because one connection stays with one worker.
    const client = connect(service.baseUrl);
    const body = { action: 'any.action', agent_id: 'halted', context: { risk_level: 'low' } };
    const answer = await client.ask('b', SURFACES.b.evaluate, { body });
    client.close();
    return answer.body.verdict;
  };
  for (let count = 0; count < 4; count += 1) assert.equal(await ask(), 'PROCEED');
  const client = connect(service.baseUrl);
  const { status } = await client.ask('a', '/api/v1/core/halts', {
    body: { agent_id: 'halted', reason: 'for a test' },
  });
  assert.ok(status < 300, `the halt was answered ${status}`);
  client.close();
  await sleep(1100);
  for (let count = 0; count < 8; count += 1) assert.equal(await ask(), 'BLOCK');
});

testOnOneDatabase('ends-where-the-first-worker-can-not-start', async (location, t) => {
  const nowhere = { kind: 'postgres', url: 'postgres://assize@127.0.0.1:1/none' } as const;
  await assert.rejects(startWorkers(t, nowhere), /ended with 1 before it listened/);
  // Its metrics have a port, and the API has none.
  const taken = await takenPort(t);
  const metrics = `127.0.0.1:${await freePort()}`;
  const ports = { ASSIZE_PORT: String(taken), ASSIZE_METRICS: metrics };
  await assert.rejects(startWorkers(t, location, ports), /ended with 1 before it listened/);
});

testOnOneDatabase('stops-also-while-no-worker-can-start', async (location, t) => {
  if (location.kind !== 'sqlite') return;
  const { service, pids } = await startWorkers(t, location);
  await until(() => pids().length === 2);
  const folder = dataDirFor(location);
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, '');
  for (const pid of pids()) process.kill(pid, 'SIGKILL');
  await until(() => service.output().includes('ENOTDIR') && pids().length === 0);
  assert.equal(await service.stop('SIGTERM'), 0);
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
});

testOnOneDatabase('waits-for-no-worker-that-hangs', async (location, t) => {
  const { service, pids } = await startWorkers(t, location, { ASSIZE_LOG_LEVEL: 'info' });
  await until(() => pids().length === 2);
  const [hanging = 0, other = 0] = pids();
  process.kill(hanging, 'SIGSTOP');
  service.process.kill('SIGHUP');
  await until(() => service.output().includes('replacing the workers') && pids().length === 3);
  // The reload waits for the hanging worker; one that dies meanwhile is replaced nevertheless.
  process.kill(other, 'SIGKILL');
  await until(() => service.output().includes('another takes its place') && pids().length === 3);
  // It is killed in the end.
  assert.equal(await service.stop('SIGTERM'), 1);
});

testOnOneDatabase(
  'replaces-a-worker-that-hangs-and-says-meanwhile-that-it-is-not-ready',
  async (location, t) => {
    const { service, pids } = await startWorkers(t, location, { ASSIZE_METRICS: 'on' });
    const [hanging = 0] = pids();
    const ready = async (path = '/readyz') => {
      const client = connect(service.baseUrl, 1, HANG_MS);
      const answer = await client.ask('a', path, { key: null }).catch(() => null);
      client.close();
      return answer;
    };
    const statusOf = async (path?: string) => (await ready(path))?.status ?? 0;
    assert.equal(await statusOf(), 200);
    process.kill(hanging, 'SIGSTOP');
    await until(async () => (await statusOf()) === 503);
    await until(async () => (await statusOf('/metrics')) === 200);
    await until(() => service.output().includes('does not answer') && !pids().includes(hanging));
    await until(async () => (await statusOf()) === 200 && pids().length === 2);
    assert.equal(await service.stop('SIGTERM'), 0);
  },
);

testOnOneDatabase('says-that-it-listens-once-all-workers-do', async (location, t) => {
  const { service, pids } = await startWorkers(t, location);
  assert.equal(pids().length, 2);
  process.kill(pids()[0] ?? 0, 'SIGKILL');
  assert.equal(await endOfNewConnection(Number(new URL(service.baseUrl).port)), 'answered');
});

testOnOneDatabase('a-reload-without-workers-stops-as-SIGTERM-does', async (location, t) => {
  const service = await spawnFor(t, location, { ASSIZE_LOG_LEVEL: 'info' });
  assert.equal(await service.stop('SIGHUP'), 0);
  assert.match(service.output(), /"msg":"stopped"/);
});

/** Others listen there. */
async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
