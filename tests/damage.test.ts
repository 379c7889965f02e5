/**
 * A page of the database was overwritten, in an SQLite file or a PostgreSQL: an unreadable record is a finding, just
 * like a changed one. It blocks the next verdict, and everyone who watches the service is told.
 */
import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { acknowledgeAlarms, openAlarms } from '@assize/service/proof/alarms/index.ts';
import { dailyVerification } from '@assize/service/proof/verification/daily.ts';
import { chainIn, idAt } from './support/databases/chains.ts';
import {
  DAMAGED_INDEX,
  damagedServer,
  destroySqlite,
  grown,
  MIDDLE,
  needsServer,
  overwrite,
  RECORDS,
  WAL_FRAME_BYTES,
  WAL_HEADER_BYTES,
} from './support/databases/damage.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { type Client, connectFor } from './support/http/client.ts';
import { openWithoutHttp, SURFACES } from './support/http/in-process.ts';
import { requireUnavailable, withDatabase } from './support/nodes/promises.ts';
import { assize } from './support/processes/command.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const EASY = { action: 'files.read', context: { risk_level: 'low' } };

for (const table of ['artifacts', 'artifact_payloads']) {
  testOnOneDatabase(`verification-finds-a-destroyed-page-of-${table}`, async (location, t) => {
    await grown(t, location);
    destroySqlite(location, table);
    await requireFoundByVerification(t, location);
  });
}

testOnOneDatabase('a-reader-of-a-destroyed-page-raises-the-alarm', async (location, t) => {
  await grown(t, location);
  destroySqlite(location, 'artifact_payloads');
  await requireFoundByReading(t, location);
});

test('verification-finds-a-destroyed-page-of-a-server', needsServer, async (t) => {
  await requireFoundByVerification(t, await damagedServer(t));
});

test('a-reader-of-a-destroyed-page-of-a-server-raises-the-alarm', needsServer, async (t) => {
  await requireFoundByReading(t, await damagedServer(t));
});

testOnOneDatabase('finds-a-destroyed-page-of-an-index-that-nothing-reads', async (location, t) => {
  await grown(t, location);
  destroySqlite(location, 'index');
  await requireFoundByLooking(t, location);
});

testOnOneDatabase('looks-for-damage-once-a-day-also-where-every-chain-was-verified', async (location, t) => {
  await grown(t, location);
  const { service } = await openWithoutHttp(t, location);
  const { signal } = new AbortController();
  for (const { chain } of await service.db.selectFrom('chains').select('chain').execute())
    await service.evidenceVerifier.verifyBehind(chain, signal);
  destroySqlite(location, 'index');
  await dailyVerification(service).run(signal);
  const chain = await chainIn(service.db);
  const problems = async () => (await openAlarms(service.db, chain)).map(({ problem }) => problem);
  assert.deepEqual(await problems(), ['damaged_database']);
  // Another node does not have to look on the same day.
  await acknowledgeAlarms(service, chain, { actor: 'a test' });
  await service.db.updateTable('integrity_alarms').set({ gone_at: 1 }).execute();
  await dailyVerification(service).run(signal);
  assert.deepEqual(await problems(), []);
});

test('finds-a-destroyed-page-of-an-index-of-a-server', needsServer, async (t) => {
  await requireFoundByLooking(t, await damagedServer(t, DAMAGED_INDEX));
});

