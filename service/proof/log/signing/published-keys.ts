/** The keys as the database publishes them. None is trusted: only the signing folder decides which signatures count. */

import { checkpointOrigin, formatVerifierKey, sameHash } from '@assize/evidence-format';
import { chainId } from '../../../database/chain-id.ts';
import type { Database } from '../../../database/open.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import type { SigningKey } from './signing-key.ts';

export interface PublishedKey {
  /** `assize/<chain id>+<key id>+<base64>`, as C2SP signed-note writes it. */
  vkey: string;
  /** ms since the epoch. */
  validFrom: number;
  /** ms since the epoch; null while no other key will follow it. */
  validUntil: number | null;
}

/** The form on both surfaces. */
export function publishedKeyFields({ vkey, validFrom, validUntil }: PublishedKey) {
  return {
    vkey,
    valid_from: new Date(validFrom).toISOString(),
    valid_until: isoOrNull(validUntil),
  };
}

/** Every key that has signed checkpoints of the chain, the oldest first. */
export async function publishedKeys(db: Database, chain: number): Promise<PublishedKey[]> {
  const name = checkpointOrigin(chainId(chain));
  return (await storedKeys(db)).map(({ publicKey, validFrom, validUntil }) => ({
    vkey: formatVerifierKey({ name, publicKey }),
    validFrom,
    validUntil,
  }));
}

export async function storedKeys(db: Database): Promise<Omit<SigningKey, 'seed'>[]> {
  const rows = await db.selectFrom('verifier_keys').selectAll().orderBy('valid_from').execute();
  return rows.map((row) => ({
    publicKey: row.public_key,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
  }));
}

export async function arePublished(db: Database, keys: readonly SigningKey[]): Promise<boolean> {
  const stored = await storedKeys(db);
  return keys.every(({ publicKey, validFrom, validUntil }) =>
    stored.some(
      (key) =>
        sameHash(key.publicKey, publicKey) && key.validFrom === validFrom && key.validUntil === validUntil,
    ),
  );
}

/** Publishes the state of these keys in the folder. */
export async function publishKeys(db: Database, keys: readonly SigningKey[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map(({ publicKey, validFrom, validUntil }) => ({
    public_key: publicKey,
    valid_from: validFrom,
    valid_until: validUntil,
  }));
  await db
    .insertInto('verifier_keys')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('public_key').doUpdateSet((row) => ({
        valid_from: row.ref('excluded.valid_from'),
        valid_until: row.ref('excluded.valid_until'),
      })),
    )
    .execute();
}

/** Valid keys of the database that are missing in the folder: another node signs, or the folder was lost. */
export function foreignKeys<Key extends Omit<SigningKey, 'seed'>>(
  stored: readonly Key[],
  own: readonly SigningKey[],
  nowMs: number,
): Key[] {
  return stored.filter(
    ({ publicKey, validUntil }) =>
      (validUntil === null || validUntil > nowMs) && !own.some((key) => sameHash(key.publicKey, publicKey)),
  );
}
