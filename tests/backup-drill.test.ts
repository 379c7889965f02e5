/**
 * The drill: a machine is lost under load. The backup is restored on another machine with the separately kept signing
 * folder, with a copy of it, or with neither; a person confirms it, and the service continues. Everything answered
 * before the backup is there, and everything after it is stated to be missing.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import {
  dataDirFor,
  emptyDatabase,
  newFolder,
  signingDirFor,
  testOnEachDatabase,
} from './support/databases/databases.ts';
import { onServer } from './support/databases/postgres.ts';
import { addressOf } from './support/databases/templates.ts';
import { type Client, connectFor } from './support/http/client.ts';
import { PRODUCTION_KEY, SANDBOX_KEY, SURFACES } from './support/http/in-process.ts';
import { type Promised, startLoad } from './support/nodes/load.ts';
import { requireKept } from './support/nodes/promises.ts';
import { assize, run } from './support/processes/command.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const VERIFIER = path.join(import.meta.dirname, '../evidence-format/assize-verify.ts');
/** Answered verdicts between two acts of the operator. */
const SOME = 150;
/** How many of the lost evaluations are asked for. */
const ASKED_FOR = 5;
const WORDS = ['--reason', 'the machine burned', '--by', 'Kim Operator'];

/** The operator's files on another machine. */
interface Elsewhere {
  backup: string;
  /** A copy of the signing folder from after the backup. */
  copy: string;
  /** The signing folder itself, as it was at the end. */
  signing: string;
  /** Answered before the backup began, and after the copy was made. */
  before: Promised[];
  after: Promised[];
}

testOnEachDatabase('a-lost-machine-comes-back-and-says-what-is-missing', async (location, t) => {
  const elsewhere = await losingTheMachine(location, t);
  const withFolder = async (place: DatabaseLocation) =>
    cpSync(elsewhere.signing, signingDirFor(place), { recursive: true });
  await requireComesBack(location, t, elsewhere, { signing: 'kept', options: [], prepare: withFolder });
  await requireComesBack(location, t, elsewhere, {
    signing: 'copy',
    options: ['--signing', elsewhere.copy],
    prepare: async () => undefined,
  });
  await requireComesBack(location, t, elsewhere, {
    signing: 'lost',
    options: ['--new-signing-key'],
    prepare: async () => undefined,
  });
});

