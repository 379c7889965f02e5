import assert from 'node:assert/strict';
import test from 'node:test';
import { checkpointOrigin, signCheckpoint, signerOf } from '@assize/evidence-format';
import { temporaryFolder } from '../../../../tests/support/databases/databases.ts';
import { chainId } from '../../../database/chain-id.ts';
import { lastInFolder } from './last-signed.ts';
import { verifiersIn } from './signing.ts';
import { openSigningFolder } from './signing-folder.ts';
import { newSigningKey } from './signing-key.ts';

const CHAIN = 1;
const ORIGIN = checkpointOrigin(chainId(CHAIN));
const seedOf = (number: number) => new Uint8Array(32).fill(number);

function noteBy(seed: Uint8Array): string {
  const checkpoint = { origin: ORIGIN, size: 3, root: new Uint8Array(32), extensions: [] };
  return signCheckpoint(checkpoint, signerOf(ORIGIN, seed));
}

test('trusts-what-another-process-signed-by-a-key-that-it-has-just-made', async (t) => {
  const { path, remove } = temporaryFolder();
  t.after(remove);
  const other = await openSigningFolder(`${path}/signing`, 'other');
  await other.storeKeys([newSigningKey(seedOf(1), 0)]);
  const own = await openSigningFolder(`${path}/signing`, 'own');
  const last = () => lastInFolder(own, CHAIN, () => verifiersIn(own)(CHAIN));
  await other.storeKeys([newSigningKey(seedOf(1), 0), newSigningKey(seedOf(2), 1)]);
  await other.keepNote(chainId(CHAIN), noteBy(seedOf(2)));
  assert.equal((await last())?.size, 3);
  await other.keepNote(chainId(CHAIN), noteBy(seedOf(3)));
  await assert.rejects(last(), { name: 'Refusal' });
});
