/**
 * Parameters of the statement that adds to a chain on PostgreSQL. Each one is created at its place in the text, so text
 * and values always agree.
 */
import type { Columns } from '../evidence/append-columns.ts';
import type { ArtifactRow, ChainAddition, Head } from '../evidence/append-store.ts';

/** The source of the statement's values. */
export interface Added {
  addition: ChainAddition;
  artifacts: readonly ArtifactRow[];
  after: Head;
  /** The offset of each payload in the joined bytes, from 1. */
  payloadStarts: number[];
}

/** Makes a value a parameter of the statement. @returns how the statement names it. */
export type Parameter = (read: (added: Added) => unknown) => string;

/** Rows as a table of a FROM clause: one parameter for each column. */
export function unnested<Row>(
  parameter: Parameter,
  { types }: Columns<Row>,
  rowsOf: (addition: ChainAddition) => readonly Row[],
): string {
  const arrays = types.map(([column, type]) => {
    const cell = (row: Row) => (type === 'bytea' ? Buffer.from(row[column] as Uint8Array) : row[column]);
    return `${parameter(({ addition }) => rowsOf(addition).map(cell))}::${type}[]`;
  });
  return `unnest(${arrays.join(', ')})`;
}

export interface AddStatement {
  name: string;
  text: string;
  valuesOf(added: Added): unknown[];
}

export function statement(name: string, textWith: (parameter: Parameter) => string): AddStatement {
  const values: Parameters<Parameter>[0][] = [];
  const text = textWith((read) => `$${values.push(read)}`);
  return { name, text, valuesOf: (added) => values.map((read) => read(added)) };
}
