/**
 * Keyed hashes of the names of targets. Tables hold a target as its hash only: it stands in the clear in the payloads of
 * evidence, which redaction and retention reach.
 */
import { createHmac, createSecretKey } from 'node:crypto';
import { installationSecret, storedSecret } from '../database/installation-secret.ts';
import type { Database } from '../database/open.ts';
import type { FillRandom } from '../foundation/ids.ts';

const SECRET = 'known targets';
/** Of the HMAC-SHA-256: enough that no two names meet. */
const HASH_BYTES = 16;
const MAX_REMEMBERED = 20_000;

export interface TargetHashes {
  /** 16 bytes: the HMAC-SHA-256 of chain and name under the installation's secret, truncated. */
  of(chain: number, name: string): Uint8Array;
}

/** As evidence and the terms of mandates state a hash. */
export function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

/** The secret is made at its first use, and is the same on all nodes. */
export async function targetHashes(db: Database, fillRandom: FillRandom): Promise<TargetHashes> {
  return hashesUnder(await installationSecret(db, fillRandom, SECRET));
}

/** For readers that write nothing. @returns null where no target was ever known. */
export async function storedTargetHashes(db: Database): Promise<TargetHashes | null> {
  const secret = await storedSecret(db, SECRET);
  return secret === undefined ? null : hashesUnder(secret);
}

function hashesUnder(secret: Uint8Array): TargetHashes {
  const key = createSecretKey(secret);
  const remembered = new Map<string, Uint8Array>();
  return {
    of(chain, name) {
      const text = `${chain} ${name}`;
      const before = remembered.get(text);
      if (before !== undefined) return before;
      const hash = createHmac('sha256', key).update(text).digest().subarray(0, HASH_BYTES);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(text, hash);
      return hash;
    },
  };
}
