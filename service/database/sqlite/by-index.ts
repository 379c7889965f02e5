/**
 * Names the index by which SQLite finds the rows of a table that grows. It keeps no statistics, takes every chain for
 * short, and reads all of one by its primary key rather than a few rows by another index: with ten million artifacts,
 * 8 to 100 ms instead of 0.1. PostgreSQL chooses by its statistics.
 */
import { sql } from 'kysely';
import { isSqlite } from '../bytes-as-text.ts';
import type { Database } from '../open.ts';
import type { Tables } from '../tables/index.ts';

/**
 * Takes the place of a table's name in `selectFrom`. SQLite refuses the statement if the index can't serve it, so a wrong
 * name fails in the first test. @param index an index of the table; if it is partial, the query states its condition in
 * literals.
 */
export function byIndex<Name extends keyof Tables>(db: Database, table: Name, index: string): Name {
  if (!isSqlite(db)) return table;
  const indexed = sql`${sql.id(table)} indexed by ${sql.id(index)}`;
  // Its columns are those of the table, and so is its name in the query.
  return sql.table(table).as(indexed) as unknown as Name;
}
