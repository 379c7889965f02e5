/**
 * Logs and output can't be written: the disk is full, a pipe is not read, or its reader is gone. The service keeps
 * running.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { newDatabase, newFolder } from './support/databases/databases.ts';
import { type Client, connectFor } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { type RunningService, spawnFor, startUnheard } from './support/processes/service.ts';
import { until } from './support/until.ts';

const hasFullDevice = { skip: existsSync('/dev/full') ? false : 'no /dev/full here' };
const hasPipes = { skip: process.platform === 'win32' ? 'no named pipes here' : false };
/** Each leaves two lines of 315 bytes; together they are half as much again as a pipe and the service can hold. */
const MANY = 5000;
const AT_ONCE = 50;
const NO_CHOSEN_KEYS = { ASSIZE_INIT_PRODUCTION_KEY: '', ASSIZE_INIT_SANDBOX_KEY: '' };

test('goes-on-while-the-disk-of-the-log-is-full', hasFullDevice, async (t) => {
  const { service, client } = await unheard(t, '2>/dev/full');
  await logMuch(client, 500);
  await requireService(client);
  assert.equal(await service.stop('SIGTERM'), 0);
});

test('goes-on-while-the-log-is-not-read-and-still-stops', hasPipes, async (t) => {
  const pipe = namedPipe(t);
  const { service, client } = await unheard(t, `2<>${pipe}`);
  await logMuch(client, MANY);
  await requireService(client);
  assert.equal(await service.stop('SIGTERM'), 0);
});

test('says-how-many-lines-were-lost-once-the-log-is-read-again', hasPipes, async (t) => {
  const pipe = namedPipe(t);
  const { service, client } = await unheard(t, `2<>${pipe}`);
  await logMuch(client, MANY);
  const { body: ready } = await client.ask('a', '/readyz', { key: null });
  assert.match(String(ready.warnings), /^\d+ log lines were lost so far: standard error takes none\.$/);
  let log = '';
  const reader = createReadStream(pipe, 'utf8').on('data', (text) => {
    log += text;
  });
  t.after(() => reader.destroy());
  await until(
    () => /"lost":\d+.*\n/.test(log),
    () => log.slice(-1000),
  );
  const { lost, msg } = JSON.parse(log.split('\n').find((line) => line.includes('"lost"')) ?? '');
  assert.equal(msg, `${lost} log lines were lost: standard error took none`);
  assert.ok(lost > 0);
  await requireService(client);
  assert.equal((await client.ask('a', '/readyz', { key: null })).body.warnings, undefined);
  assert.equal(await service.stop('SIGTERM'), 0);
  const lines = log.trimEnd().split('\n');
  assert.ok(lines.length > 500 && lines.every((line) => JSON.parse(line)));
});

test('goes-on-after-the-readers-of-both-streams-are-gone', async (t) => {
  const { service, client } = await unheard(t, '');
  service.process.stdout?.destroy();
  service.process.stderr?.destroy();
  await logMuch(client, 500);
  await requireService(client);
  assert.equal(await service.stop('SIGTERM'), 0);
});

test('makes-no-first-keys-where-they-cannot-be-shown', hasFullDevice, async (t) => {
  const location = await nothingYet(t);
  const failed = await startUnheard(location, '>/dev/full', NO_CHOSEN_KEYS);
  await until(() => failed.process.exitCode !== null);
  assert.equal(failed.process.exitCode, 1);
  assert.match(
    failed.output(),
    /^No keys were created, since they could not be shown\. Standard output can't/m,
  );
  assert.equal((await assize(location, ['keys', 'list', '--json'])).stdout.trim(), '[]');
  const next = await spawnFor(t, location, NO_CHOSEN_KEYS);
  assert.match(next.output(), /production +ak_[0-9a-f]{32}/);
});

test('starts-with-chosen-keys-where-nothing-can-be-printed', hasFullDevice, async (t) => {
  const { service, client } = await unheard(t, '>/dev/full');
  await requireService(client);
  assert.equal(await service.stop('SIGTERM'), 0);
});

async function nothingYet(t: TestContext): Promise<DatabaseLocation> {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  return location;
}

async function unheard(
  t: TestContext,
  redirected: string,
): Promise<{ service: RunningService; client: Client }> {
  const service = await startUnheard(await nothingYet(t), redirected, { ASSIZE_LOG_LEVEL: 'trace' });
  t.after(() => service.stop('SIGKILL'));
  const client = connectFor(t, service.baseUrl, AT_ONCE);
  await until(
    async () => (await client.ask('a', '/readyz', { key: null }).catch(() => null))?.status === 200,
  );
  return { service, client };
}

function namedPipe(t: TestContext): string {
  const folder = newFolder(t);
  const pipe = path.join(folder, 'log');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

async function logMuch(client: Client, requests: number): Promise<void> {
  for (let done = 0; done < requests; done += AT_ONCE) {
    const asked = Array.from({ length: AT_ONCE }, () => client.ask('a', '/nowhere', { key: null }));
    for (const { status } of await Promise.all(asked)) assert.equal(status, 404);
  }
}

async function requireService(client: Client): Promise<void> {
  assert.equal((await client.ask('a', '/healthz', { key: null })).status, 200);
  const evaluated = await client.ask('a', SURFACES.a.evaluate, { body: { action: 'a', context: {} } });
  assert.equal(evaluated.body.verdict, 'proceed');
}