testOnOneDatabase('gives-no-verdict-after-a-damaged-log-took-signed-records', async (location, t) => {
  assert.ok(location.kind === 'sqlite');
  const { service, client } = await serving(t, location);
  // Keeps appended rows out of the database file, as it is for a moment after each commit.
  const reader = new DatabaseSync(location.path, { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM artifacts');
  for (let count = 0; count < 20; count += 1) assert.equal(await verdictOf(client), 'PROCEED');
  await until(async () => {
    const { size } = (await client.ask('a', '/api/v1/evidence/health')).body.checkpoint ?? { size: 0 };
    return size >= 20;
  });
  await service.stop('SIGKILL');
  const files = ['', '-wal'].map((ending) => `${location.path}${ending}`);
  for (const file of files) copyFileSync(file, `${file}.kept`);
  reader.close();
  rmSync(`${location.path}-shm`, { force: true });
  for (const file of files) renameSync(`${file}.kept`, file);
  const frames = Math.floor((statSync(`${location.path}-wal`).size - WAL_HEADER_BYTES) / WAL_FRAME_BYTES);
  const damaged = WAL_HEADER_BYTES + Math.floor(frames * 0.8) * WAL_FRAME_BYTES;
  overwrite(`${location.path}-wal`, damaged, WAL_FRAME_BYTES);
  const next = await serving(t, location);
  assert.equal(await verdictOf(next.client), 'BLOCK');
  const doctor = await assize(location, ['doctor']);
  assert.equal(doctor.code, 1, doctor.stdout);
});

testOnEachDatabase('a-head-row-that-is-wrong-refuses-and-raises-the-alarm', async (location, t) => {
  const { service, client } = await serving(t, location);
  for (let count = 0; count < 3; count += 1) assert.equal(await verdictOf(client), 'PROCEED');
  await withDatabase(location, async (db) => {
    const chain = await chainIn(db);
    const behind = db.updateTable('chains').set((row) => ({ size: row('size', '-', 1) }));
    await behind.where('chain', '=', chain).execute();
  });
  requireUnavailable(await client.ask('b', SURFACES.b.evaluate, { body: EASY }));
  const problems = async () => {
    const { body } = await client.ask('a', '/api/v1/evidence/health');
    return body.open_alarms.map(({ problem }: { problem: string }) => problem);
  };
  await until(async () => (await problems()).includes('wrong_head'));
  requireUnavailable(await client.ask('b', SURFACES.b.evaluate, { body: EASY }));
  assert.match(
    (await client.ask('a', '/metrics', { key: null })).body,
    /^assize_evidence_failed_total [1-9]/m,
  );
  assert.match(service.output(), /the evidence could not be written/);
});

/** @returns a service on the damaged database, and a client. */
async function serving(t: TestContext, location: DatabaseLocation) {
  const service = await spawnFor(t, location);
  const client = connectFor(t, service.baseUrl);
  return { service, client };
}

async function requireFoundByVerification(t: TestContext, location: DatabaseLocation): Promise<void> {
  const { service, client } = await serving(t, location);
  const { status, body } = await client.ask('a', '/api/v1/evidence/verify?full=true');
  assert.equal(status, 200);
  const { valid, first_invalid: first } = body;
  assert.deepEqual({ valid, problem: first.problem }, { valid: false, problem: 'damaged_record' });
  const last = Number(/to (\d+)/.exec(first.message)?.[1] ?? first.index);
  assert.ok(first.index <= MIDDLE && MIDDLE <= last, first.message);
  assert.ok(body.verified_count > RECORDS - 500, `${body.verified_count} of ${RECORDS} were read`);
  await requireTold(client, location);
  assert.equal(await service.stop('SIGTERM'), 0);
}

async function requireFoundByReading(t: TestContext, location: DatabaseLocation): Promise<void> {
  const { service, client } = await serving(t, location);
  requireUnavailable(await client.ask('b', `/v1/evidence/${idAt(MIDDLE)}`));
  await until(async () => (await verdictOf(client)) === 'BLOCK');
  await requireTold(client, location);
  assert.equal(await service.stop('SIGTERM'), 0);
}

async function requireTold(client: Client, location: DatabaseLocation): Promise<void> {
  assert.equal(await verdictOf(client), 'BLOCK');
  assert.equal((await client.ask('a', '/api/v1/evidence/health')).body.status, 'failed');
  assert.match(JSON.stringify((await client.ask('a', '/readyz')).body.warnings), /damaged.* assize doctor/);
  const metrics = await client.ask('a', '/metrics', { key: null });
  assert.match(metrics.body, /^assize_integrity_alarms [1-9]/m);
  const doctor = await assize(location, ['doctor']);
  assert.deepEqual({ code: doctor.code }, { code: 1 }, doctor.stdout);
  assert.match(doctor.stdout, /problem .*damaged/);
}

async function verdictOf(client: Client): Promise<string> {
  const { body } = await client.ask('b', SURFACES.b.evaluate, { body: EASY });
  return String(body.verdict).toUpperCase();
}

/** Asks now for what the chore does once a day. */
async function requireFoundByLooking(t: TestContext, location: DatabaseLocation): Promise<void> {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  assert.deepEqual(await openAlarms(service.db, chain), []);
  await dailyVerification(service).run(new AbortController().signal);
  const [alarm] = await openAlarms(service.db, chain);
  assert.equal(alarm?.problem, 'damaged_database');
  const doctor = await assize(location, ['doctor']);
  assert.equal(doctor.code, 1, doctor.stdout);
  assert.match(doctor.stdout, /damage +problem/);
}
