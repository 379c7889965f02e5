/**
 * Keyed hashes of the names of targets. Tables hold a target as its hash only: it stands in the clear in the payloads of
 * evidence, which redaction and retention reach.
 */
import { createHmac, createSecretKey } from 'node:crypto';
import type { Target } from '@assize/act-reading/targets';
import { namesOf } from '@assize/act-reading/targets';
import { installationSecret, storedSecret } from '../../database/installation/installation-secret.ts';
import type { Database } from '../../database/open.ts';
import type { MaybePromise } from '../../foundation/fresh-cache.ts';
import type { FillRandom } from '../../foundation/ids.ts';

const SECRET = 'known targets';
/** Of the HMAC-SHA-256: enough that no two names meet. */
const HASH_BYTES = 16;
const MAX_REMEMBERED = 20_000;
/** Each has the hashes of all its names, at most some forty of 32 characters. */
const MAX_TARGETS = 5_000;

export interface TargetHashes {
  /** 16 bytes: the HMAC-SHA-256 of chain and name under the installation's secret, truncated. */
  of(chain: number, name: string): Uint8Array;
  /** Of all names of the target, in hex: its own first, then the wider ones. */
  allOf(chain: number, target: Target): readonly string[];
}

/** As evidence and the terms of mandates state a hash. */
export function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

const opened = new WeakMap<Database, MaybePromise<TargetHashes>>();

/** The secret is made at its first use, is the same on all nodes, and never changes: each database is asked for it once. */
export function targetHashes(db: Database, fillRandom: FillRandom): MaybePromise<TargetHashes> {
  const before = opened.get(db);
  if (before !== undefined) return before;
  const opening = installationSecret(db, fillRandom, SECRET).then(
    (secret) => {
      const hashes = hashesUnder(secret);
      opened.set(db, hashes);
      return hashes;
    },
    (error: unknown) => {
      opened.delete(db);
      throw error;
    },
  );
  opened.set(db, opening);
  return opening;
}

/** For readers that write nothing. @returns null where no target was ever known. */
export async function storedTargetHashes(db: Database): Promise<TargetHashes | null> {
  const secret = await storedSecret(db, SECRET);
  return secret === undefined ? null : hashesUnder(secret);
}

function hashesUnder(secret: Uint8Array): TargetHashes {
  const key = createSecretKey(secret);
  const hashes = new Map<string, Uint8Array>();
  const of = (chain: number, name: string) => {
    const text = `${chain} ${name}`;
    const before = hashes.get(text);
    if (before !== undefined) return before;
    const hash = createHmac('sha256', key).update(text).digest().subarray(0, HASH_BYTES);
    if (hashes.size >= MAX_REMEMBERED) hashes.clear();
    hashes.set(text, hash);
    return hash;
  };
  // Recipients come again and again.
  const remembered = new Map<string, readonly string[]>();
  const allOf = (chain: number, target: Target) => {
    const text = `${chain} ${target.kind} ${target.value}`;
    const before = remembered.get(text);
    if (before !== undefined) return before;
    const all = namesOf(target).map((name) => hexOf(of(chain, name)));
    if (remembered.size >= MAX_TARGETS) remembered.clear();
    remembered.set(text, all);
    return all;
  };
  return { of, allOf };
}
