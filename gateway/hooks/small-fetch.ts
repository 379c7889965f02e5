/**
 * The part of `fetch` that the client uses, over node:http. Each tool call starts a new process of the hook, and
 * loading the platform's `fetch` takes 23 ms, this 3 ms: importing node:http the usual way would load both.
 */
import type { IncomingMessage } from 'node:http';

const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** @returns a response with `status`, `ok`, `headers.get`, `headers.has` and `text()`; it follows no redirect. */
export const smallFetch = ((address: string, init: Init) =>
  new Promise((resolve, reject) => {
    const failed = (cause: unknown) => reject(new Error('no answer', { cause }));
    const url = new URL(address);
    const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
    const { method = 'GET', headers = {}, body, signal } = init;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    // One request per connection, so that nothing keeps the process alive.
    const sent = request(url, { method, headers: { ...headers, ...length }, agent: false, signal });
    sent.on('error', failed);
    sent.on('response', (answer) => bodyOf(answer).then((text) => resolve(responseOf(answer, text)), failed));
    sent.end(body);
  })) as unknown as typeof fetch;

function bodyOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > MAX_ANSWER_BYTES) answer.destroy(new Error('the answer is too long'));
    });
    answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    answer.on('error', reject);
  });
}

function responseOf({ statusCode: status = 0, headers }: IncomingMessage, text: string) {
  const headerNamed = (name: string) => {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: headerNamed, has: (name: string) => headerNamed(name) !== null },
    text: () => Promise.resolve(text),
  };
}
