/**
 * What is sent for an event: the same bytes on every try, put together from the stored text, which is never read and
 * written again; and the headers, which say anew each time when it is sent and prove by whom.
 */
import { bodyOf } from './body.ts';
import type { EndpointRow } from './claim.ts';
import type { SecretBox } from './sealing.ts';
import { signedHeaders } from './sign.ts';

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

/** @param atMs of this try. @throws where a secret does not open. */
export function messageOf(
  secretBox: SecretBox,
  endpoint: Sealed,
  content: MessageContent,
  atMs: number,
): Message {
  const body = bodyOf(content);
  const secrets = validSecrets(secretBox, endpoint, atMs);
  return { headers: signedHeaders(secrets, { id: content.eventId, atMs, body }), body };
}

/** The one before signs as well for a while after a rotation. */
function validSecrets(secretBox: SecretBox, endpoint: Sealed, atMs: number): Uint8Array[] {
  const { chain, endpoint_id, secret, previous_secret, previous_until } = endpoint;
  const boundTo = `${chain}/${endpoint_id}`;
  const sealed = [secret];
  if (previous_secret !== null && previous_until !== null && atMs < previous_until) {
    sealed.push(previous_secret);
  }
  return sealed.map((each) => secretBox.open(each, boundTo));
}
