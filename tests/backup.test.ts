/**
 * A backup holds everything that it must and nothing that it must not; a damaged backup, or one with a wrong
 * manifest, is refused before anything is changed.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { migrate } from '@assize/service/database/migrate.ts';
import { migrations } from '@assize/service/database/migrations/index.ts';
import { systemClock } from '@assize/service/foundation/clock.ts';
import {
  emptyDatabase,
  signingDirFor,
  testOnEachDatabase,
  testOnEachEmptyDatabase,
  testOnOneDatabase,
  whyNot,
} from './support/databases/databases.ts';
import {
  backedUp,
  backupOf,
  changeManifest,
  databaseIn,
  flipByte,
  long,
  otherPlace,
  scratch,
} from './support/evidence/backups.ts';
import { evaluate, openWithoutHttp, startTestService } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { assize } from './support/processes/command.ts';

testOnEachDatabase('holds-nothing-secret-and-is-for-its-owner-alone', async (location, t) => {
  const backup = await backedUp(location, t);
  assert.equal(statSync(backup).mode & 0o777, 0o700);
  for (const name of readdirSync(backup)) {
    assert.equal(statSync(path.join(backup, name)).mode & 0o777, 0o600, name);
  }
  assert.equal(readdirSync(backup).length, 2, 'nothing but the database and the manifest');
  const [{ seed }] = JSON.parse(readFileSync(path.join(signingDirFor(location), 'keys.json'), 'utf8')).keys;
  for (const name of readdirSync(backup)) {
    const bytes = readFileSync(path.join(backup, name));
    assert.ok(!bytes.includes(seed) && !bytes.includes(Buffer.from(seed, 'base64')), name);
  }
});

const FAULTS: Record<string, [change: (backup: string) => void, said: RegExp]> = {
  'was cut off': [(backup) => truncateSync(databaseIn(backup), 9000), /has 9000 bytes instead of/],
  'has a changed byte': [(backup) => flipByte(databaseIn(backup), 5000), /has changed/],
  'has no manifest': [(backup) => writeFileSync(path.join(backup, 'manifest.json'), ''), /damaged/],
  'is of a later format': [
    (backup) => changeManifest(backup, (manifest) => Object.assign(manifest, { format: 'assize-backup/2' })),
    /not in the format/,
  ],
  'names another head': [
    (backup) =>
      changeManifest(backup, ({ chains }) => {
        chains[0].head_hash = `sha256:${'0'.repeat(64)}`;
      }),
    /disagree on the chain chn_/,
  ],
  'names more records': [
    (backup) =>
      changeManifest(backup, ({ chains }) => {
        chains[0].size += 1;
      }),
    /disagree on the chain chn_/,
  ],
  'leaves a chain out': [
    (backup) => changeManifest(backup, ({ chains }) => chains.pop()),
    /has chains that its manifest does not name/,
  ],
  'names a file elsewhere': [
    (backup) =>
      changeManifest(backup, ({ files }) => {
        files[0].name = '../backup/manifest.json';
      }),
    /is missing/,
  ],
};

testOnEachDatabase('refuses-a-backup-that-is-not-as-it-was-made', async (location, t) => {
  const sound = await backedUp(location, t);
  const place = await otherPlace(location, t);
  for (const [fault, [change, said]] of Object.entries(FAULTS)) {
    const backup = path.join(scratch(t), 'backup');
    cpSync(sound, backup, { recursive: true });
    change(backup);
    for (const words of [
      ['backup', 'verify', backup],
      ['restore', backup, '--new-signing-key'],
    ]) {
      const refused = await assize(place, words);
      assert.equal(refused.code, 1, `${fault}: ${words[0]}`);
      assert.match(refused.stderr, said, fault);
    }
  }
  assert.equal(existsSync(signingDirFor(place)), false, 'nothing was changed');
  assert.equal((await assize(null, ['backup', 'verify', sound])).code, 0);
});

/** Its hash is right for damaged pages, as if the disk had failed before the hash was made. */
testOnOneDatabase('refuses-a-database-whose-pages-are-damaged', async (location, t) => {
  await long(location, t);
  const backup = await backupOf(location, t);
  const file = databaseIn(backup);
  const bytes = readFileSync(file);
  bytes.fill(7, bytes.length / 2, bytes.length / 2 + 4096);
  writeFileSync(file, bytes);
  changeManifest(backup, ({ files }) => {
    files[0].sha256 = createHash('sha256').update(bytes).digest('hex');
  });
  const refused = await assize(null, ['backup', 'verify', backup]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /Its database is damaged/);
});

testOnEachEmptyDatabase('brings-a-backup-of-an-earlier-version-up-to-date', async (location, t) => {
  const { kind } = location;
  await withDatabase(location, (db) => migrate(db, kind, systemClock(), { steps: migrations.slice(0, -2) }));
  const backup = await backupOf(location, t);
  const place = await otherPlace(location, t);
  const put = await assize(place, ['restore', backup, '--new-signing-key']);
  assert.equal(put.code, 0, put.stderr);
  const { app } = await startTestService(t, place);
  assert.equal((await evaluate(app, 'a', { action: 'mail.send' })).status, 200);

  changeManifest(backup, (manifest) => Object.assign(manifest, { migration: migrations.length + 1 }));
  const other = await otherPlace(location, t);
  const newer = await assize(other, ['restore', backup, '--new-signing-key']);
  assert.equal(newer.code, 1);
  assert.match(newer.stderr, /another version of its tables|newer than this program/);
});

/** A program that replaces one of PostgreSQL's, notes its arguments, and calls the real one. */
function noting(t: TestContext, tool: string, to: string): string {
  const folder = scratch(t);
  const script = `#!/bin/sh\ncat /proc/$$/cmdline >> ${to}\nexec /usr/bin/${tool} "$@"\n`;
  writeFileSync(path.join(folder, tool), script);
  chmodSync(path.join(folder, tool), 0o755);
  return folder;
}

const skip = whyNot('postgres') || (existsSync('/usr/bin/pg_dump') ? false : 'no pg_dump in /usr/bin');

test('shows-the-password-to-no-other-program', { skip }, async (t) => {
  const { location, remove } = await emptyDatabase('postgres');
  t.after(remove);
  assert.ok(location.kind === 'postgres');
  await openWithoutHttp(t, location).then(({ service }) => service.close());
  const url = new URL(location.url);
  url.password = 'geheim-4711';
  const place = { ...location, url: url.href };
  const noted = path.join(scratch(t), 'arguments');
  const PATH = `${noting(t, 'pg_dump', noted)}:${process.env.PATH}`;
  const backup = path.join(scratch(t), 'backup');
  const made = await assize(place, ['backup', 'create', backup], { PATH });
  assert.equal(made.code, 0, made.stderr);
  assert.match(readFileSync(noted, 'utf8'), /--snapshot=/);
  url.pathname = '/there_is_no_such_database';
  const refused = await assize({ ...location, url: url.href }, ['backup', 'create', `${backup}-2`], { PATH });
  assert.equal(refused.code, 1);
  for (const text of [readFileSync(noted, 'utf8'), made.stdout, made.stderr, refused.stderr]) {
    assert.doesNotMatch(text, /geheim/);
  }
});
