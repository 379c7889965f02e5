/** The cases that may be acknowledged as a restore, and the record of it. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { chainIn, cutTo, growTo, untilSigned } from '../../../tests/support/databases/chains.ts';
import {
  signingDirFor,
  testOnEachDatabase,
  testOnOneDatabase,
} from '../../../tests/support/databases/databases.ts';
import { copyOf, type DatabaseCopy, putBack } from '../../../tests/support/databases/older-database.ts';
import { after, redact } from '../../../tests/support/evidence/removals.ts';
import { ask, openWithoutHttp, startTestService } from '../../../tests/support/http/in-process.ts';
import { withDatabase } from '../../../tests/support/nodes/promises.ts';
import { ASSIZE, assize } from '../../../tests/support/processes/command.ts';
import { environmentFor } from '../../../tests/support/processes/service.ts';
import { until } from '../../../tests/support/until.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { removalChore } from '../removal/chore.ts';

const FREE = { ASSIZE_INIT_TIER: 'free' };
const ACKNOWLEDGE = [
  ...['evidence', 'acknowledge-restore', '--environment', 'production'],
  ...['--reason', 'the disk failed', '--by', 'Kim'],
];
const SIGNED = 300;
const LATER = 600;

/** A chain is signed and copied, then signed again at a greater length; finally the copy is restored. */
async function older(location: DatabaseLocation, t: TestContext): Promise<DatabaseCopy> {
  await grown(location, t, SIGNED);
  const copy = await copyOf(location, t);
  await grown(location, t, LATER);
  await putBack(location, copy);
  return copy;
}

async function grown(location: DatabaseLocation, t: TestContext, size: number): Promise<void> {
  const { service } = await openWithoutHttp(t, location, FREE);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, size, `to-${size}`);
  await untilSigned(service.db, chain);
  await service.close();
}

function notes(location: DatabaseLocation): string[] {
  const folder = path.join(signingDirFor(location), 'last');
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

function records(location: DatabaseLocation): Promise<{ position: number; id: string }[]> {
  return withDatabase(location, (db) =>
    db.selectFrom('artifacts').select(['position', 'id']).where('action', '=', 'evidence.restored').execute(),
  );
}

async function requireNothingDone(location: DatabaseLocation, before: string[]): Promise<void> {
  const ended = await assize(location, ACKNOWLEDGE);
  assert.equal(ended.code, 1, ended.stdout);
  assert.match(ended.stdout, /does not look like an older database/);
  assert.deepEqual(await records(location), []);
  assert.deepEqual(notes(location), before);
}

testOnEachDatabase('keeps-the-record-of-a-restore-from-redaction-and-retention', async (location, t) => {
  await older(location, t);
  assert.equal((await assize(location, ACKNOWLEDGE)).code, 0);
  const [{ id } = { id: '' }] = await records(location);
  const { app, service } = await startTestService(t, location, FREE);
  const chain = await chainIn(service.db);
  const refused = await redact(app, id);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /must stay readable/);
  await until(async () => {
    await removalChore(after(service, 31))
      .run(new AbortController().signal)
      .catch(() => undefined);
    const left = await service.db
      .selectFrom('artifact_payloads')
      .select('position')
      .where('chain', '=', chain)
      .execute();
    return left.length <= 2;
  });
  const { body } = await ask(app, 'a', '/api/v1/evidence/verify?full=true');
  assert.deepEqual(
    { valid: body.valid, restoresCount: body.restores.length, id: body.restores[0].id },
    { valid: true, restoresCount: 1, id },
    JSON.stringify(body),
  );
});

testOnOneDatabase('repeats-what-a-later-restore-took-away', async (location, t) => {
  const copy = await older(location, t);
  assert.equal((await assize(location, ACKNOWLEDGE)).code, 0);
  await grown(location, t, LATER + 100);
  await putBack(location, copy);
  const ended = await assize(location, ACKNOWLEDGE);
  assert.equal(ended.code, 0, ended.stdout);
  const { stdout } = await assize(location, ['evidence', 'verify', '--full', '--json']);
  const { valid, restores } = JSON.parse(stdout);
  assert.equal(valid, true, stdout);
  assert.deepEqual(
    restores.map(({ repeated, last_signed_size }: Record<string, unknown>) => ({
      repeated,
      last_signed_size,
    })),
    [
      { repeated: true, last_signed_size: LATER },
      { repeated: false, last_signed_size: LATER + 100 },
    ],
  );
});

