/** Asks a running service over a real socket. A call without a complete answer throws the socket's error. */

import { Agent, request } from 'node:http';
import type { TestContext } from 'node:test';
import { type Answer, type Call, PRODUCTION_KEY, SURFACES, type Surface } from './in-process.ts';

/** Far longer than any request may take, even on a busy machine: a test that reaches it has found a hang. */
const HANG_MS = 300_000;

export interface Client {
  /** @throws if the connection ends before the complete answer. */
  ask(surface: Surface, url: string, call?: Call): Promise<Answer>;
  close(): void;
}

/**
 * @param connections how many requests may run at once; others wait for a connection.
 * @param hangMs after which a request counts as unanswered.
 */
export function connect(baseUrl: string, connections = 64, hangMs = HANG_MS): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    ask: (surface, url, call = {}) => send({ agent, hangMs }, new URL(url, baseUrl), surface, call),
    close: () => agent.destroy(),
  };
}

interface Over {
  agent: Agent;
  hangMs: number;
}

function send({ agent, hangMs }: Over, url: URL, surface: Surface, call: Call): Promise<Answer> {
  const { key = PRODUCTION_KEY, body, headers = {} } = call;
  const method = call.method ?? (body === undefined ? 'GET' : 'POST');
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      agent,
      method,
      timeout: hangMs,
      headers: {
        ...(key === null ? {} : SURFACES[surface].credentials(key)),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
        ...headers,
      },
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${url.pathname} was never answered`)));
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('close', () => {
        if (!response.complete) return reject(new Error('the answer broke off'));
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = String(response.headers['content-type']).startsWith('application/json');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: isJson ? JSON.parse(text) : text,
        });
      });
    });
    outgoing.end(payload);
  });
}

/** Closed when the test ends. */
export function connectFor(t: TestContext, ...to: Parameters<typeof connect>): Client {
  const client = connect(...to);
  t.after(() => client.close());
  return client;
}
