/** Insertions on SQLite that are made from the list of a table's columns. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Columns } from '../append-columns.ts';

/** Adds one row to a chain. */
export type Insertion<Row> = (chain: number, row: Row) => void;

/** @param more `fixed`: columns whose value is always the same, as SQL. */
export function insertion<Row>(
  database: DatabaseSync,
  table: string,
  { list, types }: Columns<Row>,
  { fixed = {}, onConflict = '' }: { fixed?: Record<string, string>; onConflict?: string } = {},
): Insertion<Row> {
  const names = ['chain', ...Object.keys(fixed), list].join(', ');
  const values = ['?', ...Object.values(fixed), ...types.map(() => '?')].join(', ');
  const statement = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${values}) ${onConflict}`);
  return (chain, row) => {
    statement.run(chain, ...types.map(([column]) => (row[column] ?? null) as SQLInputValue));
  };
}
