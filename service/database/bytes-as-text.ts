/**
 * Reads parts of columns in the database. It reads stored bytes as text: a driver takes several times as long to return bytes as text, and needs
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

/** A text in a JSON text, by its name at the top; null for NULL. */
export function textIn(db: Database, column: string, name: string): RawBuilder<string | null> {
  return isSqlite(db)
    ? sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`
    : sql`cast(${sql.ref(column)} as jsonb) ->> ${sql.lit(name)}`;
}

export function isSqlite(db: Database): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
