/**
 * A page of the database was overwritten, in the file of SQLite or of a PostgreSQL: a record that can't be read is a
 * finding, as one that was changed is. It blocks the next verdict, and everyone who watches the service is told.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import pg from 'pg';
import { chainIn, growTo, idAt, untilSigned } from './support/chains.ts';
import { type Client, connect } from './support/client.ts';
import { assize } from './support/command.ts';
import { dataDirFor, signingDirFor, testOnOneDatabase } from './support/databases.ts';
import { openWithoutHttp, SURFACES } from './support/in-process.ts';
import { findPostgres, onServer, startPostgres } from './support/postgres.ts';
import { requireUnavailable } from './support/promises.ts';
import { spawnService } from './support/service.ts';
import { addressOf } from './support/templates.ts';
import { until } from './support/until.ts';

const RECORDS = 3000;
const MIDDLE = 1500;
const GARBAGE = 0xa5;
const EASY = { action: 'files.read', context: { risk_level: 'low' } };
const ACKNOWLEDGE = '/api/v1/evidence/verify/acknowledge';

const binaries = findPostgres();
const needsServer = { skip: binaries === null ? 'no PostgreSQL server binary' : false };

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

test('finds-a-destroyed-page-of-a-server', needsServer, async (t) => {
  const location = await ownServer(t);
  await requireFoundByVerification(t, location);
  await requireFoundByReading(t, location);
});

async function grown(t: TestContext, location: DatabaseLocation): Promise<void> {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, RECORDS);
  await untilSigned(service.db, chain);
  await service.close();
}

/** @returns a service on the damaged database, and what asks it. */
async function serving(t: TestContext, location: DatabaseLocation) {
  const service = await spawnService(location);
  t.after(() => service.stop('SIGKILL'));
  const client = connect(service.baseUrl);
  t.after(() => client.close());
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
  await client.ask('a', ACKNOWLEDGE, { body: {} });
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

/** The leaf of a table that holds the record in the middle, and not the page of an index that names it. */
const MARKS: Record<string, readonly string[]> = {
  artifacts: [idAt(MIDDLE), 'governance_eval'],
  artifact_payloads: [`{"name":"fill","position":${MIDDLE}}`],
};

function destroySqlite(location: DatabaseLocation, table: string): void {
  assert.ok(location.kind === 'sqlite');
  using database = new DatabaseSync(location.path);
  const bytes = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const marks = (MARKS[table] ?? []).map((mark) => Buffer.from(mark));
  const file = readFileSync(location.path);
  for (let at = 0; at < file.length; at += bytes) {
    const page = file.subarray(at, at + bytes);
    if (!marks.every((mark) => page.includes(mark))) continue;
    overwrite(location.path, at, bytes);
    return;
  }
  assert.fail(`no page holds record ${MIDDLE} of ${table}`);
}

function overwrite(file: string, at: number, bytes: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(bytes, GARBAGE), 0, bytes, at);
  closeSync(handle);
}

const POSTGRES_PAGE_BYTES = 8192;

/** With checksums, and a page of the payloads overwritten while it was stopped. */
async function ownServer(t: TestContext): Promise<DatabaseLocation> {
  let data = '';
  const server = await startPostgres(binaries ?? '', {
    makeData(folder, user) {
      data = folder;
      const initdb = ['-D', data, '-U', 'assize', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-k', '-N'];
      execFileSync(path.join(binaries ?? '', 'initdb'), initdb, { ...user, cwd: path.dirname(data) });
    },
  });
  t.after(() => server.remove());
  const name = `assize_damage_${process.pid}`;
  await onServer(server.url, `CREATE DATABASE ${name}`);
  const location = { kind: 'postgres', url: addressOf(server.url, name) } as const;
  t.after(() => {
    for (const folder of [signingDirFor(location), dataDirFor(location)])
      rmSync(folder, { recursive: true, force: true });
  });
  await grown(t, location);
  const { file, page } = await withClient(location.url, async (client) => {
    await client.query('CHECKPOINT');
    const { rows } = await client.query(
      `SELECT pg_relation_filepath('artifact_payloads') AS file, (ctid::text::point)[0]::int AS page
       FROM artifact_payloads WHERE position = ${MIDDLE}`,
    );
    return rows[0];
  });
  await server.stop('fast');
  overwrite(path.join(data, file), page * POSTGRES_PAGE_BYTES, POSTGRES_PAGE_BYTES);
  await server.start();
  return location;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
