/** Checks that a webhook comes from your Assize (Standard Webhooks 1.0), before you trust anything in it. */
import type { EventType } from './api.ts';
import { AssizeError } from './failures.ts';
import { unixSeconds } from './platform.ts';

/** The message is not from this endpoint's Assize, or is too old. */
export class WebhookError extends AssizeError {
  override name = 'WebhookError';
}

export interface WebhookEvent {
  type: EventType;
  /** ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** A message that someone recorded and replays later is refused. */
const TOLERANCE_SECONDS = 5 * 60;
const PREFIX = 'whsec_';

/**
 * @param body as received, not parsed
 * @param headers of the request; names in any case
 * @param secret of the endpoint: `whsec_` and base64
 * @throws {WebhookError}
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): Promise<WebhookEvent> {
  const [id, sentAt, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !sentAt || !signatures)
    throw new WebhookError('A webhook has an id, a timestamp and a signature.');
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(unixSeconds() - Number(sentAt)) > TOLERANCE_SECONDS) {
    throw new WebhookError('The webhook was sent too long ago, or in the future.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${sentAt}.`), bytes);
  const key = await keyOf(secret);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    const given = version === 'v1' ? fromBase64(value) : undefined;
    // The platform compares in constant time.
    if (given !== undefined && (await crypto.subtle.verify('HMAC', key, given, signed))) {
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
    }
  }
  throw new WebhookError('No signature of the webhook matches this secret.');
}

function headerOf(headers: Headers | Record<string, string | string[] | undefined>, name: string) {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value[0] : value;
}

function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0) {
    throw new WebhookError('The secret of an endpoint is whsec_ and base64.');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
