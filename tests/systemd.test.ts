/** The systemd unit loads, is as restricted as stated here, and the service does nothing that it forbids. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { SECRET_FILES, SETTINGS } from '@assize/service/config/settings.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { spawnFor } from './support/processes/service.ts';
import { ROOT } from './support/runner/release.ts';
import { until } from './support/until.ts';

const FOLDER = path.join(ROOT, 'deploy/systemd');
const UNIT = readFileSync(path.join(FOLDER, 'assize.service'), 'utf8');
const SECRETS = readFileSync(path.join(FOLDER, 'assize-secrets.conf'), 'utf8');
const lacks = (name: string) => spawnSync(name, ['--version']).error !== undefined && `no ${name}`;
const options = { skip: lacks('systemd-analyze') };
/** Times ten, as systemd wants it. The rest is for the network, and for Node, which compiles while it runs. */
const MAX_EXPOSURE = 15;

function analyze(...words: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

test('the-unit-and-its-secrets-are-understood', options, (t) => {
  const folder = newFolder(t);
  // The unit's program does not have to be installed here.
  mkdirSync(path.join(folder, 'bin'));
  cpSync(path.join(ROOT, 'deploy/archive/assize'), path.join(folder, 'bin/assize'));
  const unit = path.join(folder, 'assize.service');
  writeFileSync(unit, UNIT.replaceAll('/opt/assize', folder));
  mkdirSync(`${unit}.d`);
  writeFileSync(path.join(`${unit}.d`, 'secrets.conf'), SECRETS);
  assert.deepEqual(analyze('verify', '--man=no', unit), { status: 0, text: '' });
  writeFileSync(
    unit,
    UNIT.replaceAll('/opt/assize', folder).replace('ProtectSystem=strict', 'ProtectSystem=most'),
  );
  assert.match(analyze('verify', '--man=no', unit).text, /Failed to parse/);
});

test('the-unit-leaves-the-service-no-more-than-it-needs', options, (t) => {
  const words = ['security', '--offline=yes', `--threshold=${MAX_EXPOSURE}`, '--no-pager'];
  const { status, text } = analyze(...words, path.join(FOLDER, 'assize.service'));
  t.diagnostic(text.trim().split('\n').at(-1) ?? '');
  assert.equal(status, 0, text);
});

test('each-setting-in-the-unit-is-one-that-the-service-knows', () => {
  const names = [...`${UNIT}${SECRETS}`.matchAll(/\b(ASSIZE_\w+)=/g)].map(([, name = '']) => name);
  assert.ok(names.includes('ASSIZE_DATA_DIR') && names.includes('ASSIZE_DATABASE_URL_FILE'));
  const known = [...Object.keys(SETTINGS), ...SECRET_FILES];
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
  );
  // A credential is passed on under the name by which it is read.
  const loaded = [...SECRETS.matchAll(/^LoadCredential=([^:]+):/gm)].map(([, name]) => name);
  const read = [...SECRETS.matchAll(/^Environment=\w+=%d\/(.+)$/gm)].map(([, name]) => name);
  assert.deepEqual(loaded, read);
});

test('the-unit-waits-longer-than-the-service-may-take-to-stop', () => {
  const serve = readFileSync(path.join(ROOT, 'service/cli/serve.ts'), 'utf8');
  const stopMs = Number(/STOP_TIMEOUT_MS = ([\d_]+)/.exec(serve)?.[1]?.replaceAll('_', ''));
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)?.[1]);
  assert.ok(stopSeconds * 1000 > stopMs, `${stopSeconds} s for ${stopMs} ms`);
});

testOnOneDatabase('the-service-makes-no-system-call-that-the-unit-forbids', async (location, t) => {
  const missing = options.skip || lacks('strace');
  if (missing) return t.skip(missing);
  const folder = newFolder(t);
  const counts = path.join(folder, 'counts');
  const strace = ['strace', '-D', '--follow-forks', '--summary-only', '-qq', '-o', counts];
  const service = await spawnFor(t, location, {}, strace, ['--workers', '2']);
  const client = connect(service.baseUrl);
  const body = { action: 'email.send', context: {} };
  assert.equal((await client.ask('b', SURFACES.b.evaluate, { body })).status, 200);
  client.close();
  await service.stop('SIGTERM');
  // It is a separate process, which writes once the last of the processes it follows has ended.
  await until(() => existsSync(counts) && readFileSync(counts, 'utf8').includes('total'));
  const made = [...readFileSync(counts, 'utf8').matchAll(/^ *\d.* ([a-z_0-9]+)$/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'total');
  assert.ok(made.includes('futex') && made.includes('fsync'), `${made}`);
  const allowed = new Set<string>();
  for (const [, no, sets = ''] of UNIT.matchAll(/^SystemCallFilter=(~?)(.+)$/gm)) {
    for (const call of sets.split(' ').flatMap(callsIn)) allowed[no === '' ? 'add' : 'delete'](call);
  }
  assert.deepEqual(
    made.filter((call) => !allowed.has(call)),
    [],
  );
});

/** A set may name other sets. */
function callsIn(set: string): string[] {
  if (!set.startsWith('@')) return [set];
  const lines = analyze('syscall-filter', set).text.split('\n').slice(1);
  const names = lines
    .map((line) => line.trim())
    .filter((line) => /^@?\w/.test(line) && !line.startsWith('#'));
  return names.flatMap(callsIn);
}
