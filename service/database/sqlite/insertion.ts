/** Insertions on SQLite, made from the list of a table's columns. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Columns } from '../evidence/append-columns.ts';

/** Adds one row to a chain. */
export type Insertion<Row> = (chain: number, row: Row) => void;

/** @throws if the row was not written: a trigger can prevent that without an error. */
export function writeRow(statement: StatementSync, ...values: SQLInputValue[]): void {
  if (statement.run(...values).changes !== 1)
    throw new Error('the database did not store a row, and gave no error');
}

/** @param more `fixed`: columns that always have the same value, as SQL. */
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
    writeRow(statement, chain, ...types.map(([column]) => (row[column] ?? null) as SQLInputValue));
  };
}
