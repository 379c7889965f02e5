/**
 * A database that is full when a section asks for it: filled now and gone with the run, or kept in a folder of the
 * caller's and found again by the next run.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Context } from '../context.ts';
import type { DatabaseKind } from '../options.ts';
import { type Installation, installAssize, newKey } from '../servers/assize.ts';
import { startPostgres } from '../servers/postgres.ts';
import { type Filling, fill } from './fill.ts';

export interface Filled extends Filling {
  installation: Installation;
  artifacts: number;
  /** Whether an earlier run filled it, and a service has worked on it since. */
  isReused: boolean;
  /** Runs one query beside the service. @returns the first column of the first row, 0 for nothing. */
  ask(sql: string): Promise<number>;
}

/** @returns null where PostgreSQL is wanted and not there. */
export async function filledDatabase(
  context: Context,
  kind: DatabaseKind,
  artifacts = context.options.artifacts,
): Promise<Filled | null> {
  const { keepFolder } = context.options;
  const folder = path.resolve(keepFolder ?? context.folder, `filled-${kind}-${artifacts}`);
  const dataFolder = path.join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  // A database server that runs as another user must be able to reach its own folder inside.
  chmodSync(folder, 0o711);
  const postgres = kind === 'sqlite' ? null : await startPostgres(context, path.join(folder, 'postgres'));
  if (kind === 'postgres' && postgres === null) return null;
  const written = path.join(folder, 'filled.json');
  const earlier = readFilling(written);
  const kept = { dataFolder, key: earlier?.large.key ?? newKey() };
  const installation = installAssize(context, postgres, kept);
  const filling = earlier ?? (await fill(context, installation, artifacts, newKey()));
  // Written last: a filling that broke off is not taken for a whole one.
  writeFileSync(written, JSON.stringify(filling));
  const { sqliteFile } = installation;
  return {
    ...filling,
    installation,
    artifacts,
    isReused: earlier !== null,
    ask: async (sql) => (sqliteFile === null ? Number(await postgres?.ask(sql)) : askSqlite(sqliteFile, sql)),
  };
}

/** Over a connection that is closed again at once, so that it keeps no log from being cut. */
function askSqlite(file: string, sql: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);
  } finally {
    database.close();
  }
}

function readFilling(file: string): Filling | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Filling) : null;
}
