/** The bytes that one evaluation adds on disk in tables and indexes, without the write-ahead log. */
import { existsSync, statSync } from 'node:fs';
import type { Context } from '../context.ts';
import { measure } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { atMost, figure, joinParts, type SectionReport, tableOf } from '../report.ts';
import { type Installation, installAssize, onEachDatabase, startAssize } from '../servers/assize.ts';

const TITLE = 'bytes that an evaluation adds on disk, once the service has stopped';
const CONNECTIONS = 64;
/** Fewer would measure half-empty pages and first files rather than evaluations. */
const MIN_EVALUATIONS = 20_000;
const COUNT = "SELECT count(*) FROM artifacts WHERE artifact_type = 'governance_eval'";

export async function disk(context: Context): Promise<SectionReport> {
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureOn(context, kind));
  const footprints = outcomes.flat();
  const columns = [
    'database',
    'evaluations',
    'bytesAdded',
    'bytesPerEvaluation',
    'bytesBefore',
    'counted',
  ] as const;
  const checks = footprints.map(({ database, bytesPerEvaluation, counted }) =>
    atMost(1500, 'bytes', bytesPerEvaluation, `Assize, ${database}, ${counted}`),
  );
  return joinParts(TITLE, [{ tables: [tableOf(footprints, columns)], checks }, skipped], footprints);
}

async function measureOn(context: Context, kind: DatabaseKind) {
  const installation = await installAssize(context, kind);
  const { askDatabase, database } = installation;
  await load(context, installation, 0);
  const evaluationsBefore = await askDatabase(COUNT);
  const before = await sizesOf(installation);
  await load(context, installation, MIN_EVALUATIONS);
  const evaluations = (await askDatabase(COUNT)) - evaluationsBefore;
  return Object.entries(await sizesOf(installation)).map(([counted, bytesNow]) => {
    const bytesBefore = before[counted] ?? 0;
    const bytesAdded = bytesNow - bytesBefore;
    const bytesPerEvaluation = bytesAdded / evaluations;
    return { database, evaluations, bytesAdded, bytesPerEvaluation, bytesBefore, counted };
  });
}

async function sizesOf({ kind, sqliteFile, askDatabase }: Installation): Promise<Record<string, number>> {
  const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);
  if (kind === 'sqlite') return { 'size of the file': sizeOf(sqliteFile) + sizeOf(`${sqliteFile}-wal`) };
  const tables = 'SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables';
  return {
    'tables with their indexes': await askDatabase(tables),
    'growth of the database': await askDatabase('SELECT pg_database_size(current_database())'),
  };
}

async function load(context: Context, installation: Installation, least: number): Promise<void> {
  context.progress(`disk: filling ${installation.database} with ${figure(least)} evaluations or more`);
  const assize = await startAssize(context, installation);
  let evaluations = 0;
  while (evaluations < least) {
    const { errors, requestsPerSecond } = await measure(context, assize, CONNECTIONS);
    if (errors > 0) throw new Error(`${errors} of the evaluations on ${installation.database} failed`);
    evaluations += (requestsPerSecond ?? 0) * context.options.seconds;
  }
  await assize.stop();
}
