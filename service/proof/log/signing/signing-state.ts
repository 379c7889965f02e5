/**
 * Whether this node signs. It makes a key only if there has never been one: silently replacing a lost key would sign
 * evidence that may have been altered in the meantime.
 */
import { ED25519_SEED_BYTES } from '@assize/evidence-format';
import { holdLease, releaseLease } from '../../../database/nodes/lease.ts';
import type { Database } from '../../../database/open.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { FillRandom } from '../../../foundation/ids.ts';
import { arePublished, foreignKeys, publishKeys, storedKeys } from './published-keys.ts';
import type { SigningFolder } from './signing-folder.ts';
import { keysThatSign, newSigningKey } from './signing-key.ts';

export type SigningState =
  | 'signs'
  /** There are keys, and this node's folder has none of them: another node signs, or the folder was lost. */
  | 'no_key'
  /** This node's folder has a key, and the database names another as valid. */
  | 'foreign_key';

export const SIGNING_STATES: Record<SigningState, string> = {
  signs: 'This node signs checkpoints.',
  no_key:
    'This node signs no checkpoints: its signing folder has no key, and others have signed before. If another node signs, this is fine. If the folder was lost, restore it, or make a new key with `assize keys rotate-signing`.',
  foreign_key:
    'This node signs no checkpoints: the database names a signing key that its folder lacks. If another node has taken over signing, this is fine. Otherwise make a new key with `assize keys rotate-signing`.',
};

export interface SigningStateDeps {
  db: Database;
  clock: Clock;
  fillRandom: FillRandom;
  folder: SigningFolder;
  /** Identifies this process. */
  holder: string;
}

/** Held for every change of keys, so that two processes don't undo each other's work. */
const KEYS_LEASE = 'change the signing keys';
const KEYS_LEASE_MS = 10_000;

/** The current state; changes nothing. */
export async function signingStateOf({
  db,
  clock,
  folder,
}: Pick<SigningStateDeps, 'db' | 'clock' | 'folder'>): Promise<SigningState> {
  const nowMs = clock.now();
  const foreign = foreignKeys(await storedKeys(db), folder.keys(), nowMs);
  if (keysThatSign(folder.keys(), nowMs).length === 0) return 'no_key';
  return foreign.length > 0 ? 'foreign_key' : 'signs';
}

/** Makes the first key of an installation, and publishes the keys of the folder. */
export async function ensureKeys(deps: SigningStateDeps): Promise<SigningState> {
  const { db, folder } = deps;
  if (folder.keys().length === 0 && (await storedKeys(db)).length === 0) {
    await changingKeys(deps, async () => {
      // Another process that shares the folder may have been faster.
      await folder.refresh();
      if (folder.keys().length === 0 && (await storedKeys(db)).length === 0) await makeFirstKey(deps);
    });
    await folder.refresh();
  }
  const state = await signingStateOf(deps);
  if (state === 'signs' && !(await arePublished(db, folder.keys()))) await publishKeys(db, folder.keys());
  return state;
}

/** Does the work, unless another process is changing keys: then returns null. */
export async function changingKeys<T>(
  { db, clock, holder }: Pick<SigningStateDeps, 'db' | 'clock' | 'holder'>,
  work: () => Promise<T>,
): Promise<T | null> {
  const wanted = { name: KEYS_LEASE, holder, nowMs: clock.now(), forMs: KEYS_LEASE_MS };
  if (!(await holdLease(db, wanted))) return null;
  try {
    return await work();
  } finally {
    await releaseLease(db, KEYS_LEASE, holder);
  }
}

/** The key is stored before it is published: a published key without a stored seed would end all signing. */
async function makeFirstKey({ db, clock, fillRandom, folder }: SigningStateDeps): Promise<void> {
  const seed = new Uint8Array(ED25519_SEED_BYTES);
  fillRandom(seed);
  await folder.storeKeys([newSigningKey(seed, clock.now())]);
  await publishKeys(db, folder.keys());
}
