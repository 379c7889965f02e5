/** What one evaluation leaves on disk, after some seconds of load: tables and indexes, without the write-ahead log. */
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Context } from '../context.ts';
import { measure } from '../load/measure.ts';
import type { SectionReport } from '../report.ts';
import { type Installation, installAssize, startAssize } from '../servers/assize.ts';
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../servers/postgres.ts';
import { figure } from '../table.ts';

const TITLE = 'bytes on disk per evaluation, once the service has stopped';
const TARGET_BYTES = 1500;
const CONNECTIONS = 64;

interface Footprint {
  name: string;
  evaluations: number;
  bytes: number;
  /** How the bytes were counted. */
  counted: string;
}

export async function disk(context: Context): Promise<SectionReport> {
  const notes: string[] = [];
  const footprints = [await onSqlite(context)];
  const postgres = await startPostgres(context);
  if (postgres === null) notes.push(`PostgreSQL was skipped: ${NO_POSTGRES}`);
  else footprints.push(...(await onPostgres(context, postgres)));
  return {
    title: TITLE,
    tables: [
      {
        columns: ['database', 'evaluations', 'bytes', 'bytes/evaluation', 'counted'],
        rows: footprints.map(({ name, evaluations, bytes, counted }) => [
          name,
          figure(evaluations),
          figure(bytes),
          figure(bytes / evaluations),
          counted,
        ]),
      },
    ],
    checks: footprints.map(({ name, evaluations, bytes, counted }) => ({
      what: `${name}, ${counted}`,
      figure: bytes / evaluations,
      sense: 'at most',
      target: TARGET_BYTES,
      unit: 'bytes',
    })),
    notes,
    data: footprints,
  };
}

/** The whole file counts, with the tables that were there before the first evaluation. */
async function onSqlite(context: Context): Promise<Footprint> {
  const installation = installAssize(context, null);
  await fill(context, installation);
  const file = installation.sqliteFile ?? '';
  const log = `${file}-wal`;
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare(COUNT).get();
  database.close();
  return {
    name: installation.name,
    evaluations: Number(row?.evaluations),
    bytes: statSync(file).size + (existsSync(log) ? statSync(log).size : 0),
    counted: 'size of the file',
  };
}

async function onPostgres(context: Context, postgres: PostgresServer): Promise<Footprint[]> {
  const askSize = async (sql: string) => Number(await postgres.ask(sql));
  const before = await askSize(DATABASE_SIZE);
  const installation = installAssize(context, postgres);
  await fill(context, installation);
  const evaluations = await askSize(COUNT);
  const common = { name: installation.name, evaluations };
  return [
    { ...common, bytes: await askSize(TABLES_SIZE), counted: 'tables with their indexes' },
    { ...common, bytes: (await askSize(DATABASE_SIZE)) - before, counted: 'growth of the database' },
  ];
}

const COUNT = "SELECT count(*) AS evaluations FROM artifacts WHERE artifact_type = 'governance_eval'";
const DATABASE_SIZE = 'SELECT pg_database_size(current_database())';
const TABLES_SIZE = 'SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables';

async function fill(context: Context, installation: Installation): Promise<void> {
  context.progress(`disk: filling ${installation.name} for ${context.options.seconds} s`);
  const assize = await startAssize(context, installation);
  const { errors } = await measure(context, assize, CONNECTIONS);
  await assize.stop();
  if (errors > 0) throw new Error(`${errors} of the evaluations on ${installation.name} failed`);
}
