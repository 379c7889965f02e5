/** The database is said to have parted with what was deleted only when it has; a reader may keep it from that for a while. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { testOnEachDatabase } from '../../tests/support/databases.ts';
import { evaluate, startTestService } from '../../tests/support/in-process.ts';
import { until } from '../../tests/support/until.ts';
import type { DatabaseLocation } from './location.ts';

const AT_ONCE = 20;
const LONG_MS = 60_000;

/** Looks at the payloads, and goes on being able to see them. @returns what ends that. */
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
  // Whoever appends is held up by neither.
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
  // What somebody is just looking at is there a little longer, and whoever is told so comes again.
  const erasing = Array.from({ length: AT_ONCE }, () => until(() => service.eraser.erase(LONG_MS)));
  const erased = await Promise.allSettled(erasing);
  running = false;
  await load;
  for (const { status } of erased) assert.equal(status, 'fulfilled');
});
