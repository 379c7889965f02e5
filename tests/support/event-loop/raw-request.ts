/** Sends arbitrary bytes as an attacker would, and reads the whole answer. */
import { Agent, request } from 'node:http';
import { PRODUCTION_KEY, SURFACES, type Surface } from '../http/in-process.ts';

export interface RawRequest {
  surface: Surface;
  method: string;
  /** As written in the request line. */
  url: string;
  /** null for none. */
  body: string | null;
  key?: string;
  /** Sent in place of a key. */
  headers?: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  bytes: number;
  /** The beginning of the body, if all of it is JSON; otherwise null. */
  body: ReturnType<typeof JSON.parse>;
}

const MAX_KEPT_BYTES = 1024 * 1024;
const agent = new Agent({ keepAlive: true });

/** @throws if no complete answer comes. */
export function sendRaw(
  baseUrl: string,
  { surface, method, url, body, key, headers: given }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const declared = body === null ? {} : { 'content-type': 'application/json' };
  const headers = { ...(given ?? SURFACES[surface].credentials(key ?? PRODUCTION_KEY)), ...declared };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path: url, method, agent, headers });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const kept: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MAX_KEPT_BYTES) kept.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const text = bytes <= MAX_KEPT_BYTES ? Buffer.concat(kept).toString('utf8') : '';
        resolve({ status: response.statusCode ?? 0, bytes, body: jsonOrNull(text) });
      });
    });
    outgoing.end(body ?? undefined);
  });
}

function jsonOrNull(text: string): RawAnswer['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
