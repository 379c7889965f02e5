/**
 * The message for an event. Its body has the same bytes on every attempt, and is built from the stored text without
 * parsing it. Its headers state the time of the attempt and prove the sender.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { type SecretBox, secretBoundTo } from '../endpoints/sealing.ts';
import { signedHeaders } from '../endpoints/sign.ts';
import type { EndpointRow } from './claim.ts';

export interface Message {
  headers: Record<string, string>;
  body: string;
}

export interface MessageContent {
  eventId: string;
  type: string;
  /** JSON. */
  data: string;
  /** When it happened, ms since the epoch. */
  createdAt: number;
}

type Sealed = Pick<EndpointRow, 'chain' | 'endpoint_id' | 'secret' | 'previous_secret' | 'previous_until'>;

export interface SigningSecrets {
  current: KeyObject;
  previous: { secret: KeyObject; until: number } | null;
}

/** Opened once for many attempts, because opening costs more than signing. @throws if a secret does not open. */
export function openSecrets(secretBox: SecretBox, endpoint: Sealed): SigningSecrets {
  const { chain, endpoint_id, secret, previous_secret, previous_until: until } = endpoint;
  const boundTo = secretBoundTo(chain, endpoint_id);
  const open = (sealed: Uint8Array) => createSecretKey(secretBox.open(sealed, boundTo));
  const previous =
    previous_secret === null || until === null ? null : { secret: open(previous_secret), until };
  return { current: open(secret), previous };
}

/** @param atMs the time of this attempt. For a while after a rotation the previous secret signs too. */
export function messageOf(
  { current, previous }: SigningSecrets,
  content: MessageContent,
  atMs: number,
): Message {
  const body = bodyOf(content);
  const secrets = previous !== null && atMs < previous.until ? [current, previous.secret] : [current];
  return { headers: signedHeaders(secrets, { id: content.eventId, atMs, body }), body };
}

/** The same bytes on every attempt. @param data JSON. @param createdAt when it happened, ms since the epoch. */
export function bodyOf({ type, data, createdAt }: { type: string; data: string; createdAt: number }): string {
  const timestamp = new Date(createdAt).toISOString();
  return `{"type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":${data}}`;
}
