/** The schema of a real database, in parts that can be compared: which existing parts a step has changed. */

import type { DatabaseKind } from '@assize/service/database/migrations/migration.ts';
import type { Database } from '@assize/service/database/open.ts';
import { sql } from 'kysely';

interface Column {
  table: string;
  name: string;
  /** Its type, whether it takes NULL, and its default. */
  definition: string;
  /** Whether an INSERT may leave it out. */
  isOptional: boolean;
}

/** Indexes, constraints and triggers. */
interface Part {
  table: string;
  name: string;
  definition: string;
  /** Whether it can refuse a row. */
  isStrict: boolean;
}

export interface Schema {
  tables: Set<string>;
  columns: Column[];
  parts: Part[];
}

export async function schemaOf(db: Database, kind: DatabaseKind): Promise<Schema> {
  const columns = await rowsOf<Column>(db, COLUMNS[kind]);
  const parts = (await Promise.all(PARTS[kind].map((text) => rowsOf<Part>(db, text)))).flat();
  const read = columns.map((column) => ({ ...column, isOptional: Boolean(column.isOptional) }));
  return { tables: new Set(columns.map(({ table }) => table)), columns: read, parts: parts.map(strictPart) };
}

async function rowsOf<Row>(db: Database, text: string): Promise<Row[]> {
  return (await sql.raw(text).execute(db)).rows as Row[];
}

/** Storage settings change nothing that a program sees. */
function strictPart(part: Part): Part {
  const definition = part.definition.replace(/ WITH \([^)]*\)/g, '');
  return { ...part, definition, isStrict: Boolean(part.isStrict) };
}

/**
 * Returns changes that a program for the earlier schema could not ignore, one sentence each; empty if there are none.
 */
export function notIgnorable(before: Schema, after: Schema): string[] {
  const faults: string[] = [];
  for (const column of before.columns) {
    const now = after.columns.find(({ table, name }) => table === column.table && name === column.name);
    const place = `${column.table}.${column.name}`;
    if (now === undefined) faults.push(`${place} is gone`);
    else if (now.definition !== column.definition) {
      faults.push(`${place} was ${column.definition} and is ${now.definition}`);
    }
  }
  for (const { table, name, isOptional } of after.columns) {
    const isNew = !before.columns.some((column) => column.table === table && column.name === name);
    if (isNew && before.tables.has(table) && !isOptional) {
      faults.push(`${table}.${name} is new, NOT NULL and without a default`);
    }
  }
  return [...faults, ...partsNotIgnorable(before, after)];
}

/** Returns existing tables that have changed. */
export function tablesChanged(before: Schema, after: Schema): string[] {
  const linesOf = ({ columns, parts }: Schema, table: string) =>
    [...columns, ...parts]
      .filter((one) => one.table === table)
      .map((one) => JSON.stringify(one))
      .sort()
      .join('\n');
  return [...before.tables].filter((table) => linesOf(before, table) !== linesOf(after, table)).sort();
}

function partsNotIgnorable(before: Schema, after: Schema): string[] {
  const faults: string[] = [];
  for (const part of before.parts) {
    const now = after.parts.find(({ table, name }) => table === part.table && name === part.name);
    if (now === undefined) faults.push(`${part.name} of ${part.table} is gone`);
    else if (!continues(part.definition, now.definition)) {
      faults.push(`${part.name} of ${part.table} has changed`);
    }
  }
  for (const { table, name, isStrict } of after.parts) {
    const isNew = !before.parts.some((part) => part.table === table && part.name === name);
    if (isNew && before.tables.has(table) && isStrict) faults.push(`${name} of ${table} may refuse a row`);
  }
  return faults;
}

/** SQLite keeps a table's text, and adds a new column after the last one. */
function continues(before: string, after: string): boolean {
  if (before === after) return true;
  const longer = after.length - before.length;
  for (let at = 0; at < before.length && before.slice(0, at) === after.slice(0, at); at += 1) {
    const inserted = after.slice(at, at + longer);
    if (ADDED_COLUMN.test(inserted) && before.slice(at) === after.slice(at + longer)) return true;
  }
  return false;
}

const ADDED_COLUMN = /^\s*,\s*(?!CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY)/i;

const COLUMNS: Record<DatabaseKind, string> = {
  sqlite: `SELECT s.name AS "table", c.name AS name,
      c.type || CASE c."notnull" WHEN 1 THEN ' NOT NULL' ELSE '' END || ' ' || coalesce(c.dflt_value, '') AS definition,
      c."notnull" = 0 OR c.dflt_value IS NOT NULL AS "isOptional"
    FROM sqlite_schema s JOIN pragma_table_xinfo(s.name) c WHERE s.type = 'table'`,
  postgres: `SELECT table_name AS "table", column_name AS name,
      data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS definition,
      is_nullable = 'YES' OR column_default IS NOT NULL OR is_identity = 'YES' AS "isOptional"
    FROM information_schema.columns WHERE table_schema = current_schema()`,
};

const PARTS: Record<DatabaseKind, string[]> = {
  sqlite: [
    `SELECT tbl_name AS "table", name, sql AS definition, type = 'trigger' OR sql LIKE 'CREATE UNIQUE%' AS "isStrict"
      FROM sqlite_schema WHERE sql IS NOT NULL`,
  ],
  postgres: [
    `SELECT tablename AS "table", indexname AS name, indexdef AS definition,
        indexdef LIKE 'CREATE UNIQUE%' AS "isStrict"
      FROM pg_indexes WHERE schemaname = current_schema()`,
    `SELECT conrelid::regclass::text AS "table", 'constraint ' || conname AS name, pg_get_constraintdef(oid) AS definition,
        true AS "isStrict"
      FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND conrelid <> 0`,
    `SELECT tgrelid::regclass::text AS "table", 'trigger ' || tgname AS name, pg_get_triggerdef(oid) AS definition,
        true AS "isStrict"
      FROM pg_trigger WHERE NOT tgisinternal`,
  ],
};
