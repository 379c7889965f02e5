/**
 * Reads which rows and columns a statement changes: the columns it sets, the values it puts there, and the
 * rows it chooses. A mandate compares them with the words of its task.
 */
import type { Particular } from '../content.ts';
import { isKey } from './rows.ts';

/** A statement with more changes is not described better by more of them. */
const MAX_PARTICULARS = 40;
/** The most values of one column, if many rows are inserted. */
const MAX_VALUES = 5;

export const setting = (name: string, value: string | null): Particular => ({ of: 'column', name, value });

export function bounded(found: readonly Particular[]): Particular[] {
  if (found.length <= MAX_PARTICULARS) return [...found];
  return [...found.slice(0, MAX_PARTICULARS), { of: 'other_rows', name: 'more', value: null }];
}

export interface Inserted {
  /** Empty if none are named. */
  columns: readonly string[];
  /** The constants of each row, with null for an expression. */
  rows: readonly (readonly (string | null)[])[];
  /** The row replaces one with the same key. */
  replaces: boolean;
  /** The columns that it sets if the row exists already; null if it leaves that row alone. */
  instead: readonly Particular[] | null;
}

/** A new row sets fields; one that replaces another also changes that other row. */
export function insertedParticulars({ columns, rows, replaces, instead }: Inserted): Particular[] {
  const of = replaces ? 'column' : 'field';
  const names = columns.length > 0 ? columns : (rows[0] ?? []).map(() => '');
  const put = names.flatMap((name, place) => {
    const values = new Set(rows.map((row) => row[place] ?? null));
    if (name === '') return [...values].flatMap((value) => (value === null ? [] : [field(value)]));
    if (values.size === 0 || values.size > MAX_VALUES) return [{ of, name, value: null } as const];
    return [...values].map((value) => ({ of, name, value }) as const);
  });
  if (!replaces && instead === null) return bounded(put);
  const place = columns.findIndex(isKey);
  const keys = new Set(place < 0 ? [] : rows.map((row) => row[place] ?? null));
  const known = keys.size > 0 && !keys.has(null);
  const changed: Particular[] = known
    ? [...keys].map((value) => ({ of: 'row', name: columns[place] ?? '', value }))
    : [{ of: 'some_rows', name: '', value: null }];
  // The key does not change.
  const set = put.filter(({ name }) => !replaces || !isKey(name));
  return bounded([...set, ...(instead ?? []), ...changed]);
}

const field = (value: string): Particular => ({ of: 'field', name: '', value });
