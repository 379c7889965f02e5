/**
 * An older database is restored while the signing folder stays. The service raises an alarm, keeps a permanent record
 * of it, and then signs and exports as before. A real process finds it, with its command line and files.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { signingDirFor, testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { copyOf, putBack } from './support/databases/older-database.ts';
import { evaluate, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { assize, run } from './support/processes/command.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const VERIFY = path.join(import.meta.dirname, '../evidence-format/assize-verify.ts');
const WORDS = ['--reason', 'the disk failed', '--by', 'Kim Operator'];
const ACKNOWLEDGE = ['evidence', 'acknowledge-restore', ...WORDS];

async function asked(service: RunningService, method: string, url: string, body?: unknown) {
  const response = await fetch(service.baseUrl + url, {
    method,
    headers: { 'x-api-key': PRODUCTION_KEY, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

async function evaluations(service: RunningService, count: number): Promise<string[]> {
  const verdicts: string[] = [];
  for (let done = 0; done < count; done += 1) {
    const question = { action: 'mail.send', context: { risk_level: 'low' } };
    verdicts.push((await asked(service, 'POST', '/api/v1/core/governance/evaluate', question)).body.verdict);
  }
  return verdicts;
}

/** Returns the checkpoint that covers the whole chain, as a user would keep it. */
async function keptCheckpoint(
  location: DatabaseLocation,
  file: string,
): Promise<{ size: number; file: string }> {
  const { stdout, stderr, code } = await assize(location, [
    'evidence',
    'checkpoint',
    '--out',
    file,
    '--json',
  ]);
  assert.equal(code, 0, stderr);
  return { size: JSON.parse(stdout).size, file };
}

interface Restored {
  service: RunningService;
  /** Signed before the copy was made, and after it. */
  before: { size: number; file: string };
  after: { size: number; file: string };
}

/** Signs, copies, continues and signs again; then restores the copy and starts the service on it. */
async function restored(location: DatabaseLocation, t: TestContext): Promise<Restored> {
  const file = (name: string) =>
    path.join(path.dirname(signingDirFor(location)), `${path.basename(signingDirFor(location))}.${name}`);
  t.after(() => {
    for (const name of ['before', 'after', 'export.json', 'filtered.json'])
      rmSync(file(name), { force: true });
  });
  const before = await grown(location, t, 20, file('before'));
  const copy = await copyOf(location, t);
  const after = await grown(location, t, 15, file('after'));
  await putBack(location, copy);
  const service = await spawnFor(t, location);
  await untilAlarm(location);
  return { service, before, after };
}

/** Needs no process of its own, because the restore comes later. */
async function grown(
  location: DatabaseLocation,
  t: TestContext,
  count: number,
  file: string,
): Promise<{ size: number; file: string }> {
  const { app, service } = await startTestService(t, location);
  for (let done = 0; done < count; done += 1) {
    assert.equal((await evaluate(app, 'a', { action: 'mail.send' })).status, 200);
  }
  const kept = await keptCheckpoint(location, file);
  await service.close();
  return kept;
}

async function untilAlarm(location: DatabaseLocation): Promise<void> {
  await until(
    () =>
      withDatabase(
        location,
        async (db) => (await db.selectFrom('integrity_alarms').selectAll().execute()).length > 0,
      ),
    () => 'no alarm',
  );
}

async function doctor(location: DatabaseLocation): Promise<{ what: string; state: string; found: string }[]> {
  return JSON.parse((await assize(location, ['doctor', '--json'])).stdout);
}

/** The export is also recorded, and the checkpoint that covers it follows within a second. */
async function settledNote(location: DatabaseLocation): Promise<string> {
  for (;;) {
    const note = noteIn(location);
    await sleep(1000);
    if (noteIn(location) === note) return note;
  }
}

function noteIn(location: DatabaseLocation): string {
  const folder = path.join(signingDirFor(location), 'last');
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
}

/** The answer says what happened and what to do. */
async function requireToldEverywhere(
  location: DatabaseLocation,
  service: RunningService,
  size: number,
): Promise<void> {
  const refused = await asked(service, 'POST', '/api/v1/evidence/export', { format: 'json' });
  assert.equal(refused.status, 503);
  assert.match(refused.body.detail, /older database was put back.*assize evidence acknowledge-restore/);
  const ready = await asked(service, 'GET', '/readyz');
  assert.equal(ready.status, 200);
  assert.equal(ready.body.status, 'ready');
  assert.match(ready.body.warnings[0], /not signed.*assize doctor/);
  const finding = (await doctor(location)).find(({ what }) => what === 'evidence of default/production');
  assert.equal(finding?.state, 'problem');
  assert.match(finding?.found ?? '', new RegExp(`${size} were signed.*acknowledge-restore`));
}

