/**
 * Reads stored bytes as text in the database: a driver takes several times as long to return bytes as text, and needs
 * as many copies between threads.
 */
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Database } from './open.ts';

/** @param column its name in the query; its content must be UTF-8. */
export function textOf(db: Database, column: string): RawBuilder<string> {
  return isSqlite(db)
    ? sql`cast(${sql.ref(column)} as text)`
    : sql`convert_from(${sql.ref(column)}, ${sql.lit('UTF8')})`;
}

/** The number of bytes, for which neither database reads them; null for NULL. */
export function bytesIn(column: string): RawBuilder<number | null> {
  return sql`octet_length(${sql.ref(column)})`;
}

/** Lower-case hex. */
export function hexOf(db: Database, column: string): RawBuilder<string> {
  return isSqlite(db)
    ? sql`lower(hex(${sql.ref(column)}))`
    : sql`encode(${sql.ref(column)}, ${sql.lit('hex')})`;
}

function isSqlite(db: Database): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