testOnOneDatabase('acknowledges-no-end-that-was-cut-off', async (location, t) => {
  await grown(location, t, LATER);
  const before = notes(location);
  await withDatabase(location, async (db) => cutTo(db, await chainIn(db), SIGNED));
  await requireNothingDone(location, before);
});

testOnOneDatabase('acknowledges-no-older-database-that-was-altered', async (location, t) => {
  await older(location, t);
  const before = notes(location);
  await withDatabase(location, async (db) => {
    const altered = db.updateTable('artifacts').set({ actor: 'another agent' }).where('position', '=', 7);
    await altered.where('chain', '=', await chainIn(db)).execute();
  });
  await requireNothingDone(location, before);
});

for (const by of ['other-tools', 'assize-restore']) {
  const promise = `continues-after-an-interruption-that-followed-the-record-of-a-restore-by-${by}`;
  testOnEachDatabase(promise, async (location, t) => {
    await older(location, t);
    const folder = path.join(signingDirFor(location), 'last');
    const names = readdirSync(folder);
    const before = notes(location);
    const published = await withDatabase(location, (db) =>
      db.selectFrom('checkpoints').selectAll().execute(),
    );
    if (by === 'assize-restore') noteRestore(location, names);
    assert.equal((await assize(location, ACKNOWLEDGE)).code, 0);
    // The folder is as before, except for the notes of `assize restore`, and so are the published checkpoints.
    for (const [place, name] of names.entries()) writeFileSync(path.join(folder, name), before[place] ?? '');
    rmSync(path.join(signingDirFor(location), 'restored'), { recursive: true });
    await withDatabase(location, async (db) => {
      for (const { chain, ...row } of published) {
        await db.updateTable('checkpoints').set(row).where('chain', '=', chain).execute();
      }
    });
    assert.equal((await assize(location, ACKNOWLEDGE)).code, 0);
    assert.equal((await records(location)).length, 1, 'it is stated once');
    assert.equal(readdirSync(path.join(signingDirFor(location), 'restored')).length, 1);
    assert.match((await assize(location, ACKNOWLEDGE)).stdout, /^Nothing to acknowledge/);
  });
}

/** @param names the names of the last notes, one for each chain. */
function noteRestore(location: DatabaseLocation, names: readonly string[]): void {
  const folder = path.join(signingDirFor(location), 'unstated');
  mkdirSync(folder);
  const origin = { backup_at: '2026-11-25T12:00:00.000Z', signing: 'kept', signing_at: null };
  for (const name of names) {
    writeFileSync(path.join(folder, name.replace('.note', '.json')), JSON.stringify(origin));
  }
}

testOnOneDatabase('is-taken-up-again-after-kill-9', async (location, t) => {
  await older(location, t);
  const child = spawn(process.execPath, [ASSIZE, ...ACKNOWLEDGE], {
    env: { ...process.env, ...environmentFor(location) },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await withDatabase(location, (db) =>
    until(async () => {
      const found = db.selectFrom('artifacts').select('id').where('action', '=', 'evidence.restored');
      return (await found.execute()).length > 0;
    }),
  );
  child.kill('SIGKILL');
  await ended;
  const again = await assize(location, ACKNOWLEDGE);
  assert.equal(again.code, 0, again.stdout);
  assert.equal((await records(location)).length, 1);
  await grown(location, t, LATER + 100);
  const verified = await assize(location, ['evidence', 'verify', '--full', '--json']);
  assert.deepEqual(
    { code: verified.code, restoresCount: JSON.parse(verified.stdout).restores.length },
    { code: 0, restoresCount: 1 },
    verified.stdout,
  );
});