testOnEachDatabase('an-honest-restore-is-recorded-and-signing-goes-on', async (location, t) => {
  const { service, before, after } = await restored(location, t);
  assert.ok(after.size > before.size);
  assert.deepEqual(await evaluations(service, 3), ['block', 'block', 'block']);
  const acknowledged = await asked(service, 'POST', '/api/v1/evidence/verify/acknowledge', {});
  assert.equal(acknowledged.status, 200);
  assert.deepEqual(await evaluations(service, 1), ['proceed']);

  await requireToldEverywhere(location, service, after.size);
  const noteBefore = noteIn(location);

  const ended = await assize(location, ACKNOWLEDGE);
  assert.equal(ended.code, 0, ended.stderr + ended.stdout);
  assert.match(
    ended.stdout,
    new RegExp(
      // Added to the published records: an alarm, three evaluations, the acknowledgement, and one evaluation.
      `default/production: Record ${before.size + 6} states .*by Kim Operator: the disk failed.*${after.size} records`,
    ),
  );
  // Verifies again from that record on, without waiting for the service to look.
  await evaluations(service, 2);
  const exported = await asked(service, 'POST', '/api/v1/evidence/export', { format: 'json' });
  assert.equal(exported.status, 200, JSON.stringify(exported.body));
  const [restore, ...others] = exported.body.restores;
  assert.equal(others.length, 0);
  assert.equal(restore.index, before.size + 6);
  assert.equal(restore.last_signed_size, after.size);
  assert.equal(restore.proven_size, before.size);
  assert.equal(restore.by, 'Kim Operator');
  assert.equal(restore.reason, 'the disk failed');
  assert.ok(noteBefore.includes(restore.last_signed), 'it is not the note that was replaced');

  const verified = await asked(service, 'GET', '/api/v1/evidence/verify?full=true');
  assert.deepEqual(
    { valid: verified.body.valid, restoresCount: verified.body.restores.length },
    { valid: true, restoresCount: 1 },
  );
  assert.deepEqual((await asked(service, 'GET', '/readyz')).body, { status: 'ready' });
  const fine = await doctor(location);
  assert.deepEqual(
    fine.filter(({ what, state }) => what.startsWith('evidence') && state !== 'ok'),
    [],
  );

  // Verifies again, now that nothing is wrong.
  const note = await settledNote(location);
  const again = await assize(location, ACKNOWLEDGE);
  assert.deepEqual({ code: again.code, note: noteIn(location) }, { code: 0, note }, again.stderr);
  assert.match(again.stdout, /^Nothing to acknowledge/);
  assert.equal(await service.stop('SIGTERM'), 0);
});

testOnOneDatabase('every-later-verification-and-export-names-a-restore', async (location, t) => {
  const { service, before, after } = await restored(location, t);
  await evaluations(service, 30);
  const ended = await assize(location, [...ACKNOWLEDGE, '--json']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.equal(await service.stop('SIGTERM'), 0);

  const sentence = /states that an older database was put back .*by Kim Operator: the disk failed/;
  const verify = (...more: string[]) => assize(location, ['evidence', 'verify', '--full', ...more]);
  assert.match((await verify()).stdout, sentence);
  // A checkpoint from before the copy still begins the chain; one from after it never will.
  assert.equal((await verify('--trusted-checkpoint', before.file)).code, 0);
  const against = await verify('--trusted-checkpoint', after.file);
  assert.equal(against.code, 3);
  assert.match(
    against.stdout,
    /not those of the trusted checkpoint.*older database was put back.*lost_in_restore/,
  );
  const alarms = await withDatabase(location, (db) =>
    db.selectFrom('integrity_alarms').select('problem').where('gone_at', 'is', null).execute(),
  );
  assert.deepEqual(alarms, [], 'it is on record, and the alarm has ended');

  const folder = path.dirname(before.file);
  const base = path.basename(signingDirFor(location));
  const whole = path.join(folder, `${base}.export.json`);
  assert.equal((await assize(location, ['evidence', 'export', '--format', 'json', '--out', whole])).code, 0);
  const checked = await run(process.execPath, [VERIFY, whole]);
  assert.equal(checked.code, 0, checked.stdout);
  assert.match(checked.stdout, /^RESTORED +Record \d+ states that an older database/m);
  const late = await run(process.execPath, [VERIFY, whole, '--trusted-checkpoint', after.file]);
  assert.equal(late.code, 3);
  assert.match(late.stdout, /history was rewritten.*older database was put back/);

  const filtered = path.join(folder, `${base}.filtered.json`);
  const some = ['--type', 'governance_eval', '--out', filtered];
  assert.equal((await assize(location, ['evidence', 'export', '--format', 'json', ...some])).code, 0);
  const part = await run(process.execPath, [VERIFY, filtered]);
  assert.match(part.stdout, /^RESTORED +According to the file, which does not show the record: Record/m);
});
