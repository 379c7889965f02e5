/**
 * A backup is complete or absent, and so is a restore, if the process is killed, if two run at once, or if the disk
 * is full.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import {
  emptyDatabase,
  signingDirFor,
  testOnEachDatabase,
  testOnOneDatabase,
} from './support/databases/databases.ts';
import { untilParted } from './support/databases/postgres.ts';
import { smallDisk, whyNotMount } from './support/databases/small-disk.ts';
import { backupOf, long, otherPlace, scratch, signingCopyOf } from './support/evidence/backups.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { ASSIZE, assize } from './support/processes/command.ts';
import { environmentFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const ROUNDS = 3;
const WORDS = ['--reason', 'the disk failed', '--by', 'Kim'];

testOnOneDatabase('of-two-at-once-one-takes-the-name-and-the-other-leaves-nothing', async (location, t) => {
  await long(location, t);
  const parent = scratch(t);
  const backup = path.join(parent, 'backup');
  const both = await Promise.all([1, 2].map(() => assize(location, ['backup', 'create', backup])));
  assert.deepEqual(both.map(({ code }) => code).sort(), [0, 1], both.map(({ stderr }) => stderr).join());
  assert.match(both.find(({ code }) => code === 1)?.stderr ?? '', /already exists/);
  assert.deepEqual(readdirSync(parent), ['backup']);
  assert.equal((await assize(null, ['backup', 'verify', backup])).code, 0);
});

test('leaves-nothing-where-the-disk-is-full', { skip: whyNotMount() }, async (t) => {
  const { location, remove } = await emptyDatabase('sqlite');
  t.after(remove);
  await long(location, t);
  const disk = smallDisk(t, '3m');
  const full = await assize(location, ['backup', 'create', path.join(disk, 'backup')]);
  assert.equal(full.code, 1, full.stdout);
  assert.match(full.stderr, /no space left/);
  assert.deepEqual(readdirSync(disk), []);

  const backup = await backupOf(location, t);
  const place = { kind: 'sqlite', path: path.join(disk, 'data', 'assize.db') } as const;
  const elsewhere = { ASSIZE_SIGNING_DIR: signingDirFor(location) };
  const refused = await assize(place, ['restore', backup], elsewhere);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /no space left/);
  assert.deepEqual(readdirSync(path.join(disk, 'data')), []);
  assert.deepEqual(readdirSync(signingDirFor(location)).includes('unstated'), false);
});

function started(location: DatabaseLocation, words: string[]): ChildProcess {
  const env = { ...process.env, ...environmentFor(location) };
  // A group of its own: PostgreSQL's programs end with it.
  return spawn(process.execPath, [ASSIZE, ...words], { env, stdio: 'ignore', detached: true });
}

/** Kills the process once its work is visible. @returns whether it was still working. */
async function killedAtWork(child: ChildProcess, isAtWork: () => boolean): Promise<boolean> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await until(() => isAtWork() || child.exitCode !== null);
  if (child.exitCode === null) process.kill(-(child.pid ?? assert.fail()), 'SIGKILL');
  return (await ended) === null;
}

testOnEachDatabase('a-killed-backup-or-restore-leaves-nothing-half-and-works-again', async (location, t) => {
  await long(location, t);
  const parent = scratch(t);
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const backup = path.join(parent, `backup-${round}`);
    const child = started(location, ['backup', 'create', backup]);
    const isAtWork = () => readdirSync(parent).some((name) => name.startsWith(`.backup-${round}`));
    // It may have taken its name between the look and the kill.
    if (!(await killedAtWork(child, isAtWork)) || existsSync(backup)) continue;
    killed += 1;
    const again = await assize(location, ['backup', 'create', backup]);
    assert.equal(again.code, 0, again.stderr);
  }
  assert.ok(killed > 0, 'it was always faster');
  const backup = path.join(parent, 'backup-0');
  const copy = await signingCopyOf(location, t);
  await requireRestoreSurvivesKills(location, t, ['restore', backup, '--signing', copy]);
});

/** Checks that the file exists first, because opening a missing file would create it. */
async function hasTables(place: DatabaseLocation): Promise<boolean> {
  if (place.kind === 'sqlite' && !existsSync(place.path)) return false;
  const asked = withDatabase(place, (db) => db.selectFrom('chains').selectAll().execute());
  return asked.then(
    () => true,
    () => false,
  );
}

async function requireRestoreSurvivesKills(
  location: DatabaseLocation,
  t: TestContext,
  words: string[],
): Promise<void> {
  const place = await otherPlace(location, t);
  const marks = path.join(signingDirFor(place), 'unstated');
  await killedAtWork(started(place, words), () => existsSync(marks));
  // A commit that was sent may still be running on the server.
  if (place.kind === 'postgres') await untilParted(place.url, 'assize backup');
  const isThere = await hasTables(place);
  // The backup is complete or absent: if it took its name before the kill, a second one is refused.
  const again = await assize(place, isThere ? ['doctor'] : words);
  if (!isThere) assert.equal(again.code, 0, again.stderr);
  const acknowledged = await assize(place, ['evidence', 'acknowledge-restore', ...WORDS, '--json']);
  assert.equal(acknowledged.code, 0, acknowledged.stderr);
  const verified = await assize(place, ['evidence', 'verify', '--full', '--json']);
  const { valid, restores } = JSON.parse(verified.stdout);
  assert.deepEqual({ valid, restores: restores.length }, { valid: true, restores: 1 });
}
