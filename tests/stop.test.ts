/** A stop loses no accepted request, and any number of processes may start together on an empty database. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect as connectSocket, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  testOnEachDatabase,
  testOnEachEmptyDatabase,
  testOnOneDatabase,
} from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { PRODUCTION_KEY, SURFACES } from './support/http/in-process.ts';
import { startLoad } from './support/nodes/load.ts';
import {
  countActions,
  requireKept,
  requireRefusals,
  requireWhole,
  withDatabase,
} from './support/nodes/promises.ts';
import { environmentFor, spawnByNpm, spawnFor, spawnService } from './support/processes/service.ts';
import { until } from './support/until.ts';

const VERDICTS = 100;
const PROCESSES = 5;

for (const [signal, testOn] of [
  ['SIGTERM', testOnEachDatabase],
  ['SIGINT', testOnOneDatabase],
] as const) {
  testOn(`answers-all-it-recorded-before-it-stops-on-${signal}`, async (location, t) => {
    const service = await spawnFor(t, location);
    const load = startLoad(t, service.baseUrl, 'stopping');
    await load.untilPromised(VERDICTS);
    assert.equal(await service.stop(signal), 0);
    await load.stop();
    requireRefusals(load.refused);

    const answered = new Set(load.promised.map(({ action }) => action));
    for (const action of (await countActions(location)).keys()) {
      if (action.startsWith('stopping.'))
        assert.ok(answered.has(action), `${action} was accepted, not answered`);
    }
    if (location.kind === 'sqlite') assert.ok(!existsSync(`${location.path}-wal`), 'a log was left behind');
    const next = await spawnFor(t, location);
    const client = connect(next.baseUrl);
    await requireKept(client, load.promised);
    client.close();
    await requireWhole(location, load.promised);
  });
}

// npm forwards one signal, and dies of the other.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  testOnOneDatabase(`npm-start-stops-on-${signal}-and-leaves-nothing-on-the-port`, async (location, t) => {
    const service = await spawnByNpm(location);
    t.after(() => service.stop('SIGKILL'));
    const client = connect(service.baseUrl);
    assert.equal((await client.ask('a', '/readyz', { key: null })).status, 200);
    client.close();
    service.process.kill(signal);
    await until(() => isRefused(service.baseUrl));
  });
}

testOnOneDatabase('npm-start-leaves-no-process-where-it-is-stopped-while-it-starts', async (location, t) => {
  for (const afterMs of [300, 1_000]) {
    const npm = spawn('npm', ['start'], {
      cwd: path.join(import.meta.dirname, '..'),
      env: { ...process.env, ...environmentFor(location), ASSIZE_PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    t.after(() => {
      if (isAlive(npm.pid)) process.kill(-(npm.pid ?? 0), 'SIGKILL');
    });
    await sleep(afterMs);
    npm.kill('SIGTERM');
    await until(() => !isAlive(npm.pid));
  }
});

/** Whether any process that it started is left: they share its pipe and group. */
function isAlive(group = 0): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

testOnOneDatabase('answers-a-request-whose-body-comes-after-the-signal', async (location, t) => {
  const service = await spawnFor(t, location);
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connectSocket(Number(port), hostname);
  t.after(() => socket.destroy());
  const body = JSON.stringify({ action: 'late.body', context: { risk_level: 'low' } });
  const heard = listen(socket);
  socket.write(
    `POST ${SURFACES.a.evaluate} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${PRODUCTION_KEY}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await heard.until('100 Continue');
  const stopped = service.stop('SIGTERM');
  await until(() => isRefused(service.baseUrl));
  socket.write(body);
  await heard.until('"evidence_id"');
  assert.match(heard.text(), /HTTP\/1\.1 200 OK/);
  assert.equal(await stopped, 0);
  assert.equal((await countActions(location)).get('late.body'), 1);
});

testOnOneDatabase('waits-for-no-connection-that-has-sent-nothing', async (location, t) => {
  const service = await spawnFor(t, location);
  const { hostname, port } = new URL(service.baseUrl);
  const sockets = [1, 2].map(() => connectSocket(Number(port), hostname));
  // The service may reset them.
  for (const socket of sockets) socket.on('error', () => undefined);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // 1 would mean that it could not stop in time.
  assert.equal(await service.stop('SIGTERM'), 0);
});

testOnEachEmptyDatabase('starts-many-processes-at-once-on-an-empty-database', async (location, t) => {
  const noKeys = { ASSIZE_INIT_PRODUCTION_KEY: '', ASSIZE_INIT_SANDBOX_KEY: '' };
  const starting = Array.from({ length: PROCESSES }, () => spawnService(location, noKeys));
  const started = await Promise.allSettled(starting);
  const services = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  for (const one of started) if (one.status === 'rejected') throw one.reason;

  const output = services.map((service) => service.output()).join('\n');
  const shown = [...output.matchAll(/^ +(production|sandbox) +(ak_[0-9a-f]{32})$/gm)];
  const environments = shown.map(([, environment]) => environment).sort();
  assert.deepEqual(environments, ['production', 'production', 'sandbox', 'sandbox']);
  const key = shown.find(([, environment]) => environment === 'production')?.[2] ?? '';
  for (const { baseUrl } of services) {
    const client = connect(baseUrl);
    const { status } = await client.ask('a', SURFACES.a.evaluate, {
      key,
      body: { action: 'first', context: {} },
    });
    assert.equal(status, 200);
    client.close();
  }
  for (const service of services) assert.equal(await service.stop('SIGTERM'), 0);
  await withDatabase(location, async (db) => {
    assert.equal((await db.selectFrom('tenants').select('name').execute()).length, 1);
    const keys = await db.selectFrom('api_keys').select('environment').execute();
    assert.deepEqual(keys.map(({ environment }) => environment).sort(), [
      'production',
      'production',
      'sandbox',
      'sandbox',
    ]);
  });
  assert.deepEqual(Object.fromEntries(await countActions(location)), {
    ...{ 'key.create': 4, 'member.invite': 1 },
    first: PROCESSES,
  });
  await requireWhole(location);
});

/** Whether the service accepts no more connections. */
async function isRefused(baseUrl: string): Promise<boolean> {
  const late = connect(baseUrl);
  const asking = late.ask('a', SURFACES.a.evaluate, { body: { action: 'too.late', context: {} } });
  const refused = await asking.then(
    () => false,
    () => true,
  );
  late.close();
  return refused;
}

function listen(socket: Socket): { text(): string; until(part: string): Promise<void> } {
  let text = '';
  let ended = false;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  for (const event of ['close', 'error']) {
    socket.on(event, () => {
      ended = true;
    });
  }
  return {
    text: () => text,
    async until(part) {
      while (!text.includes(part)) {
        assert.ok(!ended, `the connection ended after: ${text}`);
        await sleep(5);
      }
    },
  };
}
