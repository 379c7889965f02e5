/** The node's own record of its last signature is compared with the published checkpoint after signing has stopped. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from '../../../../tests/support/databases/databases.ts';
import { evaluate, PRODUCTION_KEY, startTestService } from '../../../../tests/support/http/in-process.ts';
import { openDatabase } from '../../../database/open.ts';
import { systemClock } from '../../../foundation/clock.ts';
import { checkpointCovering, type SignedCheckpoint } from '../../../proof/log/checkpoints.ts';
import { Refusal } from '../../../proof/log/refusal.ts';
import type { SigningView } from '../../../proof/verification/held-checkpoints.ts';
import { truthThreads } from '../../truth-threads.ts';
import { truthVerifier } from '../../verify-truth.ts';
import { log } from './log.ts';

const OTHER_ROOT = new Uint8Array(32).fill(7);

testOnOneDatabase('holds-the-signing-folder-against-the-log', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  await evaluate(app, 'b', { action: 'a', context: {} });
  const signed = await checkpointCovering(service.db, chain, 2);
  const verifiers = service.signing.verifiers(chain);
  // From here on no node signs, so no checkpoint is restored.
  await service.close();
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  const threads = truthThreads(location);
  t.after(() => threads.close());

  const gapsWith = async (signing: Partial<SigningView>, checked = 2) => {
    const stub: SigningView = {
      verifiers: () => verifiers,
      lastSigned: async () => signed,
      unstated: async () => null,
      state: async () => 'signs',
      ...signing,
    };
    const deps = { db, clock: systemClock(), signing: stub, raise: async () => undefined };
    const truth = truthVerifier({ ...deps, threads }, async () => [{ name: 'log', ...log }]);
    const { gaps, registries } = await truth.verify(chain);
    assert.equal(registries[0]?.checked, checked);
    return gaps.map(({ what }) => what);
  };
  const last = (change: Partial<SignedCheckpoint>) => async () => ({ ...signed, ...change });

  assert.deepEqual(await gapsWith({}), []);
  assert.deepEqual(await gapsWith({ state: async () => 'no_key' }), []);
  assert.match((await gapsWith({ verifiers: () => [] })).join(), /^$/);
  assert.deepEqual(await gapsWith({ lastSigned: last({ size: 1, root: OTHER_ROOT }) }), [
    'The last signature states another root than the first 1 artifacts give.',
  ]);
  assert.deepEqual(await gapsWith({ lastSigned: last({ root: OTHER_ROOT }) }), [
    'The checkpoint states another root for 2 artifacts than was signed here.',
  ]);
  assert.deepEqual(await gapsWith({ lastSigned: last({ size: 9 }) }), [
    'The checkpoint is of 2 artifacts, though one of 9 was signed here.',
  ]);
  const refuse = async () => {
    throw new Refusal('altered_signing_folder', 'The note is damaged.');
  };
  assert.deepEqual(await gapsWith({ lastSigned: refuse }), ['The note is damaged.']);

  await db.deleteFrom('checkpoints').where('chain', '=', chain).execute();
  assert.deepEqual(await gapsWith({}, 1), [
    'There is no checkpoint, though one of 2 artifacts was signed here.',
  ]);
});
