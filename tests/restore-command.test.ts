/**
 * A backup is restored only into an empty place, and an older copy of the signing folder never replaces a newer one.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import {
  dataDirFor,
  signingDirFor,
  testOnEachDatabase,
  testOnOneDatabase,
} from './support/databases/databases.ts';
import { copyOf, putBack } from './support/databases/older-database.ts';
import {
  backedUp,
  backupOf,
  flipByte,
  otherPlace,
  scratch,
  signingCopyOf,
  used,
} from './support/evidence/backups.ts';
import { openWithoutHttp, PRODUCTION_KEY, SANDBOX_KEY } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { assize } from './support/processes/command.ts';

const WORDS = ['--reason', 'the disk failed', '--by', 'Kim Operator'];

function records(location: DatabaseLocation): Promise<number> {
  return withDatabase(location, async (db) => {
    const { count } = await db
      .selectFrom('artifacts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  });
}

testOnEachDatabase('replaces-no-database-that-is-there', async (location, t) => {
  const backup = await backedUp(location, t);
  await used(location, t);
  const before = await records(location);
  const refused = await assize(location, ['restore', backup]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /has a database already|has tables, and a restore replaces none/);
  assert.equal(await records(location), before);
  assert.equal(existsSync(path.join(signingDirFor(location), 'unstated')), false);
});

testOnOneDatabase('moves-a-database-aside-that-no-service-uses', async (location, t) => {
  const backup = await backedUp(location, t);
  const { service } = await openWithoutHttp(t, location);
  const inUse = await assize(location, ['restore', backup, '--replace']);
  assert.equal(inUse.code, 1, inUse.stdout);
  assert.match(inUse.stderr, /is in use. Stop the service first/);
  await service.close();
  await used(location, t);
  const before = await records(location);

  const put = await assize(location, ['restore', backup, '--replace', '--json']);
  assert.equal(put.code, 0, put.stderr);
  const { replaced, signing } = JSON.parse(put.stdout);
  assert.equal(signing, 'kept');
  assert.ok((await records(location)) < before);
  assert.equal(await records({ kind: 'sqlite', path: replaced }), before, 'nothing of it is lost');
});

testOnOneDatabase('takes-the-place-of-a-database-that-is-damaged', async (location, t) => {
  const backup = await backedUp(location, t);
  assert.ok(location.kind === 'sqlite');
  writeFileSync(location.path, 'this is not a database');
  const put = await assize(location, ['restore', backup, '--replace', ...WORDS]);
  assert.equal(put.code, 0, put.stderr);
  assert.match(put.stdout, /Record \d+ states that an older database was put back from the backup/);
  assert.equal((await assize(location, ['evidence', 'verify', '--full'])).code, 0);
});

testOnOneDatabase('puts-no-copy-over-a-signing-folder-that-may-know-more', async (location, t) => {
  const copy = await used(location, t).then(() => signingCopyOf(location, t));
  await used(location, t);
  const backup = await backupOf(location, t);
  const elsewhere = { ASSIZE_SIGNING_DIR: signingDirFor(location) };
  const place = await otherPlace(location, t);
  for (const [words, said] of [
    [['--signing', copy], /is not empty, and may know what was signed.*an older copy never replaces it/],
    [['--new-signing-key'], /has keys. Leave out --new-signing-key/],
  ] as const) {
    const refused = await assize(place, ['restore', backup, ...words], elsewhere);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, said);
  }
  const none = await assize(place, ['restore', backup]);
  assert.match(none.stderr, /There are no signing keys in .*--signing FILE.*--new-signing-key/);
  flipByte(copy, 300);
  const damaged = await assize(place, ['restore', backup, '--signing', copy]);
  assert.equal(damaged.code, 1);
  assert.match(damaged.stderr, /is damaged, or not a copy of a signing folder/);
  assert.deepEqual(readdirSync(dataDirFor(place)), []);
});

/** The copy knows of nothing that is missing, but more may have been signed after it was made. */
testOnEachDatabase('states-what-an-older-copy-can-not-know', async (location, t) => {
  await used(location, t);
  const copy = await signingCopyOf(location, t);
  await used(location, t);
  const backup = await backupOf(location, t);
  const place = await otherPlace(location, t);
  const put = await assize(place, ['restore', backup, '--signing', copy, ...WORDS, '--json']);
  assert.equal(put.code, 0, put.stderr);
  const { acknowledged, signing_at, backup_at } = JSON.parse(put.stdout);
  for (const { restored } of acknowledged) {
    assert.ok(restored.last_signed_size <= restored.found_size);
    assert.deepEqual(
      { signing: restored.signing, at: restored.signing_at, backup: restored.backup_at },
      { signing: 'copy', at: signing_at, backup: backup_at },
    );
  }
  assert.ok(signing_at < backup_at);
  const { stdout } = await assize(place, ['evidence', 'verify', '--full']);
  assert.match(stdout, /how many more records were signed after that, and are missing, is not known/);
  const truth = await assize(place, ['evidence', 'truth']);
  assert.equal(truth.code, 0, truth.stdout);
  // Acknowledging once is enough.
  const again = await assize(place, ['evidence', 'acknowledge-restore', ...WORDS]);
  assert.match(again.stdout, /^Nothing to acknowledge/);
  assert.match((await assize(place, ['doctor'])).stdout, /assize evidence acknowledge-alarms/);
  // Each tenant and environment acknowledges its own alarm.
  const words = ['evidence', 'acknowledge-alarms', '--comment', 'it was us'];
  assert.equal((await assize(place, words, { ASSIZE_API_KEY: '' })).code, 2);
  assert.equal((await assize(place, words, { ASSIZE_API_KEY: `ak_${'0'.repeat(32)}` })).code, 1);
  for (const key of [PRODUCTION_KEY, SANDBOX_KEY]) {
    const taken = await assize(place, words, { ASSIZE_API_KEY: key });
    assert.equal(taken.code, 0, taken.stderr);
    assert.match(taken.stdout, /^Acknowledged: .*Evaluations go on\.\n$/s);
  }
  assert.doesNotMatch((await assize(place, ['doctor'])).stdout, /evidence of \S+ +problem/);
});

