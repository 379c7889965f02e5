/**
 * With PostgreSQL standbys: the doctor says whether an answered verdict survives the loss of the primary, and a
 * commit that did not wait for its standby is not an answer.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import pg from 'pg';
import {
  findPostgres,
  onServer,
  type PostgresServer,
  startPostgres,
  startStandby,
} from './support/databases/postgres.ts';
import { evaluate, startTestService } from './support/http/in-process.ts';
import { requireUnavailable } from './support/nodes/promises.ts';
import { assize } from './support/processes/command.ts';
import { until } from './support/until.ts';

const STANDBY = 'the_standby';
const binaries = findPostgres();
const options = { skip: binaries === null ? 'no PostgreSQL server binary' : false };

test('the-doctor-warns-of-a-standby-that-no-commit-waits-for', options, async (t) => {
  const server = await ownServer(t);
  const location = { kind: 'postgres', url: server.url } as const;
  assert.deepEqual(await standbysOf(location), {
    state: 'ok',
    found: 'none: evidence is as safe as the disk of this server',
  });
  t.after(await startStandby(server, STANDBY));
  await until(async () => (await standbysOf(location)).state === 'warning');
  assert.match(
    (await standbysOf(location)).found,
    /^the standby is asynchronous, so answered verdicts are lost/,
  );

  await set(server, `synchronous_standby_names = '${STANDBY}'`);
  await until(async () => (await standbysOf(location)).state === 'ok');
  assert.match((await standbysOf(location)).found, /1 of 1 synchronous/);

  const others = {
    "synchronous_standby_names = 'another'": /no standby that is connected is named/,
    "synchronous_commit = 'local'": /synchronous_commit is local, so no commit waits/,
    "synchronous_commit = 'off'": /synchronous_commit is off, so evidence waits/,
    "synchronous_commit = 'remote_write'": /acknowledges data that is not on its disk yet/,
  };
  for (const [setting, warning] of Object.entries(others)) {
    await set(server, setting);
    await until(async () => warning.test((await standbysOf(location)).found));
    await set(server, `synchronous_standby_names = '${STANDBY}'`, "synchronous_commit = 'on'");
  }
});

test('the-doctor-warns-a-role-that-may-not-see-the-state-of-standbys', options, async (t) => {
  const server = await ownServer(t);
  t.after(await startStandby(server, STANDBY));
  await onServer(server.url, 'CREATE ROLE plain LOGIN', 'CREATE DATABASE plain OWNER plain');
  const location = {
    kind: 'postgres',
    url: server.url.replace('assize@', 'plain@').replace(/postgres$/, 'plain'),
  } as const;
  await until(async () => (await standbysOf(location)).state === 'warning');
  await set(server, `synchronous_standby_names = '${STANDBY}'`);
  await until(async () => (await standbysOf(location)).state === 'ok');
  assert.equal((await standbysOf(location)).found, 'commits wait for a standby');
});

test('gives-no-verdict-where-the-wait-for-the-standby-was-cancelled', options, async (t) => {
  const server = await ownServer(t);
  const { app } = await startTestService(t, { kind: 'postgres', url: server.url });
  const ask = () =>
    evaluate(app, 'a', { action: 'any.action', context: {} }, { headers: { 'idempotency-key': 'one' } });
  await set(server, "synchronous_standby_names = 'away'");
  const answer = await cancelling(server.url, ask());
  await set(server, "synchronous_standby_names = ''");
  requireUnavailable(answer);
  let again = await ask();
  await until(async () => {
    again = await ask();
    return again.status === 200;
  });
  assert.equal(
    again.headers['idempotency-replayed'],
    'true',
    'the commit was there nevertheless, and its answer is repeated',
  );
});

async function ownServer(t: TestContext): Promise<PostgresServer> {
  const server = await startPostgres(binaries ?? '');
  t.after(() => server.remove());
  return server;
}

async function standbysOf(location: DatabaseLocation): Promise<{ state: string; found: string }> {
  const { stdout } = await assize(location, ['doctor', '--json']);
  const { state, found } = JSON.parse(stdout).find(({ what }: { what: string }) => what === 'standbys');
  return { state, found: found.replace(/; docs.*$/, '') };
}

function set(server: PostgresServer, ...settings: string[]): Promise<void> {
  return onServer(
    server.url,
    ...settings.map((setting) => `ALTER SYSTEM SET ${setting}`),
    'SELECT pg_reload_conf()',
  );
}

/** Cancels each wait until the answer comes, as an operator does who wonders why commits take so long. */
async function cancelling<T>(url: string, answer: Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let isThere = false;
  answer.finally(() => {
    isThere = true;
  });
  await until(async () => {
    await client.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    return isThere;
  });
  await client.end();
  return answer;
}
