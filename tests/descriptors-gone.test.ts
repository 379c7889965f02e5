/**
 * The process or the whole system has run out of file descriptors: connected callers get verdicts, `/readyz` says why
 * no one else is let in, and the service recovers without a restart once there are descriptors again.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { connect as connectSocket, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { descriptors } from '@assize/service/http/descriptors.ts';
import { newDatabase, testOnEachDatabase } from './support/databases/databases.ts';
import { type Client, connect, connectFor } from './support/http/client.ts';
import { PRODUCTION_KEY, SURFACES } from './support/http/in-process.ts';
import type { Promised } from './support/nodes/load.ts';
import { requireKept, requireSound } from './support/nodes/promises.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';
import { whyNoStrace } from './support/processes/strace.ts';
import { until } from './support/until.ts';

const LIMIT = 130;
const CONNECTIONS = 200;
const VERDICTS = 20;
const NONE_LEFT = /^Not ready: No file descriptor is left of \d+: new connections are refused\.$/;

const noPrlimit = spawnSync('prlimit', ['--version']).error === undefined ? false : 'no prlimit';

testOnEachDatabase('serves-those-who-are-connected-while-no-descriptor-is-left', async (location, t) => {
  if (noPrlimit !== false) return t.skip(noPrlimit);
  const service = await spawnFor(t, location, {}, ['prlimit', `--nofile=${LIMIT}:${LIMIT}`]);
  const client = await connected(t, service);
  const promised = [await requireVerdict(client)];
  const idle = new Set<Socket>();
  t.after(() => closeAll(idle));
  // Refused connections are gone, and a file may be closed later: takes what becomes free again.
  const takeAll = () => {
    while (idle.size < CONNECTIONS) {
      const socket = openIdle(service.baseUrl).on('close', () => idle.delete(socket));
      idle.add(socket);
    }
  };
  await until(async () => {
    takeAll();
    return NONE_LEFT.test(await problemOf(client));
  });

  for (let verdict = 0; verdict < VERDICTS; verdict += 1) promised.push(await requireVerdict(client));
  const stranger = connectFor(t, service.baseUrl);
  // Node keeps one descriptor for refusing. If another thread has taken it, the stranger waits for the next.
  const strangers = stranger.ask('a', '/readyz', { key: null }).then(({ status }) => status, String);
  // Routes that need a file are unavailable for now, which is not the request's fault.
  for (const url of ['/', '/api/v1/evidence/verify']) {
    let refusal = '';
    await until(async () => {
      takeAll();
      const { status, body } = await client.ask('a', url);
      assert.ok(status === 503 || status === 200, JSON.stringify(body));
      refusal = String(body.detail);
      return status === 503;
    });
    assert.match(refusal, /Please retry/);
  }

  closeAll([...idle]);
  assert.match(String(await strangers), /^(200|503)$|ECONNRESET|EPIPE|socket hang up/);
  await requireServedAgain(service, client, promised);
  await requireSound(location, promised);
});

test('warns-before-the-last-descriptor-is-taken', { skip: noPrlimit }, async (t) => {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  const service = await spawnFor(t, location, {}, ['prlimit', `--nofile=${LIMIT}:${LIMIT}`]);
  const client = await connected(t, service);
  const idle: Socket[] = [];
  t.after(() => closeAll(idle));
  let warnings = '';
  await until(async () => {
    const { status, body } = await client.ask('a', '/readyz', { key: null });
    assert.equal(status, 200);
    warnings = String(body.warnings ?? '');
    if (warnings === '') idle.push(openIdle(service.baseUrl));
    return warnings !== '';
  });
  assert.equal(warnings, `Nearly no file descriptors are left of ${LIMIT}.`);
  assert.ok(idle.length < LIMIT);
});

test('goes-on-after-the-whole-system-had-none-left', { skip: whyNoStrace() }, async (t) => {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  const service = await spawnFor(t, location);
  const client = await connected(t, service);
  const promised = [await requireVerdict(client)];
  const faults = 'inject=openat,accept4,accept:error=ENFILE';
  const pid = String(service.process.pid);
  const tracing = spawn('strace', ['-f', '-qq', '-o', '/dev/null', '-e', faults, '-p', pid]);
  t.after(() => tracing.kill('SIGKILL'));
  await until(async () => NONE_LEFT.test(await problemOf(client)));
  promised.push(await requireVerdict(client));
  const stranger = connectFor(t, service.baseUrl);
  await assert.rejects(
    Promise.race([
      stranger.ask('a', '/readyz', { key: null }),
      new Promise((_, reject) => setTimeout(() => reject(new Error('not accepted')), 2000)),
    ]),
  );
  promised.push(await requireVerdict(client));
  tracing.kill('SIGINT');
  await requireServedAgain(service, client, promised);
  await requireSound(location, promised);
});

test('knows-how-many-descriptors-it-may-have', { skip: process.platform !== 'linux' }, async () => {
  const limit = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout.trim();
  assert.equal(String((await descriptors()).limit), limit);
});

/** Connects once, before the descriptors run out. */
async function connected(t: TestContext, service: RunningService): Promise<Client> {
  const client = connectFor(t, service.baseUrl, 1);
  assert.equal(await problemOf(client), '');
  return client;
}

async function problemOf(client: Client): Promise<string> {
  const { status, body } = await client.ask('a', '/readyz', { key: null });
  return status === 200 ? '' : body.detail;
}

async function requireVerdict(client: Client): Promise<Promised> {
  const request = { action: 'none.left', context: {} };
  const { status, body } = await client.ask('a', SURFACES.a.evaluate, { body: request });
  assert.deepEqual([status, body.verdict], [200, 'proceed']);
  return { evidenceId: body.evidence_id, escalationId: null, key: PRODUCTION_KEY, action: request.action };
}

async function requireServedAgain(
  service: RunningService,
  client: Client,
  promised: Promised[],
): Promise<void> {
  await until(async () => (await problemOf(client)) === '');
  const stranger = connect(service.baseUrl);
  promised.push(await requireVerdict(stranger));
  await requireKept(stranger, promised);
  stranger.close();
  assert.equal(service.process.exitCode, null);
  assert.equal(await service.stop('SIGTERM'), 0);
}

function openIdle(baseUrl: string): Socket {
  const socket = connectSocket(Number(new URL(baseUrl).port), '127.0.0.1');
  // Reads the socket, so that its end is noticed.
  return socket.on('error', () => undefined).resume();
}

function closeAll(sockets: Iterable<Socket>): void {
  for (const socket of sockets) socket.destroy();
}
