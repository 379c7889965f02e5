/** Reads events from a service, with an API key, which is sent to that service alone. */
import type { EventType } from '../../events/index.ts';
import { type EventSource, type HeardEvent, Refused } from './source.ts';

const WAIT_SECONDS = 25;
/** Allowed in addition to the wait. */
const ANSWER_WITHIN_MS = 15_000;
const AT_ONCE = 500;
/** Statuses that another try would get again. */
const FINAL_STATUSES = new Set([400, 401, 403, 404, 405, 422]);

/** @param url without a slash at the end. */
export function serviceSource(url: string, key: string, types: readonly EventType[]): EventSource {
  return {
    name: url,
    async read(after, stop) {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(WAIT_SECONDS * 1000 + ANSWER_WITHIN_MS)]);
      const response = await fetch(addressOf(url, after, types), {
        headers: { 'x-api-key': key },
        redirect: 'error',
        signal,
      }).catch((error: unknown) => {
        throw new Error(`${url} does not answer: ${reasonOf(error)}`);
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) throw refusalOf(url, response.status, body);
      if (!isPage(body)) throw new Refused(`${url} does not answer like Assize.`);
      return body;
    },
    close: async () => undefined,
  };
}

function addressOf(url: string, after: number | undefined, types: readonly EventType[]): URL {
  const address = new URL(`${url}/api/v1/events`);
  address.searchParams.set('limit', String(AT_ONCE));
  for (const type of types) address.searchParams.append('types', type);
  if (after !== undefined) {
    address.searchParams.set('after', String(after));
    address.searchParams.set('wait', String(WAIT_SECONDS));
  }
  return address;
}

function refusalOf(url: string, status: number, body: unknown): Error {
  const detail = (body as { detail?: unknown } | null)?.detail;
  const told = typeof detail === 'string' ? `: ${detail}` : '.';
  const message = `${url} answered ${status}${told}`;
  return FINAL_STATUSES.has(status) ? new Refused(message) : new Error(message);
}

function isPage(body: unknown): body is { items: HeardEvent[]; next: number } {
  const { items, next } = (body ?? {}) as { items?: unknown; next?: unknown };
  return Array.isArray(items) && Number.isSafeInteger(next) && items.every(isEvent);
}

function isEvent(item: unknown): item is HeardEvent {
  const { id, sequence, type, timestamp, data } = (item ?? {}) as Record<string, unknown>;
  const texts = [id, type, timestamp].every((text) => typeof text === 'string');
  return texts && Number.isSafeInteger(sequence) && typeof data === 'object' && data !== null;
}

function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return String(code ?? message ?? cause);
}
