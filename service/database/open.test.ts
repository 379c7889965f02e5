/** Queries behave the same on both databases, including through SQLite's thread. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { testOnEachDatabase, testOnOneDatabase } from '../../tests/support/databases/databases.ts';
import { Failure } from '../foundation/failure.ts';
import type { DatabaseLocation } from './location.ts';
import { type Database, openDatabase } from './open.ts';

testOnEachDatabase('gives-back-every-kind-of-value', async (location, t) => {
  const db = await open(location, t);
  const bytes = location.kind === 'sqlite' ? 'BLOB' : 'BYTEA';
  await sql`CREATE TABLE kinds (t TEXT, i BIGINT, f DOUBLE PRECISION, b ${sql.raw(bytes)})`.execute(db);
  const rows = [
    { t: 'größe 🧭 \u0001 \'"', i: Number.MAX_SAFE_INTEGER, f: -0.1, b: Buffer.from([0, 255, 0]) },
    { t: '', i: -1, f: 1e300, b: new Uint8Array() },
    { t: null, i: null, f: null, b: null },
  ];
  for (const { t: text, i, f, b } of rows) {
    await sql`INSERT INTO kinds VALUES (${text}, ${i}, ${f}, ${b})`.execute(db);
  }
  const found = await sql<(typeof rows)[number]>`SELECT * FROM kinds`.execute(db);
  assert.deepEqual(
    found.rows.map((row) => ({ ...row, b: row.b && Buffer.from(row.b) })),
    rows.map((row) => ({ ...row, b: row.b && Buffer.from(row.b) })),
  );
  const { rows: matched } = await sql`SELECT i FROM kinds WHERE b = ${rows[0]?.b}`.execute(db);
  assert.deepEqual(matched, [{ i: Number.MAX_SAFE_INTEGER }]);
  const { numAffectedRows } = await sql`UPDATE kinds SET i = 1 WHERE t IS NOT NULL`.execute(db);
  assert.equal(numAffectedRows, 2n);
});

testOnEachDatabase('refuses-what-is-no-value-and-goes-on', async (location, t) => {
  const db = await open(location, t);
  await counter(db);
  await assert.rejects(sql`SELECT nonsense FROM nowhere`.execute(db));
  if (location.kind === 'sqlite') {
    for (const value of [{}, [], new Date(0), Symbol('x')]) {
      await assert.rejects(sql`UPDATE counter SET n = ${value}`.execute(db));
    }
  }
  assert.equal(await read(db), 0);
});

testOnEachDatabase('keeps-transactions-out-of-each-other', async (location, t) => {
  const db = await open(location, t);
  await counter(db);
  const locked = location.kind === 'sqlite' ? sql`` : sql`FOR UPDATE`;
  const increment = () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ n: number }>`SELECT n FROM counter ${locked}`.execute(tx);
      await new Promise((resolve) => setImmediate(resolve));
      await sql`UPDATE counter SET n = ${(rows[0]?.n ?? 0) + 1}`.execute(tx);
    });
  const seen: number[] = [];
  const readers = Array.from({ length: 20 }, async () => seen.push(await read(db)));
  await Promise.all([...Array.from({ length: 50 }, increment), ...readers]);
  assert.equal(await read(db), 50);
  assert.ok(seen.every((n) => n >= 0 && n <= 50));
});

testOnEachDatabase('undoes-a-transaction-that-fails', async (location, t) => {
  const db = await open(location, t);
  await counter(db);
  const failing = db.transaction().execute(async (tx) => {
    await sql`UPDATE counter SET n = 7`.execute(tx);
    throw new Error('on second thoughts');
  });
  await assert.rejects(failing, /on second thoughts/);
  const broken = db.transaction().execute(async (tx) => {
    await sql`UPDATE counter SET n = 8`.execute(tx);
    await sql`INSERT INTO nowhere VALUES (1)`.execute(tx);
  });
  await assert.rejects(broken, /nowhere/);
  assert.equal(await read(db), 0);
  await db.transaction().execute((tx) => sql`UPDATE counter SET n = 9`.execute(tx));
  assert.equal(await read(db), 9);
});

testOnEachDatabase('reads-while-a-write-waits-for-another-lock', async (location, t) => {
  const [db, somebodyElse] = [await open(location, t), await open(location, t)];
  await counter(db);
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = somebodyElse.transaction().execute(async (tx) => {
    await sql`UPDATE counter SET n = n + 1`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  let written = 0;
  const increment = () => sql`UPDATE counter SET n = n + 1`.execute(db);
  const writing = [
    increment(),
    db.transaction().execute((tx) => sql`UPDATE counter SET n = n + 1`.execute(tx)),
  ];
  for (const write of writing) write.then(() => (written += 1));
  assert.deepEqual({ n: await read(db), written }, { n: 0, written: 0 });
  release.resolve();
  await Promise.all([holding, ...writing]);
  assert.equal(await read(db), 3);
});

testOnOneDatabase('gives-up-a-lock-that-another-connection-keeps', async (location, t) => {
  const [db, somebodyElse] = [await open(location, t), await open(location, t)];
  await counter(db);
  await somebodyElse.transaction().execute(async (tx) => {
    const write = () => sql`UPDATE counter SET n = 1`.execute(db);
    const refusals = [write(), db.transaction().execute(write)].map((refused) =>
      assert.rejects(refused, (error) => error instanceof Failure && error.code === 'unavailable'),
    );
    await Promise.all(refusals);
    await sql`UPDATE counter SET n = 2`.execute(tx);
  });
  assert.equal(await read(db), 2);
});

testOnOneDatabase('says-unavailable-where-the-file-is-no-database', async (location) => {
  if (location.kind !== 'sqlite') return;
  writeFileSync(location.path, 'This is a shopping list, and a long one at that. '.repeat(100));
  const db = await openDatabase(location, () => undefined);
  for (let time = 0; time < 2; time++) {
    await assert.rejects(sql`SELECT 1`.execute(db), (error) => {
      return error instanceof Failure && /not a database/.test(String(error.cause));
    });
  }
  await db.destroy();
});

testOnOneDatabase('answers-no-caller-after-it-was-closed', async (location) => {
  const db = await openDatabase(location, () => undefined);
  await sql`SELECT 1`.execute(db);
  await db.destroy();
  await assert.rejects(sql`SELECT 1`.execute(db));
});

async function open(location: DatabaseLocation, t: TestContext): Promise<Database> {
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  return db;
}

async function counter(db: Database): Promise<void> {
  await sql`CREATE TABLE counter (n BIGINT)`.execute(db);
  await sql`INSERT INTO counter VALUES (0)`.execute(db);
}

async function read(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT n FROM counter`.execute(db);
  return rows[0]?.n ?? Number.NaN;
}
