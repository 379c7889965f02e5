/**
 * What one evaluation adds on disk: tables and indexes, without the write-ahead log. What is there before the first one
 * is counted apart, since there it stays, however many follow.
 */
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Context } from '../context.ts';
import { measure } from '../load/measure.ts';
import type { SectionReport } from '../report.ts';
import { type Installation, installAssize, startAssize } from '../servers/assize.ts';
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../servers/postgres.ts';
import { figure } from '../table.ts';

const TITLE = 'bytes that an evaluation adds on disk, once the service has stopped';
const TARGET_BYTES = 1500;
const CONNECTIONS = 64;
/** Fewer would tell of half-empty pages and first files rather than of evaluations. */
const MIN_EVALUATIONS = 20_000;

interface Footprint {
  name: string;
  evaluations: number;
  /** Added by them. */
  bytes: number;
  /** Before the first of them. */
  bytesBefore: number;
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
        columns: ['database', 'evaluations', 'bytes added', 'bytes/evaluation', 'bytes before', 'counted'],
        rows: footprints.map(({ name, evaluations, bytes, bytesBefore, counted }) => [
          name,
          figure(evaluations),
          figure(bytes),
          figure(bytes / evaluations),
          figure(bytesBefore),
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

async function onSqlite(context: Context): Promise<Footprint> {
  const installation = installAssize(context, null);
  const file = installation.sqliteFile ?? '';
  const bytesNow = async () => {
    const log = `${file}-wal`;
    return statSync(file).size + (existsSync(log) ? statSync(log).size : 0);
  };
  const evaluationsNow = async () => {
    const database = new DatabaseSync(file, { readOnly: true });
    const row = database.prepare(COUNT).get();
    database.close();
    return Number(row?.evaluations);
  };
  const added = await fill(context, installation, evaluationsNow, [bytesNow]);
  return { name: installation.name, ...onlyOf(added), counted: 'size of the file' };
}

async function onPostgres(context: Context, postgres: PostgresServer): Promise<Footprint[]> {
  const askNumber = (sql: string) => async () => Number(await postgres.ask(sql));
  const installation = installAssize(context, postgres);
  const sizes = [askNumber(TABLES_SIZE), askNumber(DATABASE_SIZE)];
  const [tables, database] = await fill(context, installation, askNumber(COUNT), sizes);
  const { name } = installation;
  return [
    { name, ...onlyOf([tables]), counted: 'tables with their indexes' },
    { name, ...onlyOf([database]), counted: 'growth of the database' },
  ];
}

const COUNT = "SELECT count(*) AS evaluations FROM artifacts WHERE artifact_type = 'governance_eval'";
const DATABASE_SIZE = 'SELECT pg_database_size(current_database())';
const TABLES_SIZE = 'SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables';

type Added = Omit<Footprint, 'name' | 'counted'>;

/** @returns what was added by each way of counting bytes, which the service has stopped for. */
async function fill(
  context: Context,
  installation: Installation,
  evaluationsNow: () => Promise<number>,
  ways: readonly (() => Promise<number>)[],
): Promise<Added[]> {
  await load(context, installation, 0);
  const evaluationsBefore = await evaluationsNow();
  const before = await Promise.all(ways.map((bytesNow) => bytesNow()));
  await load(context, installation, MIN_EVALUATIONS);
  const evaluations = (await evaluationsNow()) - evaluationsBefore;
  return Promise.all(
    ways.map(async (bytesNow, place) => {
      const bytesBefore = before[place] ?? 0;
      return { evaluations, bytes: (await bytesNow()) - bytesBefore, bytesBefore };
    }),
  );
}

async function load(context: Context, installation: Installation, least: number): Promise<void> {
  context.progress(`disk: filling ${installation.name} with ${figure(least)} evaluations or more`);
  const assize = await startAssize(context, installation);
  let evaluations = 0;
  while (evaluations < least) {
    const { errors, requestsPerSecond } = await measure(context, assize, CONNECTIONS);
    if (errors > 0) throw new Error(`${errors} of the evaluations on ${installation.name} failed`);
    evaluations += (requestsPerSecond ?? 0) * context.options.seconds;
  }
  await assize.stop();
}

function onlyOf([added]: readonly (Added | undefined)[]): Added {
  if (added === undefined) throw new Error('nothing was counted');
  return added;
}
