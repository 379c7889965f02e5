/**
 * The data folder, the log, or the signing folder is removed or replaced under a running service, or another server
 * answers at the database's address. Evidence written there is lost, so no verdict is given until the original is
 * back in its place.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, renameSync, rmSync, truncateSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import {
  dataDirFor,
  signingDirFor,
  testOnEachDatabase,
  testOnOneDatabase,
} from './support/databases/databases.ts';
import { findPostgres, type PostgresServer, startPostgres } from './support/databases/postgres.ts';
import { type Client, connectFor } from './support/http/client.ts';
import { type Answer, SURFACES } from './support/http/in-process.ts';
import { requireSound, requireUnavailable } from './support/nodes/promises.ts';
import { startProxy } from './support/nodes/proxy.ts';
import { startWorkers } from './support/nodes/workers.ts';
import { type RunningService, spawnFor, spawnService } from './support/processes/service.ts';
import { until } from './support/until.ts';

/** Longer than the outcome of one check is remembered. */
const LOOKS = 6;
const LOOK_EVERY_MS = 400;
const EASY = { action: 'files.read', context: { risk_level: 'low' } };

const binaries = findPostgres();
const needsServer = { skip: binaries === null ? 'no PostgreSQL server binary' : false };

testOnOneDatabase('gives-no-verdict-once-its-data-folder-is-removed', async (location, t) => {
  const { client } = await serving(t, location, { apart: true });
  rmSync(dataDirFor(location), { recursive: true });
  await requireRefusing(client, /the files of the database were removed or replaced/);
  assert.equal(existsSync(dataDirFor(location)), false, 'the service made a new folder');
  const read = await client.ask('a', '/api/v1/evidence/latest');
  requireUnavailable(read);
});

testOnOneDatabase('serves-again-once-its-data-folder-is-back', async (location, t) => {
  const { service, client } = await serving(t, location, { apart: true });
  const folder = dataDirFor(location);
  renameSync(folder, `${folder}-away`);
  await requireRefusing(client, /the files of the database were removed or replaced/);
  renameSync(`${folder}-away`, folder);
  await until(async () => (await statusOf(client)) === 200);
  await until(() => isReady(client));
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireSound(location);
});

testOnOneDatabase('takes-no-copy-for-the-folder-that-it-has-open', async (location, t) => {
  const { service, client } = await serving(t, location, { apart: true });
  const folder = dataDirFor(location);
  t.after(() => rmSync(`${folder}-away`, { recursive: true }));
  renameSync(folder, `${folder}-away`);
  cpSync(`${folder}-away`, folder, { recursive: true });
  await requireRefusing(client, /the files of the database were removed or replaced/);
  await service.stop('SIGTERM');
  const next = await serving(t, location, { apart: true });
  assert.equal(await next.service.stop('SIGTERM'), 0);
  await requireSound(location);
});

testOnOneDatabase('gives-no-verdict-once-its-log-is-removed', async (location, t) => {
  assert.ok(location.kind === 'sqlite');
  const { client } = await serving(t, location);
  unlinkSync(`${location.path}-wal`);
  await requireRefusing(client, /the files of the database were removed or replaced/);
});

testOnOneDatabase('workers-give-no-verdict-once-their-data-folder-is-removed', async (location, t) => {
  const { service } = await startWorkers(t, location);
  const client = clientOf(t, service);
  await until(async () => (await statusOf(client)) === 200);
  rmSync(dataDirFor(location), { recursive: true });
  await requireRefusing(client, /the files of the database were removed or replaced/);
});

testOnEachDatabase('gives-no-verdict-while-its-signing-folder-is-gone', async (location, t) => {
  const { service, client } = await serving(t, location);
  const folder = signingDirFor(location);
  renameSync(folder, `${folder}-away`);
  await requireRefusing(client, /the signing folder was removed or replaced/);
  renameSync(`${folder}-away`, folder);
  await until(async () => (await statusOf(client)) === 200);
  await until(() => isReady(client));
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireSound(location);
});

