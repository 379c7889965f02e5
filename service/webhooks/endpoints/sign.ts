/**
 * The signature of a webhook, by the Standard Webhooks specification 1.0: with the endpoint's secret a receiver can tell
 * that this very body was sent, with this id, at this time.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import type { FillRandom } from '../../foundation/ids.ts';

/** The specification allows 24 to 64. */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';

export function newSecret(fillRandom: FillRandom): Uint8Array {
  const secret = new Uint8Array(SECRET_BYTES);
  fillRandom(secret);
  return secret;
}

/** As it is shown, once, and as verifying libraries take it. */
export function secretText(secret: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(secret).toString('base64');
}

/**
 * @param secrets the valid ones, at least one: each signs, so that a receiver may hold the old one or the new. Make a
 * secret that signs often a key object: making one from bytes takes five times as long as signing.
 */
export function signedHeaders(
  secrets: readonly (Uint8Array | KeyObject)[],
  { id, atMs, body }: { id: string; atMs: number; body: string },
): Record<string, string> {
  const timestamp = Math.floor(atMs / 1000);
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
