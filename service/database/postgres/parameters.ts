/**
 * Parameters of the statements that add to chains on PostgreSQL. Each one is created at its place in the text, so text
 * and values always agree.
 */
import type { Columns } from '../evidence/append-columns.ts';
import type { ArtifactRow, ChainAddition } from '../evidence/append-store.ts';

/** The source of a statement's values. */
export interface Added {
  additions: readonly ChainAddition[];
  /** All additions' artifacts, one after the other. */
  artifacts: readonly ArtifactRow[];
  /** Whether the heads are locked, so that all of them must move. */
  areLocked: boolean;
}

/** Makes a value a parameter of the statement. @returns how the statement names it. */
export type Parameter = (read: (added: Added) => unknown) => string;

/** The place of a row's addition, from 1, and the row: a chain's number has fifteen digits, and its place one. */
export function placed<Row>(
  additions: readonly ChainAddition[],
  rowsOf: (addition: ChainAddition) => readonly Row[],
): (readonly [place: number, row: Row])[] {
  return additions.flatMap((addition, place) => rowsOf(addition).map((row) => [place + 1, row] as const));
}

/** Rows of all additions as a table of a FROM clause, joined to the chains that moved: one parameter for each column. */
export function unnested<Row>(
  parameter: Parameter,
  { list, types }: Columns<Row>,
  rowsOf: (addition: ChainAddition) => readonly Row[],
): string {
  const places = parameter(({ additions }) => placed(additions, rowsOf).map(([place]) => place));
  const arrays = types.map(([column, type]) => {
    const cell = (row: Row) => (type === 'bytea' ? Buffer.from(row[column] as Uint8Array) : row[column]);
    return `${parameter(({ additions }) => additions.flatMap((each) => rowsOf(each).map(cell)))}::${type}[]`;
  });
  return `moved JOIN unnest(${places}::int[], ${arrays.join(', ')}) AS added (place, ${list}) USING (place)`;
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
