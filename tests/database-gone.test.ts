/**
 * The database goes away under load, hangs, is cut off mid-message, is no longer found by its name, or is locked by
 * another process. The service refuses meanwhile, in bounded time, loses no verdict, and gives verdicts again once
 * the database is back, without a restart.
 */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import pg from 'pg';
import { newFolder, testOnEachDatabase } from './support/databases/databases.ts';
import { findPostgres, onServer, type PostgresServer, startPostgres } from './support/databases/postgres.ts';
import { connect, connectFor } from './support/http/client.ts';
import { type Answer, SURFACES } from './support/http/in-process.ts';
import { type Load, startLoad } from './support/nodes/load.ts';
import { requireKept, requireRefusals, requireSound } from './support/nodes/promises.ts';
import { startProxy } from './support/nodes/proxy.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

/** Longer than any request that waits for a few timeouts on a busy machine, but bounded, ms. */
const LONGEST_MS = 60_000;
/** Longer than an answer about a key is remembered, so that authentication meets the missing database too. */
const GONE_MS = 1500;
const VERDICTS = 100;
const REFUSALS = 20;
/** Enough commits of evaluations that the last would wait longer if each waited for its own timeout. */
const BATCHES = 40;
const BATCH_ITEMS = 100;
const CUTS = 20;
const KNOWN_NAMES = pathToFileURL(path.join(import.meta.dirname, 'support/processes/known-names.ts')).href;

const binaries = findPostgres();
const options = { skip: binaries === null ? 'no PostgreSQL server binary' : false };

test('keeps-every-verdict-when-the-server-is-stopped-and-when-it-is-killed', options, async (t) => {
  const server = await ownServer(t);
  // The harder case for the kill: unless the service asks otherwise, this server acknowledges too early.
  await onServer(server.url, 'ALTER SYSTEM SET synchronous_commit = off', 'SELECT pg_reload_conf()');
  const service = await serviceOn(t, server.url);
  const load = startLoad(t, service.baseUrl, 'gone');
  for (const how of ['fast', 'kill'] as const) {
    await load.untilPromised(load.promised.length + VERDICTS);
    await server.stop(how);
    await load.untilRefused(load.refused.length + REFUSALS);
    await sleep(GONE_MS);
    await server.start();
  }
  await requireServedAgain(service, load, server.url);
});

test('refuses-in-bounded-time-while-the-server-is-silent', options, async (t) => {
  const server = await ownServer(t);
  const proxy = await startProxy(server.url);
  t.after(() => proxy.close());
  const service = await serviceOn(t, proxy.url);
  const load = startLoad(t, service.baseUrl, 'silent');
  await load.untilPromised(VERDICTS);
  proxy.silence();
  await load.untilRefused(REFUSALS);
  await sleep(GONE_MS);
  proxy.restore();
  await requireServedAgain(service, load, server.url);
});

test('loses-nothing-when-its-connections-are-cut-in-the-middle', options, async (t) => {
  const server = await ownServer(t);
  const proxy = await startProxy(server.url);
  t.after(() => proxy.close());
  const service = await serviceOn(t, proxy.url);
  const load = startLoad(t, service.baseUrl, 'cut');
  for (let cut = 0; cut < CUTS; cut += 1) {
    await load.untilPromised(load.promised.length + REFUSALS);
    proxy.cut();
  }
  await requireServedAgain(service, load, server.url);
});

test('refuses-while-the-name-of-the-server-is-not-known', options, async (t) => {
  const server = await ownServer(t);
  const proxy = await startProxy(server.url);
  t.after(() => proxy.close());
  const folder = newFolder(t);
  const file = path.join(folder, 'no-names');
  const url = new URL(proxy.url);
  url.hostname = 'localhost';
  const environment = { NODE_OPTIONS: `--import ${KNOWN_NAMES}`, NO_NAMES_WHILE: file };
  const service = await serviceOn(t, url.href, environment);
  const load = startLoad(t, service.baseUrl, 'names');
  await load.untilPromised(REFUSALS);
  writeFileSync(file, '');
  // Open connections need no name.
  await load.untilPromised(load.promised.length + REFUSALS);
  proxy.restore();
  const client = connectFor(t, service.baseUrl);
  const problem = async () => String((await client.ask('a', '/readyz', { key: null })).body.detail ?? '');
  await until(async () => /^Not ready: .*(does not answer|cannot be written)/.test(await problem()));
  await load.untilRefused(load.refused.length + REFUSALS);
  rmSync(file);
  await until(async () => (await problem()) === '');
  await requireServedAgain(service, load, server.url);
});

testOnEachDatabase('refuses-in-bounded-time-while-another-holds-the-chain', async (location, t) => {
  const service = await spawnFor(t, location);
  const client = connect(service.baseUrl, BATCHES);
  const evaluations = Array.from({ length: BATCH_ITEMS }, () => ({ action: 'held.up', context: {} }));
  const ask = () => client.ask('a', `${SURFACES.a.evaluate}/batch`, { body: { evaluations } });
  requireVerdicts(await ask());
  const release = await holdChains(location);
  // The service has forgotten the key by now, so it reads it while its own chores wait for the lock.
  await sleep(GONE_MS);
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: BATCHES }, ask));
  assert.ok(performance.now() - startedAt < LONGEST_MS, 'a request waited for ever');
  requireRefusals(answers.flatMap(itemsOf));
  await release();
  requireVerdicts(await ask());
  client.close();
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireSound(location);
});

function requireVerdicts(answer: Answer): void {
  assert.deepEqual([...new Set(itemsOf(answer).map(({ body }) => body.verdict))], ['proceed']);
}

/** Returns the answer to each evaluation of a batch. */
function itemsOf({ status, headers, body }: Answer): Answer[] {
  if (status !== 200) return [{ status, headers, body }];
  return body.results.map((item: Answer['body']) => ({ status: item.status, headers, body: item }));
}

async function ownServer(t: TestContext): Promise<PostgresServer> {
  const server = await startPostgres(binaries ?? '', { durable: true });
  t.after(() => server.remove());
  return server;
}

async function serviceOn(t: TestContext, url: string, environment = {}): Promise<RunningService> {
  const service = await spawnFor(t, { kind: 'postgres', url }, environment);
  return service;
}

async function requireServedAgain(service: RunningService, load: Load, url: string): Promise<void> {
  await load.untilPromised(load.promised.length + VERDICTS);
  await load.stop();
  assert.deepEqual(load.broken.map(String), []);
  assert.ok(load.longestMs() < LONGEST_MS, `a request took ${load.longestMs()} ms`);
  requireRefusals(load.refused);
  const client = connect(service.baseUrl);
  await requireKept(client, load.promised);
  client.close();
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireSound({ kind: 'postgres', url }, load.promised);
}

/** @returns a function that releases them. */
async function holdChains(location: DatabaseLocation): Promise<() => Promise<void>> {
  if (location.kind === 'sqlite') {
    const database = new DatabaseSync(location.path, { timeout: 60_000 });
    database.exec('BEGIN IMMEDIATE');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT * FROM chains FOR UPDATE');
  return () => client.end();
}
