/**
 * Each text of each request is written with its own marker, then every record is redacted, and then the test searches
 * every table and file for the markers. The texts come from the API description, so none can be forgotten.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { isKept } from '@assize/service/proof/holds/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { HASHED, KEPT_TEXTS } from './cases/kept-texts.ts';
import { GRAVE } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { columnsByTable } from './support/databases/mutations.ts';
import { onServer } from './support/databases/postgres.ts';
import { redact, redactWhole } from './support/evidence/removals.ts';
import { Markers, writeAll } from './support/evidence/texts-written.ts';
import { requireTrue } from './support/governance/holds.ts';
import { evaluate, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { textsOfRequests } from './support/http/request-texts.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';
import { newEndpoint } from './support/webhooks/webhook-endpoints.ts';

const RESTING = { in: (field: string) => KEPT_TEXTS.some(([fields]) => fields.test(field)) };

testOnEachDatabase('leaves-no-text-of-any-request-once-its-record-is-redacted', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const markers = new Markers();
  await writeAll({ app, service, chain }, markers);
  const wanted = (await textsOfRequests(app)).filter((field) => !RESTING.in(field));
  assert.deepEqual(
    [...markers.of.keys()].sort(),
    wanted,
    'write each text here, or say in kept-texts.ts why it stays',
  );
  await until(async () => (await unplaced(service)) === 0);
  const before = markers.foundIn(await everyRow(service, location));
  const hidden = wanted.filter((field) => HASHED.test(field));
  assert.deepEqual(
    before.sort(),
    wanted.filter((field) => !hidden.includes(field)),
    'written nowhere',
  );

  const ids = await redactable(service, chain);
  await Promise.all(ids.map((id) => redact(app, id)));
  for (const id of ids) assert.equal((await redactWhole(app, id)).body.payload_removed, true);
  assert.deepEqual(markers.foundIn(await everyRow(service, location)), [], 'in the tables');
  if (location.kind === 'postgres')
    await onServer(location.url, ...[...WITH_TEXTS, 'pg_statistic'].map((table) => `VACUUM FULL ${table}`));
  for (const file of await filesOf(location)) {
    assert.deepEqual(markers.foundIn(readFileSync(file, 'latin1')), [], file);
  }
  await requireTrue(app);
});

testAsTenantOnEachDatabase(
  'empties-what-a-receiver-answered-to-an-event-about-the-record',
  async ({ app, service, chain }) => {
    const { id: endpoint_id } = await newEndpoint(app);
    const { body } = await evaluate(app, 'b', { ...GRAVE, user_id: 'marie@example.com' });
    const ofEvent = () =>
      service.db
        .selectFrom('events')
        .select('position')
        .where('chain', '=', chain)
        .where('type', '=', 'approval.created')
        .where('data', 'like', `%${body.approval_id}%`)
        .executeTakeFirst();
    await until(async () => typeof (await ofEvent())?.position === 'number');
    const position = (await ofEvent())?.position ?? 0;
    const answered = { started_at: 0, duration_ms: 1, status: 500, error: null };
    const response = Buffer.from('no customer marie@example.com');
    for (const each of [position, position + 1]) {
      const attempt = { chain, endpoint_id, position: each, attempt: 99, ...answered, response };
      await service.db.insertInto('webhook_attempts').values(attempt).execute();
    }
    await redactWhole(app, body.evidence_id);
    const kept = await service.db
      .selectFrom('webhook_attempts')
      .select(['position', 'response'])
      .where('chain', '=', chain)
      .where('attempt', '=', 99)
      .orderBy('position')
      .execute();
    assert.deepEqual(
      kept.map(({ response: text }) => text === null),
      [true, false],
    );
  },
);

/** Counts events that are not numbered yet, because notices follow their numbers. */
async function unplaced({ db }: Service): Promise<number> {
  const rows = await db.selectFrom('events').select('event_id').where('position', 'is', null).execute();
  return rows.length;
}

async function redactable({ db }: Service, chain: number): Promise<string[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select(['id', 'artifact_type', 'action'])
    .where('chain', '=', chain)
    .orderBy('position')
    .execute();
  return rows.filter((row) => !isKept(row.artifact_type, row.action)).map(({ id }) => id);
}

/** Returns everything in the tables, as text and as the bytes' characters. */
async function everyRow({ db }: Service, location: DatabaseLocation): Promise<string> {
  const parts: string[] = [];
  for (const table of (await columnsByTable(db, location.kind)).keys()) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(db);
    for (const row of rows) {
      for (const value of Object.values(row)) {
        parts.push(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value));
      }
    }
  }
  return parts.join('\n');
}

const WITH_TEXTS = [
  ...['artifact_payloads', 'idempotency_records', 'approvals', 'approval_decisions'],
  ...['events', 'notices', 'halts', 'known_targets', 'agents', 'incidents'],
];

/**
 * Returns the database's own files; for a server, those of the tables that held the texts, and of the planner's
 * statistics.
 */
async function filesOf(location: DatabaseLocation): Promise<string[]> {
  if (location.kind === 'sqlite') {
    const folder = path.dirname(location.path);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  try {
    await client.query('CHECKPOINT');
    const names = [...WITH_TEXTS, 'pg_statistic'];
    const { rows } = await client.query<{ file: string }>(
      `SELECT current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS file FROM pg_class
         WHERE relname = ANY($1) OR oid IN (SELECT reltoastrelid FROM pg_class WHERE relname = ANY($1))`,
      [names],
    );
    return rows.map(({ file }) => file);
  } finally {
    await client.end();
  }
}
