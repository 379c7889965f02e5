/**
 * The signature of a webhook, by the Standard Webhooks specification 1.0. With the endpoint's secret, a receiver can
 * tell that exactly this body was sent, with this id, at this time.
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

/** The form that is shown once, and that verifying libraries accept. */
export function secretText(secret: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(secret).toString('base64');
}

/**
 * @param secrets the valid ones, at least one. Each signs, so a receiver may hold the old one or the new. Turn a secret
 * that signs often into a key object: making one from bytes takes five times as long as signing.
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
