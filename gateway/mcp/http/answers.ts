/** Translates between node:http and the web's Request and Response, which the transports of MCP use. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorAnswer, type Fields, type Id } from '../message.ts';

/** @throws {BodyTooLarge} for more than `maxBytes` */
export async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes).toString('utf8');
}

export class BodyTooLarge extends Error {}

/** Only the head of a request; its body is read and parsed once, beforehand. */
export function webRequest(request: IncomingMessage, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The transports look only at the head; they do not need an address that a client wrote.
  return new Request('http://gateway.invalid/mcp', {
    method: request.method ?? 'GET',
    headers,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Writes the answer as fast as the client reads it. If the client goes, the stream behind it is cancelled. */
export async function writeAnswer(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, Object.fromEntries(from.headers));
  // The stream has no event yet, but the client waits for the head.
  to.flushHeaders();
  if (from.body === null) return void to.end();
  const reader = from.body.getReader();
  to.on('close', () => void reader.cancel().catch(() => {}));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || to.destroyed) break;
      if (!to.write(value)) await drained(to);
    }
  } finally {
    to.end();
  }
}

function drained(to: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      to.off('drain', go).off('close', go);
      resolve();
    };
    to.on('drain', go).on('close', go);
  });
}

export interface Refusal {
  status: number;
  message: string;
  code?: number;
  id?: Id | undefined;
  data?: unknown;
  headers?: Record<string, string>;
}

const SERVER_ERROR = -32000;

/** A JSON-RPC error as the body, as clients of MCP expect it. */
export function writeRefusal(to: ServerResponse, refusal: Refusal): void {
  const { status, message, code = SERVER_ERROR, id, data, headers = {} } = refusal;
  const answer = errorAnswer(id, code, message);
  const body: Fields = { ...answer, id: id ?? null };
  if (data !== undefined) body.error = { ...answer.error, data };
  to.writeHead(status, { 'content-type': 'application/json', ...headers });
  to.end(JSON.stringify(body));
}
