/** Reads requests by HTTP, and hands them to the transports of MCP as the web's Request. */
import type { IncomingMessage } from 'node:http';
import { type Fields, INVALID_REQUEST, isFields } from '../message.ts';
import { CLIENT_NOTIFICATIONS } from '../methods.ts';
import type { Refusal } from './answers.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const PARSE_ERROR = -32700;

/** @returns the one message in the body; or why it is none */
export async function readBody(request: IncomingMessage): Promise<{ parsed: Fields } | { refused: Refusal }> {
  const type = headerOf(request, 'content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { refused: { status: 415, message: 'Send JSON, and Content-Type: application/json.' } };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(await bodyOf(request, MAX_BODY_BYTES));
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return { refused: { status: 413, message: 'The message is too large.' } };
    return { refused: { status: 400, code: PARSE_ERROR, message: 'The body is not valid JSON.' } };
  }
  if (!isFields(parsed)) {
    return { refused: { status: 400, code: INVALID_REQUEST, message: 'Send one message, not a batch.' } };
  }
  const { method } = parsed;
  if (typeof method === 'string' && !('id' in parsed) && !CLIENT_NOTIFICATIONS.has(method)) {
    const message = 'This is not accepted as a notification.';
    return { refused: { status: 400, code: INVALID_REQUEST, message } };
  }
  return { parsed };
}

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export function idOf({ id }: Fields): string | number | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** @throws {BodyTooLarge} for more than `maxBytes` */
export async function bodyOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes).toString('utf8');
}

export class BodyTooLarge extends Error {}

/**
 * Only the head of a request; its body is read and parsed once, beforehand. Its credentials end here, so that they can
 * go no further.
 */
export function webRequest(request: IncomingMessage, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'authorization')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The transports look only at the head; they do not need an address that a client wrote.
  return new Request('http://gateway.invalid/mcp', {
    method: request.method ?? 'GET',
    headers,
    ...(signal === undefined ? {} : { signal }),
  });
}