async function losingTheMachine(location: DatabaseLocation, t: TestContext): Promise<Elsewhere> {
  const folder = newFolder(t);
  const [backup, copy, signing] = ['backup', 'copy.json', 'signing'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  const service = await spawnFor(t, location);
  const load = startLoad(t, service.baseUrl, 'drill', { restMs: 200 });
  await load.untilPromised(SOME);
  const before = [...load.promised];
  const made = await assize(location, ['backup', backup]);
  assert.equal(made.code, 0, made.stderr);
  await load.untilPromised(load.promised.length + SOME);
  await untilMoreIsSigned(location, await manifestOf(backup));
  const copied = await assize(location, ['backup', 'signing', copy]);
  assert.equal(copied.code, 0, copied.stderr);
  const sofar = load.promised.length;
  await load.untilPromised(sofar + SOME);
  const ended = service.stop('SIGKILL');
  await load.stop();
  assert.equal(await ended, null);
  assert.deepEqual(load.refused, [], 'a backup blocks no verdict');
  cpSync(signingDirFor(location), signing, { recursive: true });
  await destroy(location);
  return { backup, copy, signing, before, after: load.promised.slice(sofar) };
}

interface ChainInManifest {
  chain: string;
  environment: string;
  size: number;
}

async function manifestOf(backup: string): Promise<{ created_at: string; chains: ChainInManifest[] }> {
  const { stdout, stderr } = await assize(null, ['backup', 'verify', backup, '--json']);
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

/** The second line of a note is the size of the tree that it signs. */
function untilMoreIsSigned(
  location: DatabaseLocation,
  { chains }: { chains: ChainInManifest[] },
): Promise<void> {
  return until(() =>
    chains.every(({ chain, size }) => {
      const note = path.join(signingDirFor(location), 'last', `${chain}.note`);
      return Number(readFileSync(note, 'utf8').split('\n')[1]) > size;
    }),
  );
}

/** Deletes everything that was on the machine. */
async function destroy(location: DatabaseLocation): Promise<void> {
  for (const folder of [dataDirFor(location), signingDirFor(location)]) {
    rmSync(folder, { recursive: true, force: true });
  }
  mkdirSync(dataDirFor(location));
  if (location.kind === 'postgres') {
    const name = new URL(location.url).pathname.slice(1);
    const maintenance = addressOf(location.url, 'postgres');
    await onServer(maintenance, `DROP DATABASE ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`);
  }
}

interface Way {
  signing: 'kept' | 'copy' | 'lost';
  options: string[];
  prepare(place: DatabaseLocation): Promise<void>;
}

async function requireComesBack(
  { kind }: DatabaseLocation,
  t: TestContext,
  elsewhere: Elsewhere,
  { signing, options, prepare }: Way,
): Promise<void> {
  const { location: place, remove } = await emptyDatabase(kind);
  t.after(remove);
  await prepare(place);
  const put = await assize(place, ['restore', elsewhere.backup, ...options]);
  assert.equal(put.code, 0, put.stderr);
  assert.match(put.stdout, /npx assize evidence acknowledge-restore --reason/);

  const service = await spawnFor(t, place);
  const client = connectFor(t, service.baseUrl);
  assert.equal(await verdict(client), 'block', 'no one has confirmed the restore yet');
  const ready = await client.ask('a', '/readyz', { key: null });
  assert.match(ready.body.warnings?.[0] ?? '', /not signed/);
  const acknowledged = await assize(place, ['evidence', 'acknowledge-restore', ...WORDS]);
  assert.equal(acknowledged.code, 0, acknowledged.stdout + acknowledged.stderr);
  for (const key of [PRODUCTION_KEY, SANDBOX_KEY]) {
    const url = '/api/v1/evidence/verify/acknowledge';
    assert.equal((await client.ask('a', url, { key, body: {} })).status, 200);
  }
  assert.equal(await verdict(client), 'proceed');

  await requireKept(client, elsewhere.before);
  for (const { evidenceId, key } of elsewhere.after.slice(-ASKED_FOR)) {
    assert.equal((await client.ask('b', `/v1/evidence/${evidenceId}`, { key })).status, 404);
  }
  await requireStated(client, elsewhere, signing);
  await requireExported(place, `${elsewhere.copy}.${signing}.export`, signing);
  const doctor = await assize(place, ['doctor', '--json']);
  const findings: { what: string; state: string }[] = JSON.parse(doctor.stdout);
  const bad = findings.filter(({ what, state }) => what.startsWith('evidence') && state !== 'ok');
  assert.deepEqual(bad, []);
  await endWell(service);
}

async function endWell(service: RunningService): Promise<void> {
  assert.equal(await service.stop('SIGTERM'), 0);
}

async function verdict(client: Client): Promise<string> {
  const { body } = await client.ask('a', SURFACES.a.evaluate, {
    body: { action: 'mail.send', context: { risk_level: 'low' } },
  });
  return body.verdict;
}

/** Each chain states permanently how much is known to have been signed, and what is not known. */
async function requireStated(client: Client, { backup }: Elsewhere, signing: Way['signing']): Promise<void> {
  const manifest = await manifestOf(backup);
  for (const [key, environment] of [
    [PRODUCTION_KEY, 'production'],
    [SANDBOX_KEY, 'sandbox'],
  ] as const) {
    const size = manifest.chains.find((chain) => chain.environment === environment)?.size ?? 0;
    const { body } = await client.ask('a', '/api/v1/evidence/verify?full=true', { key });
    assert.equal(body.valid, true, JSON.stringify(body.first_invalid));
    const [stated, ...others] = body.restores;
    assert.equal(others.length, 0);
    assert.deepEqual(
      { by: stated.by, signing: stated.signing, backup: stated.backup_at },
      { by: 'Kim Operator', signing, backup: manifest.created_at },
    );
    assert.ok(stated.proven_size <= size && stated.found_size >= size);
    // The folder, and the copy that is newer than the backup, know of more than was restored.
    assert.equal(stated.last_signed_size > size, signing !== 'lost', JSON.stringify(stated));
    assert.equal(stated.signing_at !== null, signing === 'copy');
  }
}

/** Verifies the export file alone, with the auditor's program. */
async function requireExported(
  place: DatabaseLocation,
  file: string,
  signing: Way['signing'],
): Promise<void> {
  const exported = await assize(place, ['evidence', 'export', '--format', 'json', '--out', file]);
  assert.equal(exported.code, 0, exported.stderr);
  const checked = await run(process.execPath, [VERIFIER, file]);
  assert.equal(checked.code, 0, checked.stdout);
  assert.match(checked.stdout, /^RESTORED +Record \d+ states that an older database was put back from the/m);
  assert.equal(/and are missing, is not known/.test(checked.stdout), signing !== 'kept');
}
