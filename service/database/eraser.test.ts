/** Erasing reports success only once deleted rows are gone; a reader may delay that. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { testOnEachDatabase } from '../../tests/support/databases/databases.ts';
import { evaluate, startTestService } from '../../tests/support/http/in-process.ts';
import { until } from '../../tests/support/until.ts';
import type { DatabaseLocation } from './location.ts';

const AT_ONCE = 20;
const LONG_MS = 60_000;

/** Reads the payloads in a transaction that stays open. @returns a function that ends it. */
async function openReader(location: DatabaseLocation): Promise<() => Promise<void>> {
  const look = 'SELECT count(*) FROM artifact_payloads';
  if (location.kind === 'sqlite') {
    const reader = new DatabaseSync(location.path);
    reader.exec('BEGIN');
    reader.prepare(look).get();
    return async () => reader.close();
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query(look);
  return () => client.end();
}

testOnEachDatabase('waits-for-a-reader-that-still-sees-deleted-rows', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await evaluate(app, 'b', { action: 'a', context: {} });
  const endReading = await openReader(location);
  await service.db.deleteFrom('artifact_payloads').execute();
  assert.equal(await service.eraser.erase(500), false);
  // Neither blocks an append.
  assert.equal((await evaluate(app, 'b', { action: 'a', context: {} })).status, 200);
  await endReading();
  await until(() => service.eraser.erase(LONG_MS));
});

testOnEachDatabase('serves-many-at-once-while-evaluations-go-on', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  let running = true;
  const load = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (running) assert.equal((await evaluate(app, 'b', { action: 'a', context: {} })).status, 200);
    }),
  );
  // Rows that a transaction can still see stay a little longer, so the caller tries again.
  const erasing = Array.from({ length: AT_ONCE }, () => until(() => service.eraser.erase(LONG_MS)));
  const erased = await Promise.allSettled(erasing);
  running = false;
  await load;
  for (const { status } of erased) assert.equal(status, 'fulfilled');
});
