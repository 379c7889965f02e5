/**
 * Redacted content disappears from the database's files while the service runs: the test searches them byte by byte.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Service } from '@assize/service/wiring.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { withPayloads } from './support/databases/chains.ts';
import { newDatabase, testOnEachDatabase, whyNot } from './support/databases/databases.ts';
import { onServer } from './support/databases/postgres.ts';
import { evaluated, type redact, redactWhole } from './support/evidence/removals.ts';
import { evaluate, startTestService } from './support/http/in-process.ts';
import { until } from './support/until.ts';

/** Neither JSON nor compression changes a byte of these. */
const marker = () => randomBytes(16).toString('hex');
/** Lengths of the note beside the marker: within a page, across pages, and near the largest body. */
const SIZES = [0, 1500, 6000, 60_000, 200_000];
const NEIGHBOURS = 40;

interface Secret {
  id: string;
  marker: string;
  salt: Buffer;
}

async function secretOf(service: Service, id: string, mark: string): Promise<Secret> {
  const { salt } = await withPayloads(service.db)
    .select('salt')
    .where('artifacts.id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, marker: mark, salt: Buffer.from(salt) };
}

/** Returns the database files that contain the bytes. */
function filesWith(files: readonly string[], bytes: Buffer | string): string[] {
  return files.filter((file) => existsSync(file) && readFileSync(file).includes(bytes));
}

function sqliteFiles(location: DatabaseLocation): string[] {
  assert.ok(location.kind === 'sqlite');
  const folder = path.dirname(location.path);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
  // A log may be removed, or a note renamed, between the listing and the look.
  return files.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

/** Returns the files of the tables that hold artifacts, of their overflow, and of the planner's statistics. */
async function postgresFiles(location: DatabaseLocation): Promise<string[]> {
  assert.ok(location.kind === 'postgres');
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  try {
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ file: string }>(
      `SELECT current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS file FROM pg_class
         WHERE relname IN ('artifact_payloads', 'idempotency_records', 'pg_statistic')
         OR oid IN (SELECT reltoastrelid FROM pg_class WHERE relname IN ('artifact_payloads', 'idempotency_records', 'pg_statistic'))`,
    );
    return rows.map(({ file }) => file).filter((file) => statSync(file).size > 0);
  } finally {
    await client.end();
  }
}

async function askWithSecrets(service: Service, app: Parameters<typeof redact>[0]): Promise<Secret[]> {
  const secrets: Secret[] = [];
  for (const size of SIZES) {
    const mark = marker();
    const context = { risk_level: 'high', alternatives: [{ action: `instead-${mark}`, risk_level: 'low' }] };
    const { body } = await evaluate(app, 'b', {
      action: 'email.send',
      context: { ...context, note: mark.repeat(1 + size / mark.length) },
      idempotency_key: mark,
    });
    secrets.push(await secretOf(service, body.evidence_id, mark));
    await Promise.all(Array.from({ length: NEIGHBOURS }, () => evaluated(app, { note: 'x'.repeat(700) })));
  }
  return secrets;
}

testOnEachDatabase('leaves-nothing-of-what-was-redacted-in-the-files', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const filesOf = () => (location.kind === 'sqlite' ? sqliteFiles(location) : postgresFiles(location));
  const secrets = await askWithSecrets(service, app);
  // Between the two looks, it may move from the log into the database.
  for (const { salt } of secrets) await until(async () => filesWith(await filesOf(), salt).length > 0);
  for (const { id } of secrets) assert.equal((await redactWhole(app, id)).body.payload_removed, true);
  // A server only marks the space of dead rows as free; rewriting the tables removes the bytes (ADR 9).
  if (location.kind === 'postgres') {
    await onServer(location.url, 'VACUUM FULL artifact_payloads', 'VACUUM FULL idempotency_records');
  }
  for (const appends of [0, NEIGHBOURS]) {
    await Promise.all(Array.from({ length: appends }, () => evaluated(app, {})));
    const files = await filesOf();
    for (const { salt, marker: mark } of secrets) {
      assert.deepEqual(filesWith(files, salt), []);
      assert.deepEqual(filesWith(files, mark), []);
    }
  }
});

test('a-server-keeps-no-payload-in-its-statistics', { skip: whyNot('postgres') }, async (t) => {
  const { location, remove } = await newDatabase('postgres');
  t.after(remove);
  const { app, service } = await startTestService(t, location);
  await askWithSecrets(service, app);
  assert.ok(location.kind === 'postgres');
  await onServer(location.url, 'ANALYZE');
  const { rows } = await sql<{ attname: string }>`
    SELECT attname FROM pg_stats WHERE tablename IN ('artifact_payloads', 'idempotency_records')
  `.execute(service.db);
  const learned = new Set(rows.map(({ attname }) => attname));
  assert.deepEqual([...learned].sort(), ['chain', 'expires_at', 'key_hash', 'position']);
});
