/**
 * Migrates the database to the tables that this program knows. Forward only, each step in one transaction with its
 * record, on one node at a time if several start together. It refuses a database that a newer program changed, or a
 * step whose text has changed since.
 */
import { sha256Text } from '@assize/evidence-format';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from '../foundation/clock.ts';
import { migrations } from './migrations/index.ts';
import type { DatabaseKind, Dialect, Migration } from './migrations/migration.ts';
import type { Tables } from './tables/index.ts';

const DIALECTS: Record<DatabaseKind, Dialect> = {
  sqlite: { kind: 'sqlite', integer: 'INTEGER', bytes: 'BLOB', clustered: 'WITHOUT ROWID' },
  postgres: { kind: 'postgres', integer: 'BIGINT', bytes: 'BYTEA', clustered: '' },
};

/** An arbitrary number that nothing else in the database locks. */
const MIGRATION_LOCK = 7_310_475_221;

export class MigrationError extends Error {}

/**
 * @returns the names of the new steps.
 * @throws {MigrationError} if the database is newer than the program, or a finished step was edited since.
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  clock: Clock,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    if (kind === 'postgres') await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
    await createLedger(tx, kind);
    const done = await tx.selectFrom('schema_migrations').selectAll().orderBy('version').execute();
    refuseForeignHistory(done, steps, kind);
    const ran: string[] = [];
    for (const step of steps.slice(done.length)) {
      for (const statement of step.statements(DIALECTS[kind])) await sql.raw(statement).execute(tx);
      const row = {
        version: step.version,
        name: step.name,
        checksum: checksum(step, kind),
        applied_at: clock.now(),
      };
      await tx.insertInto('schema_migrations').values(row).execute();
      ran.push(step.name);
    }
    return ran;
  });
}

/** The steps that have not run on this database. Empty if it is current. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const done = await db.selectFrom('schema_migrations').select('version').execute();
  const versions = new Set(done.map((row) => row.version));
  return migrations.filter((step) => !versions.has(step.version)).map((step) => step.name);
}

async function createLedger(tx: Transaction<Tables>, kind: DatabaseKind): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS schema_migrations (
    version ${sql.raw(DIALECTS[kind].integer)} PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at ${sql.raw(DIALECTS[kind].integer)} NOT NULL
  )`.execute(tx);
}

function refuseForeignHistory(
  done: { version: number; name: string; checksum: string }[],
  steps: readonly Migration[],
  kind: DatabaseKind,
): void {
  done.forEach((row, place) => {
    const step = steps[place];
    if (step === undefined) {
      throw new MigrationError(
        `The database is newer than this program: it has migration ${row.version} (${row.name}), ` +
          `and this program knows ${steps.length}. Start the version of Assize that wrote it, or a later one.`,
      );
    }
    if (step.version !== row.version || checksum(step, kind) !== row.checksum) {
      throw new MigrationError(
        `Migration ${row.version} (${row.name}) ran on this database with another text than this program has. ` +
          'A migration that has run is never edited: restore its text and add a new one.',
      );
    }
  });
}

function checksum(step: Migration, kind: DatabaseKind): string {
  return sha256Text(step.statements(DIALECTS[kind]).join(';\n'));
}
