/**
 * Fetches the documents of an issuer: the address comes from a tenant, so they are fetched as webhooks are sent, only from
 * addresses that those may go to, with limits of size and time.
 */
import { parseJson } from '@assize/evidence-format';
import type { Answer, Sender } from '../../../webhooks/sending/index.ts';
import { isObject } from '../reading/token.ts';

export const MAX_DOCUMENT_BYTES = 256 * 1024;
export const FETCH_TIMEOUT_MS = 5000;

/** Why an issuer's keys are not known, in words that can follow "because". */
export class NoKeys extends Error {
  override readonly name = 'NoKeys';
  /** The document is not there; another place may have it. */
  readonly isMissing: boolean;

  constructor(reason: string, isMissing = false) {
    super(reason);
    this.isMissing = isMissing;
  }
}

/** Fetches a JSON object within the time that is left. @throws {NoKeys} */
export type FetchObject = (url: string) => Promise<Record<string, unknown>>;

/** @param stop gives up at once. */
export function fetchesOf(sender: Sender, now: () => number, stop: AbortSignal): FetchObject {
  const deadline = now() + FETCH_TIMEOUT_MS;
  return async (url) => {
    const target = { url, environment: 'production' } as const;
    const leftMs = Math.max(1, Math.floor(deadline - now()));
    const answer = await sender.send(target, { accept: 'application/json' }, null, stop, leftMs);
    return objectIn(answer);
  };
}

function objectIn({ status, error, response }: Answer): Record<string, unknown> {
  if (error !== null || response === null) {
    throw new NoKeys(error ?? 'There was no answer.', status !== null && status >= 400 && status < 500);
  }
  if (response.length >= MAX_DOCUMENT_BYTES) throw new NoKeys('The document is longer than 256 KB.');
  try {
    const value: unknown = parseJson(Buffer.from(response).toString());
    if (isObject(value)) return value;
  } catch {}
  throw new NoKeys('The document is not an object in JSON.');
}
