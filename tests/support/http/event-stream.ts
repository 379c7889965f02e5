/** Reads a stream of events as a browser does. */
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { EVENTS } from './events.ts';
import { PRODUCTION_KEY } from './in-process.ts';

export interface Stream {
  status: number;
  headers: Headers;
  /** Everything so far. */
  text(): string;
  ended: Promise<void>;
  hangUp(): void;
}

export async function baseOf(t: TestContext, app: FastifyInstance): Promise<string> {
  t.after(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

export async function openStream(
  base: string,
  query = '',
  more: Record<string, string> = {},
  who: Record<string, string> = { 'x-api-key': PRODUCTION_KEY },
): Promise<Stream> {
  const stop = new AbortController();
  const response = await fetch(`${base}${EVENTS}${query}`, {
    headers: { ...who, accept: 'text/event-stream', ...more },
    signal: stop.signal,
  });
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  };
  const { status, headers } = response;
  return { status, headers, text: () => text, ended: read().catch(() => {}), hangUp: () => stop.abort() };
}
