/**
 * The ledger of migrations that have run on a database (`schema_migrations`), which also says which programs may serve
 * it. A program may serve a database that a newer one has migrated, as long as the newer one says so in the ledger.
 */
import { sha256Text } from '@assize/evidence-format';
import { type Kysely, sql } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { DatabaseKind, Dialect, Migration } from './migrations/migration.ts';
import { isBelow, MINORS, minorOf, newestOf, oldestBeside, PROGRAM } from './nodes/releases.ts';
import type { Tables } from './tables/index.ts';

export const DIALECTS: Record<DatabaseKind, Dialect> = {
  sqlite: { kind: 'sqlite', integer: 'INTEGER', bytes: 'BLOB', clustered: 'WITHOUT ROWID' },
  postgres: { kind: 'postgres', integer: 'BIGINT', bytes: 'BYTEA', clustered: '' },
};

export class MigrationError extends Error {}

/** The migrations that a program knows. */
export interface Program {
  version: string;
  /** Every minor version that it knows, oldest first. */
  minors: readonly string[];
  steps: readonly Migration[];
}

export const THIS_PROGRAM: Program = { version: PROGRAM, minors: MINORS, steps: migrations };

/** A migration that has run. */
export interface Done {
  version: number;
  name: string;
  checksum: string;
  /** The version that ran it, and the oldest minor version that may serve the database since. */
  program: string | null;
  oldest_program: string | null;
}

export async function createLedger(tx: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const integer = sql.raw(DIALECTS[kind].integer);
  await sql`CREATE TABLE IF NOT EXISTS schema_migrations (
    version ${integer} PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at ${integer} NOT NULL
  )`.execute(tx);
  for (const column of ['program', 'oldest_program']) {
    if (await hasColumn(tx, kind, 'schema_migrations', column)) continue;
    await sql`ALTER TABLE schema_migrations ADD COLUMN ${sql.ref(column)} TEXT`.execute(tx);
  }
}

/** Also reads a ledger from before programs were recorded. */
export async function readLedger(db: Kysely<Tables>): Promise<Done[]> {
  const rows = await db.selectFrom('schema_migrations').selectAll().orderBy('version').execute();
  return rows.map((row) => ({
    ...row,
    program: row.program ?? null,
    oldest_program: row.oldest_program ?? null,
  }));
}

export async function hasColumn(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  table: string,
  column: string,
): Promise<boolean> {
  const found =
    kind === 'sqlite'
      ? sql`SELECT 1 FROM pragma_table_info(${table}) WHERE name = ${column}`
      : sql`SELECT 1 FROM pg_attribute
          WHERE attrelid = to_regclass(${table}) AND attname = ${column} AND NOT attisdropped`;
  return (await found.execute(db)).rows.length > 0;
}

/** The oldest minor version whose programs may serve the database after this step. */
export function oldestAfter(step: Migration, minors: readonly string[]): string {
  return step.kind === 'contract' ? step.release : oldestBeside(step.release, minors);
}

/** null if no step states one: before version 0.1, none did. */
export function oldestOf(done: readonly Done[]): string | null {
  return newestOf(done.flatMap(({ oldest_program }) => oldest_program ?? []));
}

/** Why this program may not serve the database, and what to do about it; null if it may. */
export function whyRefused(
  done: readonly Done[],
  { version, steps }: Pick<Program, 'version' | 'steps'>,
): string | null {
  const newer = done[steps.length];
  if (newer === undefined) return null;
  const oldest = oldestOf(done);
  if (newer.oldest_program !== null && oldest !== null && !isBelow(minorOf(version), oldest)) return null;
  const from = newer.oldest_program === null ? 'the version of Assize that wrote it' : `Assize ${oldest}`;
  return (
    `The database is newer than this program: it has migration ${newer.version} (${newer.name}), and this program, ` +
    `${version}, knows ${steps.length}. Start ${from}, or a later one. The way back is to restore the backup from ` +
    'before the upgrade.'
  );
}

/** @throws {MigrationError} if a step that ran has a different text in this program. */
export function requireSameTexts(
  done: readonly Done[],
  steps: readonly Migration[],
  kind: DatabaseKind,
): void {
  for (const [place, row] of done.slice(0, steps.length).entries()) {
    const step = steps[place];
    if (step?.version === row.version && checksum(step, kind) === row.checksum) continue;
    throw new MigrationError(
      `Migration ${row.version} (${row.name}) ran on this database with another text than this program has. ` +
        'A migration that has run is never edited: restore its text and add a new one.',
    );
  }
}

export function checksum(step: Migration, kind: DatabaseKind): string {
  return sha256Text(step.statements(DIALECTS[kind]).join(';\n'));
}
