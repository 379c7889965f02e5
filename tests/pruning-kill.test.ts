/**
 * The service is killed while it prunes, again and again: each removal is stated, each stated removal is done, and
 * every hash holds.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { signingDirFor, testOnEachDatabase } from './support/databases/databases.ts';
import { actsOf, positionsWithPayload, requireAccountedFor } from './support/evidence/removals.ts';
import { openWithoutHttp } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { runs } from './support/runner/runs.ts';

const PROGRAM = path.join(import.meta.dirname, 'support/processes/pruning.ts');
const ROUNDS = runs(2);
const ARTIFACTS = 1500;
/** Moves the clock so far in each round that everything from before has expired. */
const DAYS_A_ROUND = 3;
/** The kill comes at a random moment within this time after pruning began. */
const PRUNING_MS = 600;

/** @returns its output before it ended or was killed. */
function prune(location: DatabaseLocation, round: number, artifacts: number, kill: boolean): Promise<string> {
  const place = JSON.stringify({ database: location, signingDir: signingDirFor(location) });
  const args = [PROGRAM, place, String(round * DAYS_A_ROUND), String(artifacts)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const began = !said.includes('pruning');
    said += chunk.toString('utf8');
    if (kill && began) void sleep(Math.random() * PRUNING_MS).then(() => child.kill('SIGKILL'));
  });
  return new Promise((resolve) => child.once('close', () => resolve(said)));
}

testOnEachDatabase('prunes-what-it-stated-through-kill-9', async (location, t) => {
  let cutOff = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const said = await prune(location, round, ARTIFACTS, true);
    assert.match(said, /^pruning/);
    if (!said.includes('pruned')) cutOff += 1;
    await withDatabase(location, async (db) => {
      for (const { chain } of await db.selectFrom('chains').select('chain').execute()) {
        await requireAccountedFor({ db }, chain);
      }
    });
  }
  assert.equal(await prune(location, ROUNDS + 1, 0, false), 'pruning\npruned\n');

  const { service } = await openWithoutHttp(t, location);
  const stated = await service.db
    .selectFrom('removals')
    .selectAll()
    .orderBy('chain')
    .orderBy('first')
    .execute();
  assert.ok(stated.every((removal) => removal.removed_at !== null));
  for (const { chain } of await service.db.selectFrom('chains').select('chain').execute()) {
    const acts = await actsOf(service, chain);
    const ranges = stated.filter((removal) => removal.chain === chain);
    assert.deepEqual(
      ranges.map((range) => range.evidence_id),
      acts.map(({ id }) => id),
    );
    ranges.forEach((range, place) => {
      assert.equal(range.first, ranges[place - 1]?.behind_last ?? 0, 'one range after another');
    });
    assert.deepEqual(
      await positionsWithPayload(service, chain),
      acts.map(({ position }) => position),
    );
    await requireAccountedFor(service, chain);
  }
  t.diagnostic(`${cutOff} of ${ROUNDS} prunings were cut off`);
});
