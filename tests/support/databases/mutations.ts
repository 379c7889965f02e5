/** Changes one row of a table: each of its columns in turn, a removed row, an added row. */
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { sql } from 'kysely';

type Value = number | string | Uint8Array | null;
export type Row = Record<string, Value>;

export interface Column {
  name: string;
  isNullable: boolean;
  isKey: boolean;
}

export interface Mutation {
  table: string;
  description: string;
  /** @throws if the database itself refuses it. */
  make(db: Database): Promise<void>;
  undo(db: Database): Promise<void>;
}

/** Columns by table, from the database itself. */
export async function columnsByTable(
  db: Database,
  kind: DatabaseLocation['kind'],
): Promise<Map<string, Column[]>> {
  const { rows } = await (kind === 'sqlite' ? SQLITE_COLUMNS : POSTGRES_COLUMNS).execute(db);
  const columns = rows.map(({ table, name, nullable, key }) => {
    return { table, name, isNullable: Number(nullable) === 1, isKey: Number(key) === 1 };
  });
  return Map.groupBy(columns, ({ table }) => table);
}

const SQLITE_COLUMNS = sql<{ table: string; name: string; nullable: number; key: number }>`
  SELECT m.name AS "table", c.name AS name, c."notnull" = 0 AS nullable, c.pk > 0 AS key
  FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`;

const POSTGRES_COLUMNS = sql<{ table: string; name: string; nullable: number; key: number }>`
  SELECT c.table_name AS "table", c.column_name AS name,
    CASE c.is_nullable WHEN 'YES' THEN 1 ELSE 0 END AS nullable,
    CASE WHEN EXISTS (
      SELECT FROM information_schema.table_constraints AS t
      JOIN information_schema.key_column_usage AS k USING (constraint_schema, constraint_name)
      WHERE t.constraint_type = 'PRIMARY KEY' AND t.table_schema = 'public'
        AND k.table_name = c.table_name AND k.column_name = c.column_name
    ) THEN 1 ELSE 0 END AS key
  FROM information_schema.columns AS c WHERE c.table_schema = 'public'
  ORDER BY c.table_name, c.ordinal_position`;

/**
 * Returns the value of another row, a value close to its own, or none: one of these each time, because each change
 * checks everything that relies on the table. @param pick returns a number below its argument.
 */
export function changeOf(
  table: string,
  columns: readonly Column[],
  { name, isNullable, isKey }: Column,
  rows: readonly Row[],
  pick: (below: number) => number,
): Mutation | null {
  const row = rows[pick(rows.length)];
  if (row === undefined) return null;
  const value = row[name] ?? null;
  const others = rows.map((other) => other[name] ?? null).filter((other) => !isSame(other, value));
  const other = others[pick(Math.max(1, others.length))];
  const values = [
    ...(other === undefined ? [] : [other]),
    ...(value === null ? [] : [varied(value)]),
    ...(value === null && others.length === 0 ? [1, 'x'] : []),
    ...(isNullable && !isKey && value !== null ? [null] : []),
  ];
  const to = values[pick(values.length)];
  return to === undefined ? null : change(table, columns, row, { ...row, [name]: to }, name);
}

export function rowLess(table: string, columns: readonly Column[], row: Row): Mutation {
  return {
    table,
    description: `${table} without ${shown(row)}`,
    make: (db) => remove(db, table, columns, row),
    undo: (db) => add(db, table, row),
  };
}

/** Returns a copy under another key; null if there is one row for each chain. */
export function rowMore(table: string, columns: readonly Column[], row: Row): Mutation | null {
  const key = columns.findLast(({ isKey }) => isKey)?.name ?? 'chain';
  if (key === 'chain') return null;
  const more = { ...row, [key]: varied(row[key] ?? 'x') };
  return {
    table,
    description: `${table} with ${shown(more)} as well`,
    make: (db) => add(db, table, more),
    undo: (db) => remove(db, table, columns, more),
  };
}

function change(table: string, columns: readonly Column[], from: Row, to: Row, name: string): Mutation {
  return {
    table,
    description: `${table}.${name} ${shown({ is: to[name] ?? null })} of ${shown(from)}`,
    make: (db) => replace(db, table, columns, from, to),
    undo: (db) => replace(db, table, columns, to, from),
  };
}

function replace(db: Database, table: string, columns: readonly Column[], from: Row, to: Row): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await remove(tx, table, columns, from);
    await add(tx, table, to);
  });
}

async function remove(db: Database, table: string, columns: readonly Column[], row: Row): Promise<void> {
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => sql`${sql.ref(name)} = ${row[name]}`);
  const done = await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.join(keys, sql` AND `)}`.execute(db);
  if (done.numAffectedRows !== 1n)
    throw new Error(`${done.numAffectedRows} rows of ${table} are ${shown(row)}`);
}

async function add(db: Database, table: string, row: Row): Promise<void> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES (${sql.join(Object.values(row))})`.execute(db);
}

function varied(value: Exclude<Value, null>): Value {
  if (typeof value === 'number') return Number.isInteger(value) ? value + 1 : value + 0.5;
  if (typeof value === 'string') return value.slice(0, -1) + (value.endsWith('0') ? '1' : '0');
  const bytes = Buffer.from(value);
  if (bytes.length === 0) return Buffer.of(1);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  return bytes;
}

/** The tolerated difference of a recomputed sum (audit/registries/outcomes/trust-updates.ts). */
const TOLERATED = 1e-9;

function isSame(one: Value, other: Value): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  if (typeof one === 'number' && typeof other === 'number' && ![one, other].every(Number.isInteger)) {
    return Math.abs(one - other) <= TOLERATED * Math.max(1, Math.abs(other));
  }
  return one === other;
}

function shown(row: Row): string {
  const short = Object.entries(row).map(([name, value]) => {
    const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
    return `${name}=${text.length > 40 ? `${text.slice(0, 40)}…` : text}`;
  });
  return short.join(' ');
}
