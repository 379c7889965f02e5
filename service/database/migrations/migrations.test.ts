/** The rules for migrations: what each may do to a database that programs of the previous version serve. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testOnEachEmptyDatabase } from '../../../tests/support/databases/databases.ts';
import { notIgnorable, schemaOf, tablesChanged } from '../../../tests/support/databases/schema.ts';
import { systemClock } from '../../foundation/clock.ts';
import type { DatabaseLocation } from '../location.ts';
import { migrate } from '../migrate.ts';
import { isBelow, MINORS, minorOf, PROGRAM } from '../nodes/releases.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './index.ts';
import type { Migration } from './migration.ts';

const [FIRST_MINOR] = MINORS;

test('each-migration-names-a-known-minor-version-and-they-follow-one-another', () => {
  assert.equal(MINORS.at(-1), minorOf(PROGRAM), 'a new minor version adds its line to MINORS in releases.ts');
  migrations.forEach(({ version, name, release, kind }, place) => {
    assert.equal(version, place + 1, name);
    assert.ok(MINORS.includes(release), `${name}: MINORS in releases.ts has no ${release}`);
    assert.ok(['expand', 'contract'].includes(kind), `${name} has no kind`);
    const before = migrations[place - 1]?.release ?? release;
    assert.ok(!isBelow(release, before), `${name} is of ${release}, and stands after one of ${before}`);
  });
});

test('nothing-of-a-minor-version-follows-its-migration-that-waits', () => {
  assert.deepEqual(followsWhatWaits(migrations), []);
  const [step] = migrations;
  assert.ok(step);
  const of = (name: string, kind: Migration['kind']) => ({ ...step, name, kind, release: '9.9' });
  assert.deepEqual(followsWhatWaits([of('a', 'expand'), of('b', 'contract'), of('c', 'expand')]), ['c']);
});

/**
 * A waiting step holds up the steps behind it, which their program may need in order to serve. No program came
 * before the first minor version, so its steps don't wait.
 */
function followsWhatWaits(steps: readonly Migration[]): string[] {
  return steps.flatMap(({ name, release, kind }, place) => {
    const before = steps[place - 1];
    const isHeldUp = before?.kind === 'contract' && before.release === release && release !== FIRST_MINOR;
    return isHeldUp && kind === 'expand' ? [name] : [];
  });
}

/** Steps up to this one were written for an upgrade with every node stopped. */
const LAST_FOR_STOPPED_NODES = 30;

testOnEachEmptyDatabase('a-migration-changes-one-table-at-most', async (location, t) => {
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  for (let count = LAST_FOR_STOPPED_NODES; count <= migrations.length; count += 1) {
    const before = await schemaOf(db, location.kind);
    await migrate(db, location.kind, systemClock(), { steps: migrations.slice(0, count) });
    if (count === LAST_FOR_STOPPED_NODES) continue;
    const changed = tablesChanged(before, await schemaOf(db, location.kind));
    assert.ok(
      changed.length <= 1,
      `${migrations[count - 1]?.name} changes ${changed.join(', ')}: holding several tables, it and a request would wait ` +
        'for each other. Make it a migration for each.',
    );
  }
  const before = await schemaOf(db, location.kind);
  await db.schema.alterTable('nodes').addColumn('place', 'text').execute();
  await db.schema.createIndex('leases_more').on('leases').column('holder').execute();
  assert.deepEqual(tablesChanged(before, await schemaOf(db, location.kind)), ['leases', 'nodes']);
});

testOnEachEmptyDatabase('a-migration-that-expands-takes-nothing-away', async (location, t) => {
  const faults = await faultsOf(location, migrations);
  assert.deepEqual(
    faults,
    [],
    'A program of the minor version before could not ignore these. Make it a `contract`, or change it.',
  );

  await t.test('and-is-found-out-where-it-does', async () => {
    const cases = {
      'ALTER TABLE nodes DROP COLUMN seen_at': /nodes.seen_at is gone/,
      'ALTER TABLE nodes RENAME COLUMN program TO software': /nodes.program is gone/,
      'DROP INDEX approvals_by_action': /approvals_by_action of approvals is gone/,
      'DROP TABLE leases': /leases.name is gone/,
      'ALTER TABLE nodes RENAME TO processes': /nodes.program is gone/,
      'CREATE UNIQUE INDEX one_program ON nodes (program)': /one_program of nodes may refuse a row/,
      ...(location.kind === 'postgres' && {
        'ALTER TABLE nodes ALTER COLUMN program TYPE VARCHAR(9)': /nodes.program was text/,
        'ALTER TABLE nodes ADD COLUMN place TEXT NOT NULL': /nodes.place is new, NOT NULL/,
        "ALTER TABLE nodes ADD CHECK (program <> '')": /of nodes may refuse a row/,
      }),
    };
    for (const [statement, fault] of Object.entries(cases)) {
      const found = await faultsOfNext(location, statement);
      assert.match(found.join('\n'), fault, statement);
    }
  });
});

/**
 * The existing things that an `expand` among these steps has changed. Each step runs on the result of those before it.
 */
async function faultsOf(location: DatabaseLocation, steps: readonly Migration[]): Promise<string[]> {
  const db = await openDatabase(location, () => undefined);
  const faults: string[] = [];
  try {
    for (let count = 1; count <= steps.length; count += 1) {
      const before = await schemaOf(db, location.kind);
      await migrate(db, location.kind, systemClock(), { steps: steps.slice(0, count) });
      const step = steps[count - 1];
      if (step?.kind !== 'expand') continue;
      const found = notIgnorable(before, await schemaOf(db, location.kind));
      faults.push(...found.map((fault) => `${step.name}: ${fault}`));
    }
    return faults;
  } finally {
    await db.destroy();
  }
}

/** The same for one more step, which is rolled back. */
async function faultsOfNext(location: DatabaseLocation, statement: string): Promise<string[]> {
  const db = await openDatabase(location, () => undefined);
  let faults: string[] = [];
  const undone = new Error('undone');
  try {
    await db.transaction().execute(async (tx) => {
      const before = await schemaOf(tx, location.kind);
      await sql.raw(statement).execute(tx);
      faults = notIgnorable(before, await schemaOf(tx, location.kind));
      throw undone;
    });
  } catch (error) {
    assert.equal(error, undone);
  } finally {
    await db.destroy();
  }
  return faults;
}
