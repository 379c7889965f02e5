import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { placeSqlite } from './sqlite-place.ts';

const BACKUP = 'what the backup has';

function placeIn(t: TestContext, replace: boolean) {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-place-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const from = path.join(folder, 'backup');
  writeFileSync(from, BACKUP);
  const wanted = createHash('sha256').update(BACKUP).digest('hex');
  const to = path.join(folder, 'data', 'assize.db');
  return { from, to, wanted, writer: 'res_1', now: '2026-11-25T12:00:00.000Z', replace };
}

/** Acts as a service that starts while a backup is put back, and stays. */
function startedMeanwhile(t: TestContext, file: string): () => Promise<void> {
  return async () => {
    const database = new DatabaseSync(file);
    t.after(() => database.close());
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE evidence (id TEXT)');
  };
}

for (const replace of [false, true]) {
  test(`takes-no-name-from-a-service-that-started-meanwhile${replace ? '-also-to-replace' : ''}`, async (t) => {
    const place = placeIn(t, replace);
    let isTaken = false;
    const taken = () => {
      isTaken = true;
    };
    const placed = placeSqlite(place, { prepare: startedMeanwhile(t, place.to), taken });
    await assert.rejects(placed, replace ? /is in use/ : /has a database already/);
    assert.equal(isTaken, false);
    assert.deepEqual(readdirSync(path.dirname(place.to)).sort(), [
      'assize.db',
      'assize.db-shm',
      'assize.db-wal',
    ]);
    assert.notEqual(readFileSync(place.to, 'latin1'), BACKUP);
  });
}

test('tells-when-the-database-has-its-name', async (t) => {
  const place = placeIn(t, false);
  const steps: string[] = [];
  const note = (step: string) => steps.push(`${step}: ${existsSync(place.to)}`);
  await placeSqlite(place, { prepare: async () => void note('prepare'), taken: () => void note('taken') });
  assert.deepEqual(steps, ['prepare: false', 'taken: true']);
});
