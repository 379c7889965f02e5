/**
 * Keyed hashes of the names of targets. Tables store a target only as its hash; in the clear it is only in the
 * payloads of evidence, which redaction and retention can remove.
 */
import { createHmac, hash } from 'node:crypto';
import type { Target } from '@assize/act-reading/targets';
import { namesOf } from '@assize/act-reading/targets';
import { installationSecret, storedSecret } from '../../database/installation/installation-secret.ts';
import type { Database } from '../../database/open.ts';
import type { MaybePromise } from '../../foundation/fresh-cache.ts';
import type { FillRandom } from '../../foundation/ids.ts';

const SECRET = 'known targets';
/** The length to which the HMAC-SHA-256 is truncated: enough to keep names apart. */
const HASH_BYTES = 16;
const MAX_REMEMBERED = 20_000;
/** The most targets in memory. Each has the hashes of all its names, at most some forty of 32 characters. */
const MAX_TARGETS = 5_000;

export interface TargetHashes {
  /** 16 bytes: the HMAC-SHA-256 of chain and name under the installation's secret, truncated. */
  of(chain: number, name: string): Uint8Array;
  /** The same hash as text of one character for each byte, and not remembered: for names that rarely come again. */
  textOf(chain: number, name: string): string;
  /** The hashes of all names of the target, in hex: its own first, then the wider ones. */
  allOf(chain: number, target: Target): readonly string[];
}

/** Returns a hash in the form that evidence and the terms of mandates have. */
export function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

const opened = new WeakMap<Database, MaybePromise<TargetHashes>>();

/**
 * The secret is created at its first use, is the same on all nodes, and never changes, so each database is asked for
 * it once.
 */
export function targetHashes(db: Database, fillRandom: FillRandom): MaybePromise<TargetHashes> {
  const before = opened.get(db);
  if (before !== undefined) return before;
  const opening = targetSecret(db, fillRandom).then(
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

/** For threads that hash without a database. */
export function targetSecret(db: Database, fillRandom: FillRandom): Promise<Uint8Array> {
  return installationSecret(db, fillRandom, SECRET);
}

/** For readers that don't write. @returns null where no target was ever known. */
export async function storedTargetHashes(db: Database): Promise<TargetHashes | null> {
  const secret = await storedSecret(db, SECRET);
  return secret === undefined ? null : hashesUnder(secret);
}

export function hashesUnder(secret: Uint8Array): TargetHashes {
  const hmacOf = hmacUnder(secret);
  const hashes = new Map<string, Uint8Array>();
  const textOf = (chain: number, name: string) => hmacOf(`${chain} ${name}`).slice(0, HASH_BYTES);
  const of = (chain: number, name: string) => {
    const text = `${chain} ${name}`;
    const before = hashes.get(text);
    if (before !== undefined) return before;
    const hash = Buffer.from(textOf(chain, name), 'latin1');
    if (hashes.size >= MAX_REMEMBERED) hashes.clear();
    hashes.set(text, hash);
    return hash;
  };
  // The same recipients come again and again.
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
  return { of, textOf, allOf };
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** A name of the greatest length in UTF-8, with its kind and chain. */
const ROOM_BYTES = 8192;
const UTF8_BYTES = 3;

/**
 * HMAC-SHA-256 (RFC 2104) as text of one character for each byte. Two plain hashes over buffers that stay take a
 * third of the time of an object of Node for each name: 1 µs instead of 3, for up to 4,000 names of a result.
 */
function hmacUnder(secret: Uint8Array): (text: string) => string {
  const key = Buffer.alloc(BLOCK_BYTES);
  key.set(secret.length > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : secret);
  const inner = Buffer.alloc(BLOCK_BYTES + ROOM_BYTES);
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
  inner.set(key.map((byte) => byte ^ 0x36));
  outer.set(key.map((byte) => byte ^ 0x5c));
  return (text) => {
    if (text.length * UTF8_BYTES > ROOM_BYTES)
      return createHmac('sha256', secret).update(text).digest('binary');
    const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES);
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', outer, 'binary');
  };
}
