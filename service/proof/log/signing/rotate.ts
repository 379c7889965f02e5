/**
 * A new key begins to sign, and the previous one also signs for a while, for verifiers that know only one. Every chain
 * records this before it happens, so the old key signs the record that names the new one.
 */

import { ED25519_SEED_BYTES, encodeBase64, type JsonObject } from '@assize/evidence-format';
import type { Database } from '../../../database/open.ts';
import { type ChangeDeps, OPERATOR, recordChange } from '../../../evidence/changes/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { Failure } from '../../../foundation/failure.ts';
import { foreignKeys, publishKeys, storedKeys } from './published-keys.ts';
import {
  isValidStill,
  keysThatSign,
  newSigningKey,
  type SigningKey,
  withoutExpiredSeeds,
} from './signing-key.ts';
import { changingKeys, type SigningStateDeps } from './signing-state.ts';

export interface Rotation {
  added: SigningKey;
  /** The old keys, which sign beside the new one for a while. */
  overlapping: SigningKey[];
  /** Keys known only from the database, trusted from now on for their earlier signatures. */
  earlierRows: SigningKey[];
  /** The number of chains that record it. */
  chains: number;
}

export type RotateDeps = SigningStateDeps & ChangeDeps;

const AT_ONCE = 64;
const RETRY_AFTER_SECONDS = 10;

/** @param overlapMs how long current keys go on signing. @throws {Failure} `unavailable` if others change keys. */
export async function rotateSigningKey(deps: RotateDeps, overlapMs: number): Promise<Rotation> {
  const rotation = await changingKeys(deps, () => rotate(deps, overlapMs));
  if (rotation !== null) return rotation;
  throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('another process is changing the signing keys'));
}

async function rotate(deps: RotateDeps, overlapMs: number): Promise<Rotation> {
  const { db, clock, fillRandom, folder } = deps;
  await folder.refresh();
  const nowMs = clock.now();
  const own = folder.keys();
  const foreign = foreignKeys(await storedKeys(db), own, Number.NEGATIVE_INFINITY);
  const earlierRows = foreign.map((key) => ({ ...ended(key, nowMs), seed: null }));
  const overlapping = keysThatSign(own, nowMs).map((key) => ended(key, nowMs + overlapMs));
  const seed = new Uint8Array(ED25519_SEED_BYTES);
  fillRandom(seed);
  const added = newSigningKey(seed, nowMs);

  const chains = await stateInEveryChain(deps, {
    public_key: encodeBase64(added.publicKey),
    overlapping: overlapping.map(publicPart),
    taken_over: earlierRows.map(publicPart),
  });
  const earlier = own.map((key) => (isValidStill(key, nowMs) ? ended(key, nowMs + overlapMs) : key));
  const keys = [...earlierRows, ...earlier, added];
  await folder.storeKeys(withoutExpiredSeeds(keys, clock.now()));
  await publishKeys(db, folder.keys());
  return { added, overlapping, earlierRows, chains };
}

function ended<Key extends Omit<SigningKey, 'seed'>>(key: Key, atMs: number): Key {
  return { ...key, validUntil: Math.min(key.validUntil ?? Number.POSITIVE_INFINITY, atMs) };
}

function publicPart({ publicKey, validUntil }: SigningKey): JsonObject {
  const valid_until = isoOrNull(validUntil);
  return { public_key: encodeBase64(publicKey), valid_until };
}

/** A chain without artifacts is skipped: it has no signature to explain. */
async function stateInEveryChain(deps: ChangeDeps & { db: Database }, change: JsonObject): Promise<number> {
  const rows = await deps.db.selectFrom('chains').select('chain').where('size', '>', 0).execute();
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE).map(({ chain }) =>
      recordChange(deps, {
        chain,
        action: 'signing_key.rotate',
        actor: OPERATOR,
        change,
        statements: [],
      }),
    );
    await Promise.all(some);
  }
  return rows.length;
}
