/**
 * Encrypts secrets that must be readable again: AES-256-GCM (NIST SP 800-38D) under a key that is not in the database.
 * A sealed secret opens only if it is unchanged, with the same key and for the same owner.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { FillRandom } from '../../foundation/ids.ts';

export interface SecretBox {
  /** @param boundTo the owner: a secret moved to another row of the database does not open there. */
  seal(plain: Uint8Array, boundTo: string): Uint8Array;
  /** @throws if it was sealed under another key or for another owner, or is damaged. */
  open(sealed: Uint8Array, boundTo: string): Uint8Array;
}

const CIPHER = 'aes-256-gcm';
/** The first byte states the format of the rest: nonce, encrypted bytes, tag. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MIN_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** @param key 32 bytes. */
export function secretBox(key: Uint8Array, fillRandom: FillRandom): SecretBox {
  return {
    seal(plain, boundTo) {
      const nonce = new Uint8Array(NONCE_BYTES);
      fillRandom(nonce);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(ownerBytes(boundTo));
      const encrypted = [cipher.update(plain), cipher.final()];
      return Buffer.concat([Buffer.of(VERSION), nonce, ...encrypted, cipher.getAuthTag()]);
    },
    open(sealed, boundTo) {
      if (sealed.length < MIN_BYTES || sealed[0] !== VERSION) {
        throw new Error('This version cannot read the form of a sealed secret.');
      }
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(ownerBytes(boundTo));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([
          decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]);
      } catch (cause) {
        throw new Error('A sealed secret does not open: it has another key or owner, or is damaged.', {
          cause,
        });
      }
    },
  };
}

/** The owner that the secret of an endpoint is bound to, so that it opens for no other. */
export function secretBoundTo(chain: number, endpointId: string): string {
  return `${chain}/${endpointId}`;
}

function ownerBytes(boundTo: string): Uint8Array {
  return Buffer.from(`${VERSION}/${boundTo}`, 'utf8');
}
