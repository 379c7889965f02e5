/** Only the owner can read the data folder: from the first start, and after the next start if it was open before. */
import assert from 'node:assert/strict';
import { chmodSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { newFolder } from './support/databases/databases.ts';
import { connectFor } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const hasModes = { skip: process.platform === 'win32' ? 'no such modes here' : false };
const OPEN = /other users could read these files until now/;

test('keeps-everything-in-the-data-folder-for-its-owner', hasModes, async (t) => {
  const location = place(t);
  const service = await started(t, location);
  assert.deepEqual(readableByOthers(location.folder), []);
  assert.ok(globSync('**', { cwd: location.folder }).includes('assize.db-wal'));
  await service.stop('SIGTERM');
  assert.doesNotMatch(service.output(), OPEN);
});

test('closes-an-installation-that-was-open-and-says-so', hasModes, async (t) => {
  const location = place(t);
  await (await started(t, location)).stop('SIGTERM');
  chmodSync(location.folder, 0o755);
  chmodSync(location.path, 0o644);
  const { stdout } = await assize(location, ['doctor']);
  assert.match(stdout, /data folder +warning +other users of this machine can read .*assize\.db;/);
  const again = await started(t, location);
  assert.deepEqual(readableByOthers(location.folder), []);
  await until(() => OPEN.test(again.output()), again.output);
  await again.stop('SIGTERM');
  const third = await started(t, location);
  await third.stop('SIGTERM');
  assert.doesNotMatch(third.output(), OPEN);
});

test('closes-only-its-own-files-in-a-shared-folder', hasModes, async (t) => {
  const location = place(t);
  mkdirSync(location.folder);
  chmodSync(location.folder, 0o755);
  writeFileSync(path.join(location.folder, 'diary.txt'), '');
  const service = await started(t, location);
  assert.deepEqual(readableByOthers(location.folder), ['.', 'diary.txt']);
  await until(() => /also holds other files/.test(service.output()), service.output);
  await service.stop('SIGTERM');
});

function place(t: TestContext) {
  const parent = newFolder(t);
  // As on most machines.
  const before = process.umask(0o022);
  t.after(() => process.umask(before));
  const folder = path.join(parent, 'data');
  return { kind: 'sqlite', path: path.join(folder, 'assize.db'), folder } as const;
}

/** Evaluates once, so that every file exists. */
async function started(t: TestContext, location: ReturnType<typeof place>): Promise<RunningService> {
  const service = await spawnFor(t, location);
  const client = connectFor(t, service.baseUrl);
  assert.equal((await client.ask('a', SURFACES.a.evaluate, { body: { action: 'a' } })).status, 200);
  await until(() => globSync('signing/last/*.note', { cwd: location.folder }).length > 0);
  return service;
}

function readableByOthers(folder: string): string[] {
  const names = ['.', ...globSync('**', { cwd: folder }).filter((name) => name !== '.')];
  // The service renames a file that it has just written.
  const modeOf = (name: string) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.mode ?? 0;
  return names.filter((name) => (modeOf(name) & 0o077) !== 0);
}
