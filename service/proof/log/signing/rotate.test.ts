/** A key rotation is public: both keys sign for a while, the chains record it, and the old seed is deleted. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openCheckpoint, type VerifierKey } from '@assize/evidence-format';
import { chainIn, growTo, untilSigned } from '../../../../tests/support/databases/chains.ts';
import {
  signingDirFor,
  testOnEachDatabase,
  testOnOneDatabase,
} from '../../../../tests/support/databases/databases.ts';
import {
  ask,
  openWithoutHttp,
  startTestService,
  testConfig,
} from '../../../../tests/support/http/in-process.ts';
import { assize } from '../../../../tests/support/processes/command.ts';
import { until } from '../../../../tests/support/until.ts';
import type { DatabaseLocation } from '../../../database/location.ts';
import type { Database } from '../../../database/open.ts';
import { createLogger } from '../../../logging/log.ts';
import { startService } from '../../../wiring.ts';
import { latestCheckpoint } from '../checkpoints.ts';
import { rotateSigningKey } from './rotate.ts';

const DAY_MS = 86_400_000;

function seedsIn(location: DatabaseLocation): (string | null)[] {
  const file = readFileSync(path.join(signingDirFor(location), 'keys.json'), 'utf8');
  return JSON.parse(file).keys.map(({ seed }: { seed: string | null }) => seed);
}

/** Waits until the checkpoint is signed by exactly these keys, the newest first. */
async function untilSignedBy(db: Database, chain: number, keys: readonly VerifierKey[]): Promise<void> {
  const wanted = keys.map(({ id }) => id);
  let ids: number[] = [];
  await until(
    async () => {
      const opened = openCheckpoint((await latestCheckpoint(db, chain))?.note ?? '', keys);
      ids = opened.fault === null ? opened.verified.map(({ keyId }) => keyId) : [];
      return opened.fault === null && opened.unverified.length === 0 && String(ids) === String(wanted);
    },
    () => `signed by ${ids}, not by ${wanted}`,
  );
}

testOnEachDatabase('signs-with-both-keys-for-a-while', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const chain = await chainIn(service.db);
  await untilSigned(service.db, chain);
  const [old] = service.signing.verifiers(chain);

  // From another process, while this one runs.
  const ended = await assize(location, ['keys', 'rotate-signing', '--overlap-days', '10', '--json']);
  assert.equal(ended.code, 0, ended.stderr);
  const recorded = JSON.parse(ended.stdout);
  assert.deepEqual(
    {
      overlappingCount: recorded.overlapping.length,
      taken_over: recorded.taken_over,
      chains: recorded.chains,
    },
    { overlappingCount: 1, taken_over: [], chains: 2 },
  );
  await growTo(service.db, chain, 20);
  await until(() => service.signing.verifiers(chain).length === 2);
  const [, added] = service.signing.verifiers(chain);
  await untilSignedBy(service.db, chain, [added ?? assert.fail(), old ?? assert.fail()]);
  // A chain that has not grown since is signed again as well.
  const sandbox = await chainIn(service.db, 'sandbox');
  await untilSignedBy(service.db, sandbox, service.signing.verifiers(sandbox).toReversed());

  const { body } = await ask(app, 'a', '/api/v1/evidence/verifier-keys');
  assert.equal(body.keys.length, 2);
  const days = (Date.parse(body.keys[0].valid_until) - Date.parse(body.keys[1].valid_from)) / DAY_MS;
  assert.equal(days, 10);
  assert.equal(body.keys[1].valid_until, null);
  const found = await ask(app, 'a', '/api/v1/evidence/search', { body: { action: 'signing_key.rotate' } });
  assert.equal(found.body.items[0].payload.change.public_key, recorded.added.public_key);
  for (const seed of seedsIn(location)) assert.ok(!JSON.stringify(found.body).includes(seed ?? '?'));
  await service.close();

  // Once the overlap is over, the old key no longer signs, and its seed is gone.
  const later = testConfig(location, { ASSIZE_TEST_CLOCK_OFFSET_MS: String(11 * DAY_MS) });
  const again = await startService(later, createLogger('silent'));
  t.after(() => again.close());
  await growTo(again.db, chain, 30);
  await untilSignedBy(again.db, chain, [added ?? assert.fail()]);
  assert.deepEqual(
    seedsIn(location).map((seed) => seed === null),
    [true, false],
  );
  assert.equal(again.signing.verifiers(chain).length, 2);
});

testOnOneDatabase('ends-a-key-at-once-that-may-have-leaked', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await untilSigned(service.db, chain);
  await rotateSigningKey({ ...service, folder: service.signing.folder, holder: 'test' }, 0);
  assert.equal(seedsIn(location)[0], null);
  const [, added] = service.signing.verifiers(chain);
  await growTo(service.db, chain, 20);
  await untilSignedBy(service.db, chain, [added ?? assert.fail()]);
});

testOnOneDatabase('takes-over-on-purpose-where-the-folder-was-lost', async (location, t) => {
  const first = await startTestService(t, location);
  const chain = await chainIn(first.service.db);
  await growTo(first.service.db, chain, 300);
  await untilSigned(first.service.db, chain);
  const [old] = first.service.signing.verifiers(chain);
  await first.service.close();
  rmSync(signingDirFor(location), { recursive: true });

  const ended = await assize(location, ['keys', 'rotate-signing']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stdout, /taken over from the database/);
  const { service } = await openWithoutHttp(t, location);
  await untilSigned(service.db, chain);
  const [earlier, added] = service.signing.verifiers(chain);
  assert.deepEqual(Buffer.from(earlier?.publicKey ?? []), Buffer.from(old?.publicKey ?? []));
  await untilSignedBy(service.db, chain, [added ?? assert.fail()]);
  assert.deepEqual(await service.db.selectFrom('integrity_alarms').selectAll().execute(), []);
});

testOnOneDatabase('says-in-the-doctor-whether-it-signs', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  await untilSigned(service.db, await chainIn(service.db));
  await service.close();
  const signing = async () => {
    const { stdout } = await assize(location, ['doctor', '--json']);
    return JSON.parse(stdout).find(({ what }: { what: string }) => what === 'signing');
  };
  assert.equal((await signing()).state, 'ok');
  rmSync(signingDirFor(location), { recursive: true });
  const { state, found } = await signing();
  assert.equal(state, 'warning');
  assert.match(found, /rotate-signing/);
});

testOnOneDatabase('prints-the-checkpoint-to-be-kept', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, 5);
  await untilSigned(service.db, chain);
  await service.close();
  const plain = await assize(location, ['evidence', 'checkpoint']);
  assert.equal(plain.code, 0, plain.stderr);
  assert.ok(openCheckpoint(plain.stdout, service.signing.verifiers(chain)).fault === null, plain.stdout);
  const file = `${signingDirFor(location)}.note`;
  t.after(() => rmSync(file, { force: true }));
  const asJson = JSON.parse(
    (await assize(location, ['evidence', 'checkpoint', '--json', '--out', file])).stdout,
  );
  assert.deepEqual(
    { asJsonSize: asJson.size, checkpoint: asJson.checkpoint },
    { asJsonSize: 5, checkpoint: plain.stdout },
  );
  assert.equal(readFileSync(file, 'utf8'), plain.stdout);
});
