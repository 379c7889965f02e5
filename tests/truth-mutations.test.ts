/**
 * Any change to one row of a table that a verdict or a control relies on is noticed by the check that the list of
 * tables names for it: each column of a random row in turn, a removed row, and an added row.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, openDatabase } from '@assize/service/database/open.ts';
import type { Tables } from '@assize/service/database/tables/index.ts';
import { type HeldTable, TABLES } from './cases/truth/tables.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import {
  type Column,
  changeOf,
  columnsByTable,
  type Mutation,
  type Row,
  rowLess,
  rowMore,
} from './support/databases/mutations.ts';
import { type Noticing, noticingOver } from './support/evidence/noticing.ts';
import { runs } from './support/runner/runs.ts';
import { filledService, TRUTH_REGISTRIES } from './support/truth/truth.ts';
import type { Filled } from './support/truth/truth-parts.ts';

/**
 * Tables that the tests leave empty: filling them takes thousands of artifacts, an older version, or some tenths of a
 * second.
 */
const NOT_FILLED = [
  'artifact_blocks',
  'value_blocks',
  'trust_beginnings',
  'trust_causes',
  'verdict_count_heads',
  'verdict_counts',
];

testOnEachDatabase('every-table-says-what-holds-it-against-the-evidence', async (location, t) => {
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  const columns = await columnsByTable(db, location.kind);
  const say = 'name it in tests/cases/truth/tables.ts: its registry, or why nothing rests on it';
  assert.deepEqual([...columns.keys()].sort(), Object.keys(TABLES).sort(), say);
  for (const [table, held] of Object.entries(TABLES)) {
    if (typeof held === 'string') continue;
    const names = columns.get(table)?.map(({ name }) => name) ?? [];
    for (const column of Object.keys(held.except ?? {}))
      assert.ok(names.includes(column), `${table}.${column}`);
  }
});

test('every-registry-holds-a-table', () => {
  const named = new Set(Object.values(TABLES).flatMap((held) => (typeof held === 'string' ? [] : held.by)));
  for (const registry of TRUTH_REGISTRIES) assert.ok(named.has(registry), registry);
});

testOnOneDatabase('notices-any-change-of-one-row', async (location, t) => {
  const filled = await filledService(t, location);
  const noticing = await noticingOver(filled.service, location, filled.chain);
  t.after(() => noticing.close());
  // Background chores would repair the rows, or act on altered ones.
  await filled.app.close();
  await filled.service.close();
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  const columns = await columnsByTable(db, location.kind);
  const all = Object.values(TABLES).flatMap((held) => (typeof held === 'string' ? [] : held.by));
  assert.deepEqual(await noticing.found(db, all), []);

  const unnoticed: string[] = [];
  const empty: string[] = [];
  for (const [table, held] of Object.entries(TABLES)) {
    if (typeof held === 'string') continue;
    const rows = (await rowsOf(db, table as keyof Tables, filled)).filter(
      (row) => held.rows?.recorded?.is(row) ?? true,
    );
    if (rows.length === 0) empty.push(table);
    for (let round = 0; round < runs(1); round += 1) {
      for (const mutation of mutationsOf(table, held, columns.get(table) ?? [], rows)) {
        if (!(await isNoticed(db, noticing, held, mutation))) unnoticed.push(mutation.description);
      }
    }
  }
  assert.deepEqual(unnoticed, [], unnoticed.join('\n'));
  assert.deepEqual(empty, NOT_FILLED);
  assert.deepEqual(await noticing.found(db, all), [], 'all of it was restored');
});

const pick = (below: number) => Math.floor(Math.random() * below);

function mutationsOf(
  table: string,
  held: HeldTable,
  columns: readonly Column[],
  rows: readonly Row[],
): Mutation[] {
  const mutations = columns
    .filter(({ name }) => held.except?.[name] === undefined)
    .map((column) => changeOf(table, columns, column, rows, pick))
    .filter((change) => change !== null);
  const row = rows[pick(rows.length)];
  if (row === undefined) return mutations;
  const less = rows.filter((each) => held.rows?.harmless?.is(each) !== true);
  const gone = less[pick(less.length)];
  if (held.rows?.removed === undefined && gone !== undefined) mutations.push(rowLess(table, columns, gone));
  if (held.rows?.added === undefined)
    mutations.push(...[rowMore(table, columns, row)].filter((more) => more !== null));
  return mutations;
}

/** A change that the database refuses counts as noticed, and so does a chain without its head. */
async function isNoticed(
  db: Database,
  noticing: Noticing,
  { by }: HeldTable,
  mutation: Mutation,
): Promise<boolean> {
  try {
    await mutation.make(db);
  } catch {
    return true;
  }
  try {
    return (await noticing.found(db, by)).length > 0;
  } catch (error) {
    if (mutation.table !== 'chains') throw error;
    return true;
  } finally {
    await mutation.undo(db);
  }
}

/** The column with the person's id in tables that name a person and no tenant. */
const PERSON: Partial<Record<keyof Tables, string>> = {
  people: 'id',
  person_accounts: 'user_id',
  person_passkeys: 'user_id',
  person_second_factors: 'user_id',
  person_sessions: 'user_id',
  person_verifications: 'value',
};

async function rowsOf(db: Database, table: keyof Tables, { chain, tenantId }: Filled): Promise<Row[]> {
  const rows = (await db.selectFrom(table).selectAll().execute()) as unknown as Row[];
  const person = PERSON[table];
  const members = await db
    .selectFrom('members')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .execute();
  return rows.filter((row) => {
    if (person !== undefined) return members.some(({ user_id }) => user_id === row[person]);
    if ('chain' in row) return row.chain === chain;
    return row.tenant_id === tenantId && (row.environment ?? 'production') === 'production';
  });
}
