/** Writes answers and refusals to a client by HTTP. The transports of MCP give them as the web's Response. */
import type { ServerResponse } from 'node:http';
import { errorAnswer, type Fields, type Id } from '../message.ts';

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
