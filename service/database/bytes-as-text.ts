/**
 * What is stored as bytes, read as text by the database itself: a driver takes several times as long to hand over bytes
 * as it takes for text, and between two threads as many copies.
 */
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Database } from './open.ts';

/** @param column its name in the query; what it holds must be UTF-8. */
export function textOf(db: Database, column: string): RawBuilder<string> {
  return isSqlite(db)
    ? sql`cast(${sql.ref(column)} as text)`
    : sql`convert_from(${sql.ref(column)}, ${sql.lit('UTF8')})`;
}

/** How many there are, which neither database reads them for; null where there are none. */
export function bytesIn(column: string): RawBuilder<number | null> {
  return sql`octet_length(${sql.ref(column)})`;
}

/** In lower case. */
export function hexOf(db: Database, column: string): RawBuilder<string> {
  return isSqlite(db)
    ? sql`lower(hex(${sql.ref(column)}))`
    : sql`encode(${sql.ref(column)}, ${sql.lit('hex')})`;
}

function isSqlite(db: Database): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