/** Restored with PostgreSQL's own programs, for example to a moment. */
testOnEachDatabase('puts-a-copy-beside-a-server-s-database-that-others-put-back', async (location, t) => {
  await used(location, t);
  const older = await copyOf(location, t);
  const copy = await signingCopyOf(location, t);
  await used(location, t);
  await putBack(location, older);
  rmSync(signingDirFor(location), { recursive: true });
  const put = await assize(location, ['restore', '--signing', copy, ...WORDS, '--json']);
  if (location.kind === 'sqlite') {
    assert.match(put.stderr, /Name the backup: only a PostgreSQL database/);
    assert.equal(existsSync(signingDirFor(location)), false);
    return;
  }
  assert.equal(put.code, 0, put.stderr);
  const { acknowledged } = JSON.parse(put.stdout);
  for (const { restored } of acknowledged) {
    assert.deepEqual(
      { signing: restored.signing, backup: restored.backup_at },
      { signing: 'copy', backup: null },
    );
  }
});

testOnOneDatabase('puts-the-key-of-the-secrets-back-with-the-signing-folder', async (location, t) => {
  const backup = await backedUp(location, t);
  const copy = await signingCopyOf(location, t);
  const key = readFileSync(path.join(dataDirFor(location), 'secrets.key'), 'utf8');
  const place = await otherPlace(location, t);
  assert.equal((await assize(place, ['restore', backup, '--signing', copy])).code, 0);
  assert.equal(readFileSync(path.join(dataDirFor(place), 'secrets.key'), 'utf8'), key);
});

testOnOneDatabase('replaces-a-copy-of-the-signing-folder-only-where-it-is-told-to', async (location, t) => {
  await used(location, t);
  const copy = await signingCopyOf(location, t);
  const before = readFileSync(copy, 'utf8');
  const refused = await assize(location, ['backup', 'signing', copy]);
  assert.equal(refused.code, 1);
  assert.equal(readFileSync(copy, 'utf8'), before);
  const replaced = await assize(location, ['backup', 'signing', copy, '--overwrite']);
  assert.equal(replaced.code, 0);
  assert.match(replaced.stderr, /IT HOLDS SECRET KEYS AND IS NOT ENCRYPTED/);
  assert.notEqual(readFileSync(copy, 'utf8'), before);
});

testOnOneDatabase(
  'doctor-says-when-the-last-backup-was-made-and-when-that-is-long-ago',
  async (location, t) => {
    await used(location, t);
    const finding = async (environment = {}) => {
      const { stdout } = await assize(location, ['doctor', '--json'], environment);
      return JSON.parse(stdout).find(({ what }: { what: string }) => what === 'backup');
    };
    assert.match((await finding()).found, /none was made here by assize backup/);
    const backup = await backupOf(location, t);
    const fresh = await finding();
    assert.equal(fresh.state, 'ok');
    assert.ok(fresh.found.includes(backup));
    const later = { ASSIZE_TEST_CLOCK_OFFSET_MS: String(8 * 86_400_000) };
    assert.equal((await finding(later)).state, 'warning');
  },
);

/** Nothing that the copy knows of is missing, so only the restore itself shows it. */
testOnOneDatabase('doctor-names-a-restore-that-no-record-states-yet', async (location, t) => {
  await used(location, t);
  const backup = await backupOf(location, t);
  const copy = await signingCopyOf(location, t);
  const place = await otherPlace(location, t);
  assert.equal((await assize(place, ['restore', backup, '--signing', copy])).code, 0);
  const doctor = await assize(place, ['doctor', '--json']);
  assert.equal(doctor.code, 1);
  const findings: { what: string; state: string; found: string }[] = JSON.parse(doctor.stdout);
  for (const environment of ['production', 'sandbox']) {
    const finding = findings.find(({ what }) => what.endsWith(`/${environment}`));
    assert.equal(finding?.state, 'problem', environment);
    assert.match(finding.found, /put back from the backup of .* and no record of the chain states it yet/);
  }
});

testOnOneDatabase('a-restore-that-is-asked-for-wrongly-is-wrong-usage', async (location, t) => {
  const file = path.join(scratch(t), 'copy.json');
  for (const words of [[], ['b', '--by', 'Kim'], ['b', '--signing', file, '--new-signing-key']]) {
    assert.equal((await assize(location, ['restore', ...words])).code, 2, words.join(' '));
  }
});
