/**
 * The signature of a person under a report: an assertion by their passkey (WebAuthn level 3, section 7.2) whose challenge
 * is the hash of what they state. The service checks it with this file before it records it, and everyone else afterwards.
 */

import { canonicalJson, type JsonObject } from '../canonical/canonical.ts';
import { decodeUtf8 } from '../canonical/json-members.ts';
import { parseJson } from '../canonical/parse.ts';
import { ed25519Verify } from '../platform/ed25519.ts';
import { p256Verify } from '../platform/p256.ts';
import { sameHash, sha256 } from '../platform/sha256.ts';
import { readPasskeyKey } from './cose.ts';

export interface Assertion {
  /** The passkey's public key as a COSE_Key. */
  publicKey: Uint8Array;
  authenticatorData: Uint8Array;
  clientDataJson: Uint8Array;
  /** ECDSA as DER for ES256; 64 bytes for Ed25519. */
  signature: Uint8Array;
}

export interface AssertionTerms {
  /** What is signed: the bytes that the browser was given. */
  challenge: Uint8Array;
  /** The domain that the passkey belongs to. */
  rpId: string;
  /** The origin of the page; any, where it is left out. */
  origin?: string;
}

/** A passkey signs this: the hash of the canonical form of the statement. */
export function challengeOf(statement: JsonObject): Uint8Array {
  return sha256(canonicalJson(statement));
}

const HASH_BYTES = 32;
const FLAGS_AT = HASH_BYTES;
/** Hash of the domain, flags, counter. */
const MIN_DATA_BYTES = HASH_BYTES + 5;
const PRESENT = 1;
const VERIFIED = 4;

/** Why the assertion does not sign the challenge, as a clause; null where it does. Never throws because of its bytes. */
export function faultOfAssertion(
  { publicKey, authenticatorData, clientDataJson, signature }: Assertion,
  { challenge, rpId, origin }: AssertionTerms,
): string | null {
  const key = readPasskeyKey(publicKey);
  if (key === null) return 'its key is neither on P-256 nor Ed25519';
  const said = clientDataOf(clientDataJson);
  if (said === null) return "what the browser says of it can't be read";
  if (said.type !== 'webauthn.get') return 'it is not an assertion';
  if (said.challenge !== base64url(challenge)) return 'it signs something else';
  if (origin !== undefined && said.origin !== origin) return 'it was made for another page';
  if (authenticatorData.length < MIN_DATA_BYTES) return 'what its device says is too short';
  if (!sameHash(authenticatorData.subarray(0, HASH_BYTES), sha256(rpId)))
    return 'it belongs to another domain';
  const flags = authenticatorData[FLAGS_AT] ?? 0;
  if ((flags & PRESENT) === 0 || (flags & VERIFIED) === 0) return 'its device did not verify the person';
  const message = new Uint8Array([...authenticatorData, ...sha256(clientDataJson)]);
  const isValid =
    key.kind === 'es256'
      ? p256Verify(key.point, message, signature)
      : ed25519Verify(key.key, message, signature);
  return isValid ? null : 'its signature is not by this key';
}

function clientDataOf(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(decodeUtf8(bytes, 0, bytes.length));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** RFC 4648 section 5, without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
