/** The programs that may serve a database together, and the steps that wait for an older program to end. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testOnEachEmptyDatabase } from '../../tests/support/databases/databases.ts';
import { type Program, readLedger } from './ledger.ts';
import type { DatabaseLocation } from './location.ts';
import { migrate, stepsMissing, stepsWaiting } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { nodesAlive, removeNode } from './nodes/nodes.ts';
import { isBelow, oldestBeside } from './nodes/releases.ts';
import { type Database, openDatabase } from './open.ts';

const step = (place: number, release: string, kind: Migration['kind']): Migration => ({
  version: migrations.length + place,
  name: `${kind}_of_${release}`,
  release,
  kind,
  statements: () => [`CREATE TABLE step_${place} (a TEXT)`],
});
const LATER = [step(1, '0.2', 'expand'), step(2, '0.2', 'contract'), step(3, '0.3', 'expand')];
const MINORS = ['0.1', '0.2', '0.3'];

/** The program of that minor version. */
function programOf(minor: string): Program {
  const minors = MINORS.slice(0, MINORS.indexOf(minor) + 1);
  const steps = [...migrations, ...LATER.filter(({ release }) => minors.includes(release))];
  return { version: `${minor}.0`, minors, steps };
}

const MINUTE_MS = 60_000;

/** A database, programs that start on it, and a clock that the test sets. */
async function world(location: DatabaseLocation, t: TestContext) {
  const db: Database = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  const clock = { nowMs: 1_800_000_000_000, now: () => clock.nowMs };
  const start = (minor: string, node: string | null = `node of ${minor}`) =>
    migrate(db, location.kind, clock as never, { ...programOf(minor), node });
  return { db, clock, start };
}

testOnEachEmptyDatabase('a-contract-waits-for-the-older-node-and-nothing-else-does', async (location, t) => {
  const { db, start } = await world(location, t);
  await start('0.1');
  assert.deepEqual(await start('0.2'), ['expand_of_0.2']);
  const done = await readLedger(db);
  assert.deepEqual(stepsWaiting(done, programOf('0.2')), ['contract_of_0.2']);
  assert.deepEqual(stepsMissing(done, programOf('0.2')), []);
  assert.deepEqual(await start('0.1', 'another'), [], 'the older may still start');
  await removeNode(db, 'node of 0.1');
  assert.deepEqual(await start('0.2'), [], 'another older one serves');
  await removeNode(db, 'another');
  assert.deepEqual(await start('0.2'), ['contract_of_0.2']);
  await assert.rejects(
    start('0.1'),
    /newer than this program: it has migration \d+ \(expand_of_0\.2\).*0\.2/,
  );
});

testOnEachEmptyDatabase('a-node-that-fell-silent-counts-for-a-minute', async (location, t) => {
  const { clock, start } = await world(location, t);
  await start('0.1');
  await start('0.2');
  clock.nowMs += MINUTE_MS - 1;
  assert.deepEqual(await start('0.2'), []);
  clock.nowMs += 1;
  assert.deepEqual(await start('0.2'), ['contract_of_0.2']);
});

testOnEachEmptyDatabase('only-neighbours-serve-side-by-side', async (location, t) => {
  const { db, clock, start } = await world(location, t);
  await start('0.1');
  await assert.rejects(
    start('0.3'),
    /This program is 0\.3\.0, and the database is served by 0\.1\.0 \(1 node\)\. Only two .* Upgrade these to 0\.2 first, or stop them/,
  );
  assert.equal((await readLedger(db)).length, migrations.length, 'nothing was changed');
  assert.deepEqual(
    (await nodesAlive(db, clock.now())).map(({ program }) => program),
    ['0.1.0'],
  );
  await removeNode(db, 'node of 0.1');
  assert.deepEqual(await start('0.3'), ['expand_of_0.2', 'contract_of_0.2', 'expand_of_0.3']);
  await assert.rejects(start('0.1'), /newer than this program/);
  assert.deepEqual(await start('0.2'), [], 'its neighbour may');
});

testOnEachEmptyDatabase('a-newer-node-without-migrations-is-no-neighbour-either', async (location, t) => {
  const { db, clock, start } = await world(location, t);
  const newest: Program = { version: '0.3.0', minors: MINORS, steps: migrations };
  await migrate(db, location.kind, clock as never, { ...newest, node: 'newest' });
  await assert.rejects(start('0.1'), /served by 0\.3\.0 \(1 node\)\. .* Start a version next to theirs/);
});

testOnEachEmptyDatabase('a-command-is-no-node', async (location, t) => {
  const { db, clock, start } = await world(location, t);
  await start('0.1', null);
  assert.deepEqual(await nodesAlive(db, clock.now()), []);
  assert.deepEqual(await start('0.2', null), ['expand_of_0.2', 'contract_of_0.2']);
});

testOnEachEmptyDatabase('a-database-from-before-programs-were-noted-is-taken-on', async (location, t) => {
  const { db, clock, start } = await world(location, t);
  const before = { ...programOf('0.1'), steps: migrations.slice(0, -1) };
  await migrate(db, location.kind, clock as never, before);
  for (const column of ['program', 'oldest_program']) {
    await db.schema.alterTable('schema_migrations').dropColumn(column).execute();
  }
  assert.deepEqual(await start('0.1'), [migrations.at(-1)?.name]);
  assert.deepEqual((await readLedger(db)).at(0)?.oldest_program, null);
});

test('versions-are-compared-as-numbers', () => {
  assert.ok(isBelow('0.9', '0.10'));
  assert.ok(isBelow('0.10', '1.0'));
  assert.ok(!isBelow('1.0', '0.10'));
  assert.equal(oldestBeside('1.0', ['0.9', '0.10', '1.0']), '0.10');
  assert.equal(oldestBeside('0.1', ['0.1']), '0.1');
});
