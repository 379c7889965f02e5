/** Migrations run once and in order, all or none, on both databases. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { testOnEachEmptyDatabase } from '../../tests/support/databases/databases.ts';
import { systemClock } from '../foundation/clock.ts';
import type { DatabaseLocation } from './location.ts';
import { MigrationError, migrate, missingMigrations } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { type Database, openDatabase } from './open.ts';

const AT_ONCE = 8;
const clock = systemClock();

const step = (version: number, name: string, ...statements: string[]): Migration => ({
  version,
  name,
  release: '0.1',
  kind: 'expand',
  statements: () => statements,
});
const FIRST = step(1, 'first', 'CREATE TABLE one (a TEXT)', "INSERT INTO one VALUES ('kept')");
const SECOND = step(2, 'second', 'CREATE TABLE two (b TEXT)');

testOnEachEmptyDatabase('brings-an-empty-database-up-to-date', async (location, t) => {
  const db = await open(location, t);
  const names = migrations.map(({ name }) => name);
  assert.deepEqual(await migrate(db, location.kind, clock), names);
  assert.deepEqual(await missingMigrations(db), []);
  assert.deepEqual(await migrate(db, location.kind, clock), []);
  const rows = await db.selectFrom('schema_migrations').selectAll().execute();
  assert.deepEqual(
    rows.map(({ version, name }) => ({ version, name })),
    migrations.map(({ version, name }) => ({ version, name })),
  );
});

testOnEachEmptyDatabase('runs-only-what-is-new', async (location, t) => {
  const db = await open(location, t);
  assert.deepEqual(await migrate(db, location.kind, clock, { steps: [FIRST] }), ['first']);
  assert.deepEqual(await migrate(db, location.kind, clock, { steps: [FIRST, SECOND] }), ['second']);
  assert.deepEqual(await kept(db), ['kept']);
});

testOnEachEmptyDatabase('runs-each-step-once-when-many-start-together', async (location, t) => {
  const nodes = await Promise.all(Array.from({ length: AT_ONCE }, () => open(location, t)));
  const ran = await Promise.all(nodes.map((db) => migrate(db, location.kind, clock)));
  const names = migrations.map(({ name }) => name);
  assert.deepEqual(ran.flat().sort(), names.sort(), 'each of them by one node');
});

testOnEachEmptyDatabase('refuses-a-step-that-was-edited-after-it-ran', async (location, t) => {
  const db = await open(location, t);
  await migrate(db, location.kind, clock, { steps: [FIRST] });
  const edited = [step(1, 'first', 'CREATE TABLE one (a TEXT, b TEXT)'), SECOND];
  await assert.rejects(migrate(db, location.kind, clock, { steps: edited }), (error: Error) => {
    assert.ok(error instanceof MigrationError);
    assert.match(error.message, /Migration 1 \(first\) ran on this database with another text/);
    return true;
  });
  await assert.rejects(db.executeQuery(sql`SELECT * FROM two`.compile(db)));
  assert.deepEqual(await migrate(db, location.kind, clock, { steps: [FIRST, SECOND] }), ['second']);
});

testOnEachEmptyDatabase('refuses-a-database-that-is-newer', async (location, t) => {
  const db = await open(location, t);
  const newer = { version: '0.2.0', minors: ['0.1', '0.2'] };
  const steps: Migration[] = [FIRST, { ...SECOND, release: '0.2', kind: 'contract' }];
  await migrate(db, location.kind, clock, { ...newer, steps });
  await assert.rejects(migrate(db, location.kind, clock, { steps: [FIRST] }), (error: Error) => {
    assert.ok(error instanceof MigrationError);
    assert.match(error.message, /newer than this program: it has migration 2 \(second\)/);
    return true;
  });
});

testOnEachEmptyDatabase('leaves-nothing-of-a-step-that-failed', async (location, t) => {
  const db = await open(location, t);
  const broken = step(2, 'broken', 'CREATE TABLE two (b TEXT)', 'CREATE NONSENSE');
  await assert.rejects(migrate(db, location.kind, clock, { steps: [FIRST, broken] }));
  await assert.rejects(db.executeQuery(sql`SELECT * FROM two`.compile(db)));
  assert.deepEqual(await kept(db), ['kept'], 'the step before it is done');
  assert.deepEqual(await migrate(db, location.kind, clock, { steps: [FIRST, SECOND] }), ['second']);
});

async function open(location: DatabaseLocation, t: TestContext): Promise<Database> {
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  return db;
}

async function kept(db: Database): Promise<string[]> {
  const { rows } = await sql<{ a: string }>`SELECT a FROM one`.execute(db);
  return rows.map(({ a }) => a);
}
