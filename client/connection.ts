/**
 * One request to the service: with its key, within its time, tried again where that can't do anything twice. It follows
 * no redirect, since that could carry the key elsewhere.
 */
import {
  AssizeError,
  ConfigurationError,
  ConnectionError,
  failureFor,
  isUnavailable,
  RateLimitError,
  ServerError,
  TimeoutError,
  UsageLimitError,
} from './failures.ts';
import { elapsedMs, jittered } from './platform.ts';

/** What you can watch of the client's work. None of it carries a key or a body. */
export interface Telemetry {
  onRequest?: (request: { method: string; path: string; attempt: number }) => void;
  onResponse?: (response: Answered) => void;
  onRetry?: (retry: {
    method: string;
    path: string;
    attempt: number;
    delayMs: number;
    error: AssizeError;
  }) => void;
  /** A report of an outcome was refused, or dropped because too many waited. */
  onReportFailed?: (failed: { action: string; evaluationId: string | undefined; error: unknown }) => void;
}

interface Answered {
  method: string;
  path: string;
  status: number;
  durationMs: number;
  requestId: string | undefined;
}

export interface ConnectionOptions {
  url: string;
  key: string;
  /** For each attempt, the reading of the answer included. */
  timeoutMs: number;
  /** After the first attempt. */
  maxRetries: number;
  fetch: typeof fetch;
  telemetry: Telemetry;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
}

export interface ApiRequest extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From `/api/v1/` on. */
  path: string;
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  /** True where a second request can't do what the first one did already. */
  repeatable: boolean;
  /** Instead of the client's own number. */
  maxRetries?: number;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** A service that wants a longer pause gets it from the caller. */
const MAX_RETRY_AFTER_SECONDS = 30;

export class Connection {
  readonly #options: ConnectionOptions;

  /** @throws {ConfigurationError} for an address or a key that can't be sent */
  constructor(options: ConnectionOptions) {
    const { url, key } = options;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new ConfigurationError(
        'Set the url, or ASSIZE_URL, to an address such as https://assize.example.com.',
      );
    }
    const { username, password } = new URL(url);
    if (username !== '' || password !== '') {
      throw new ConfigurationError('The url should not carry a name or a password: set the key instead.');
    }
    // A platform's own refusal of such a header would repeat the key.
    if (!/^[\x21-\x7e]+$/.test(key)) {
      throw new ConfigurationError('Set the key, or ASSIZE_KEY: it has the form ak_ and 32 characters.');
    }
    this.#options = { ...options, url: url.replace(/\/+$/, '') };
  }

  /** @returns the body of the answer, parsed; undefined for an empty one. @throws {AssizeError}, or the signal's reason */
  async json<T>(request: ApiRequest): Promise<T> {
    return (await this.#repeat(request, bodyOf)) as T;
  }

  /** @returns the answer with its body unread; the time limit ends with its headers. */
  async stream(request: ApiRequest): Promise<Response> {
    return this.#repeat(request, async (response) => {
      if (!response.ok) throw failureFor(response, parsed(await response.text()));
      return response;
    });
  }

  async #repeat<T>(request: ApiRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const { method, path, signal } = request;
    const maxRetries = request.maxRetries ?? this.#options.maxRetries;
    // Once: what an object says may change before the next attempt.
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, body, attempt, read);
      } catch (error) {
        const delayMs = attempt > maxRetries ? undefined : delayBefore(error, attempt, request.repeatable);
        if (delayMs === undefined) throw error;
        this.#options.telemetry.onRetry?.({ method, path, attempt, delayMs, error: error as AssizeError });
        await pause(delayMs, signal);
      }
    }
  }

  async #attempt<T>(
    request: ApiRequest,
    body: string | undefined,
    attempt: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { fetch, telemetry, url, key } = this.#options;
    const { method, path, query, headers, signal } = request;
    const timeoutMs = request.timeoutMs ?? this.#options.timeoutMs;
    const began = elapsedMs();
    telemetry.onRequest?.({ method, path, attempt });
    // A caller whose own signal has ended must see its reason, not one of the client's failures.
    signal?.throwIfAborted();
    const controller = new AbortController();
    const forward = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', forward, { once: true });
    const timer = setTimeout(
      () => controller.abort(new TimeoutError(`No answer within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    try {
      const response = await fetch(`${url}${path}${queryOf(query)}`, {
        method,
        headers: {
          'X-API-Key': key,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: controller.signal,
      });
      const { status } = response;
      const requestId = response.headers.get('x-request-id') ?? undefined;
      telemetry.onResponse?.({ method, path, status, durationMs: elapsedMs() - began, requestId });
      if (status === 0 || (status >= 300 && status < 400)) {
        throw new ConnectionError('The address leads elsewhere, and no redirect is followed.');
      }
      return await read(response);
    } catch (error) {
      signal?.throwIfAborted();
      throw failureOf(error, controller.signal, url);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', forward);
    }
  }
}

/** A platform's error may repeat what was sent, so only its name is kept. */
function failureOf(error: unknown, signal: AbortSignal, url: string): unknown {
  if (signal.reason instanceof TimeoutError) return signal.reason;
  if (error instanceof AssizeError) return error;
  const code = ((error as Error)?.cause as { code?: unknown } | undefined)?.code;
  const why = typeof code === 'string' ? ` (${code})` : '';
  return new ConnectionError(`No answer from the service at ${new URL(url).origin}${why}: is it running?`);
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const body = parsed(text);
  if (!response.ok) throw failureFor(response, body);
  if (body === undefined && text !== '') throw new ConnectionError('The answer is no JSON: is this Assize?');
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns milliseconds to wait; undefined where the request should not be sent again. */
function delayBefore(error: unknown, attempt: number, repeatable: boolean): number | undefined {
  if (error instanceof UsageLimitError) return undefined;
  const jitter = jittered(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt));
  if (error instanceof RateLimitError) {
    const seconds = error.retryAfter ?? 1;
    return seconds > MAX_RETRY_AFTER_SECONDS ? undefined : seconds * 1000 + jitter / 2;
  }
  // 503 says that nothing was done, so it may be sent again in any case.
  const mayRepeat = repeatable || (error instanceof ServerError && error.status === 503);
  return mayRepeat && isUnavailable(error) ? jitter : undefined;
}

export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', end, { once: true });
  });
}

function queryOf(query: ApiRequest['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
