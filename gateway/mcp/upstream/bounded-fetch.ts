/**
 * `fetch` for wrapped servers, with a limit on the data held in memory at once: a whole JSON answer, or one event of
 * a stream. It follows no redirect to another host, since keys in headers would go along.
 */

import { tooLarge } from '../message.ts';
import { LinesAsEvents } from './lines-as-events.ts';
import { Unanswered } from './upstream.ts';

const NEW_LINE = 10;
/** Statuses that repeat a request unchanged. */
const REDIRECTS: ReadonlySet<number> = new Set([307, 308]);
const MAX_REDIRECTS = 5;

/**
 * @param maxBytes of one message
 * @param as `messages`: a JSON answer of unknown length becomes a stream of them; `document`: it stays as it is
 * @throws {Unanswered} beyond it
 */
export async function boundedFetch(
  maxBytes: number,
  url: string | URL,
  init?: RequestInit,
  as: 'messages' | 'document' = 'messages',
): Promise<Response> {
  const response = await fetchAtHost(url, init);
  const { headers, body, status, statusText } = response;
  if (body === null) return response;
  const length = headers.get('content-length');
  // Most answers are one message of a known length, which is read at once.
  if (length !== null && !headers.has('content-encoding')) {
    if (Number(length) <= maxBytes) return response;
    await body.cancel();
    throw new Unanswered(tooLarge(maxBytes));
  }
  const type = headers.get('content-type') ?? '';
  const isJson = as === 'messages' && response.ok && type.startsWith('application/json');
  const isStream = type.includes('text/event-stream');
  const shown = new Headers(headers);
  if (isJson) shown.set('content-type', 'text/event-stream');
  const bounded = limited(body, { maxBytes, isStream, lines: isJson ? new LinesAsEvents() : undefined });
  return new Response(bounded, { status, statusText, headers: shown });
}

async function fetchAtHost(url: string | URL, init?: RequestInit): Promise<Response> {
  let address = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(address, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null || !REDIRECTS.has(response.status)) return response;
    await response.body?.cancel();
    const { origin } = address;
    address = new URL(location, address);
    if (address.origin !== origin)
      throw new Error(`The server redirects to ${address.origin}: is that its address?`);
  }
  throw new Error('The server redirects in a circle.');
}

type Bytes = Uint8Array<ArrayBuffer>;

/** One stream that does everything: a chain of them costs more than the rest of a call. */
function limited(
  body: ReadableStream<Bytes>,
  { maxBytes, isStream, lines }: { maxBytes: number; isStream: boolean; lines: LinesAsEvents | undefined },
): ReadableStream<Bytes> {
  const reader = body.getReader();
  const encoder = new TextEncoder();
  let held = 0;
  const passed = (chunk: Bytes | undefined): Bytes | undefined => {
    if (lines === undefined) return chunk;
    const events = chunk === undefined ? lines.end() : lines.take(chunk);
    return events === '' ? undefined : encoder.encode(events);
  };
  return new ReadableStream<Bytes>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        if (value !== undefined) {
          held += value.byteLength;
          if (held > maxBytes) throw new Unanswered(tooLarge(maxBytes));
          // Each event has a line of its own, so text before a line's end is not held for long.
          if ((isStream || lines?.isOneEach) && value.includes(NEW_LINE)) {
            held = value.byteLength - 1 - value.lastIndexOf(NEW_LINE);
          }
        }
        const chunk = done ? passed(undefined) : passed(value);
        if (chunk !== undefined) controller.enqueue(chunk);
        if (done) return controller.close();
        if (chunk !== undefined) return;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