testOnOneDatabase('gives-no-verdict-once-its-signing-keys-are-emptied', async (location, t) => {
  const { client } = await serving(t, location);
  truncateSync(path.join(signingDirFor(location), 'keys.json'));
  await requireRefusing(client, /the signing folder was removed or replaced/);
});

testOnOneDatabase('signs-again-after-its-last-notes-were-removed', async (location, t) => {
  const { client } = await serving(t, location);
  rmSync(path.join(signingDirFor(location), 'last'), { recursive: true });
  assert.equal(await statusOf(client), 200);
  const health = async () => (await client.ask('a', '/api/v1/evidence/health')).body;
  await until(async () => {
    const { checkpoint, total_artifacts: size } = await health();
    return checkpoint?.size === size;
  });
});

for (const emptied of ['truncated', 'removed']) {
  testOnOneDatabase(`makes-no-new-installation-where-its-database-was-${emptied}`, async (location, t) => {
    assert.ok(location.kind === 'sqlite');
    const { service } = await serving(t, location);
    assert.equal(await service.stop('SIGTERM'), 0);
    if (emptied === 'truncated') truncateSync(location.path);
    else unlinkSync(location.path);
    const lost = /The database is empty, and .* has the signatures of 2 chains: their evidence is lost/;
    await assert.rejects(spawnService(location), lost);
    // The first start may have created tables.
    await assert.rejects(spawnService(location), lost);
  });
}

test('gives-no-verdict-on-another-server-at-the-same-address', needsServer, async (t) => {
  const [first, second] = await Promise.all([ownServer(t), ownServer(t)]);
  // Both know the same keys and tables: only the server's own identity tells them apart.
  const other = await spawnService({ kind: 'postgres', url: second.url });
  await other.stop('SIGTERM');
  const proxy = await startProxy(first.url);
  t.after(() => proxy.close());
  const { client } = await serving(t, { kind: 'postgres', url: proxy.url });
  proxy.lead(second.url);
  await requireRefusing(client, /another database server answers/);
  proxy.lead(first.url);
  await until(async () => (await statusOf(client)) === 200);
});

async function ownServer(t: TestContext): Promise<PostgresServer> {
  const server = await startPostgres(binaries ?? '');
  t.after(() => server.remove());
  return server;
}

/** @param apart whether the signing folder is outside the data folder, so that only one of them is removed. */
async function serving(t: TestContext, location: DatabaseLocation, { apart = false } = {}) {
  const folder = `${dataDirFor(location)}-signing`;
  if (apart) t.after(() => rmSync(folder, { recursive: true, force: true }));
  const service = await spawnFor(t, location, apart ? { ASSIZE_SIGNING_DIR: folder } : {});
  const client = clientOf(t, service);
  assert.equal(await statusOf(client), 200);
  assert.equal(await isReady(client), true);
  return { service, client };
}

function clientOf(t: TestContext, service: RunningService): Client {
  const client = connectFor(t, service.baseUrl);
  return client;
}

async function statusOf(client: Client): Promise<number> {
  return (await client.ask('b', SURFACES.b.evaluate, { body: EASY })).status;
}

async function isReady(client: Client): Promise<boolean> {
  return (await readinessOf(client)).status === 200;
}

function readinessOf(client: Client): Promise<Answer> {
  return client.ask('a', '/readyz', { key: null });
}

async function requireRefusing(client: Client, reason: RegExp): Promise<void> {
  await until(async () => (await statusOf(client)) === 503);
  await until(async () => reason.test((await readinessOf(client)).body.detail));
  for (let look = 0; look < LOOKS; look++) {
    requireUnavailable(await client.ask('b', SURFACES.b.evaluate, { body: EASY }));
    const { status, body } = await readinessOf(client);
    assert.equal(status, 503);
    assert.match(body.detail, reason);
    await sleep(LOOK_EVERY_MS);
  }
}
