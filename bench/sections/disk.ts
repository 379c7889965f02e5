/** The bytes that one evaluation adds on disk in tables and indexes, without the write-ahead log. */
import { existsSync, statSync } from 'node:fs';
import type { Context } from '../context.ts';
import { measure } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { atMost, type Part } from '../report.ts';
import { type Installation, installAssize, startAssize } from '../servers/assize.ts';

export const title = 'bytes that an evaluation adds on disk, once the service has stopped';

/** With fewer, half-empty pages and new files would dominate. */
const MIN_EVALUATIONS = 20_000;
const COUNT = "SELECT count(*) FROM artifacts WHERE artifact_type = 'governance_eval'";
const SIZES = {
  'tables with their indexes': 'SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables',
  'growth of the database': 'SELECT pg_database_size(current_database())',
};

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const installation = await installAssize(context, kind);
  const { askDatabase } = installation;
  await load(context, installation, 0);
  const evaluationsBefore = await askDatabase(COUNT);
  const before = await sizesOf(installation);
  await load(context, installation, MIN_EVALUATIONS);
  const evaluations = (await askDatabase(COUNT)) - evaluationsBefore;
  const rows = Object.entries(await sizesOf(installation)).map(([counted, bytesNow]) => {
    const bytesBefore = before[counted] ?? 0;
    const bytesAdded = bytesNow - bytesBefore;
    const bytesPerEvaluation = bytesAdded / evaluations;
    return { counted, evaluations, bytesBefore, bytesAdded, bytesPerEvaluation };
  });
  const checks = rows.map((row) => atMost(1500, 'bytes', row.bytesPerEvaluation, row.counted));
  return { tables: [{ name: 'size', rows }], checks };
}

async function sizesOf({ kind, sqliteFile, askDatabase }: Installation): Promise<Record<string, number>> {
  const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);
  if (kind === 'sqlite') return { 'size of the file': sizeOf(sqliteFile) + sizeOf(`${sqliteFile}-wal`) };
  const sizes: Record<string, number> = {};
  for (const [counted, sql] of Object.entries(SIZES)) sizes[counted] = await askDatabase(sql);
  return sizes;
}

async function load(context: Context, installation: Installation, least: number): Promise<void> {
  context.progress(`${least} evaluations or more`);
  const assize = await startAssize(context, installation);
  let evaluations = 0;
  while (evaluations < least) {
    const { errors, requestsPerSecond } = await measure(context, assize);
    if (errors > 0) throw new Error(`${errors} of the evaluations failed`);
    evaluations += (requestsPerSecond ?? 0) * context.options.seconds;
  }
  await assize.stop();
}
