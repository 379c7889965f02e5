/**
 * One request to the service: with its key or token, within its time limit, retried where that can't do anything twice. It
 * follows no redirect, since that could carry the key elsewhere.
 */

import {
  AssizeError,
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  failureFor,
  isUnavailable,
  RateLimitError,
  retryAfterIn,
  ServerError,
  TimeoutError,
  UsageLimitError,
} from './failures.ts';
import { elapsedMs, jittered, MAX_TIMER_MS, pause } from './platform.ts';
import { type Credential, presentSecret, sendable } from './requests/credential.ts';
import { type TraceContext, traceHeaders } from './requests/trace.ts';
import type { Telemetry } from './telemetry.ts';

export interface ConnectionOptions {
  url: string;
  credential: Credential;
  /** For each attempt, including reading the answer. */
  timeoutMs: number;
  /** Retries after the first attempt. */
  maxRetries: number;
  fetch: typeof fetch;
  telemetry: Telemetry;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The trace that the call belongs to (W3C Trace Context), where nothing on the way adds it. */
  trace?: TraceContext | undefined;
}

export interface ApiRequest extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From `/api/v1/` on. */
  path: string;
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  /** True where a repeated request has no further effect. */
  repeatable: boolean;
  /** Replaces the client's own number. */
  maxRetries?: number;
}

const WRONG_URL = 'Set the url, or ASSIZE_URL, to an address such as https://assize.example.com.';
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** If the service asks for a longer pause, the caller decides on it. */
const MAX_RETRY_AFTER_SECONDS = 30;

export class Connection {
  readonly #options: ConnectionOptions;

  /** @throws {ConfigurationError} for an address or a key that can't be sent */
  constructor(options: ConnectionOptions) {
    const { url, credential } = options;
    const { protocol, username, password, origin, pathname, search, hash } = addressOf(url);
    if (!/^https?:$/.test(protocol) || search !== '' || hash !== '') throw new ConfigurationError(WRONG_URL);
    if (username !== '' || password !== '') {
      throw new ConfigurationError('The url should not carry a name or a password: set the key instead.');
    }
    if (typeof credential.token === 'string') sendable(credential.token, credential);
    this.#options = { ...options, url: `${origin}${pathname}`.replace(/\/+$/, '') };
  }

  /**
   * @returns the body of the answer, parsed; undefined for an empty one. @throws {AssizeError}, or the signal's
   * reason
   */
  async json<T>(request: ApiRequest): Promise<T> {
    return (await this.#repeat(request, async (response, secret) =>
      jsonIn(await textOf(response, secret)),
    )) as T;
  }

  /** @returns the body of the answer, as text */
  text(request: ApiRequest): Promise<string> {
    return this.#repeat(request, textOf);
  }

  /**
   * @returns the body as a stream: the time limit ends once the headers are there, but the signal can still end it.
   */
  async stream(request: ApiRequest): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#repeat(request, async (response, secret) => {
      if (!response.ok) await textOf(response, secret);
      return response;
    });
    const { signal } = request;
    const stream = body ?? new ReadableStream({ start: (controller) => controller.close() });
    return signal === undefined ? stream : stream.pipeThrough(new TransformStream(), { signal });
  }

  async #repeat<T>(request: ApiRequest, read: Read<T>): Promise<T> {
    const { method, path, signal } = request;
    const maxRetries = request.maxRetries ?? this.#options.maxRetries;
    // Serialise once: an object's content may change before the next attempt.
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    let canRenew = typeof this.#options.credential.token === 'function';
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, body, attempt, read);
      } catch (error) {
        // The token may have expired on its way: the next attempt asks for the present one.
        const isRenewed = canRenew && error instanceof AuthenticationError;
        if (isRenewed) canRenew = false;
        const mayRetry = attempt <= maxRetries;
        const delayMs = isRenewed
          ? 0
          : mayRetry
            ? delayBefore(error, attempt, request.repeatable)
            : undefined;
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
    read: Read<T>,
  ): Promise<T> {
    const { fetch, telemetry, url, credential } = this.#options;
    const { method, path, query, headers, signal, trace } = request;
    const timeoutMs = request.timeoutMs ?? this.#options.timeoutMs;
    const began = elapsedMs();
    telemetry.onRequest?.({ method, path, attempt });
    // A caller whose own signal has ended must see its reason, not one of the client's errors.
    signal?.throwIfAborted();
    const controller = new AbortController();
    const forward = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', forward, { once: true });
    const timer = setTimeout(
      () => controller.abort(new TimeoutError(`No answer within ${timeoutMs} ms.`)),
      Math.min(timeoutMs, MAX_TIMER_MS),
    );
    try {
      const secret = await presentSecret(credential, controller.signal);
      const response = await fetch(`${url}${path}${queryOf(query)}`, {
        method,
        headers: {
          'X-API-Key': secret,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
          ...traceHeaders(trace),
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: controller.signal,
      });
      const { status } = response;
      const requestId = response.headers.get('x-request-id') ?? undefined;
      telemetry.onResponse?.({ method, path, status, durationMs: elapsedMs() - began, requestId });
      if (status === 0 || (status >= 300 && status < 400)) {
        throw new ConnectionError('The address redirects elsewhere, and redirects are not followed.');
      }
      return await read(response, secret);
    } catch (error) {
      signal?.throwIfAborted();
      throw failureOf(error, controller.signal, url);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', forward);
    }
  }
}

type Read<T> = (response: Response, secret: string) => Promise<T>;

/** A proxy may repeat the request in its refusal, including the key. @throws {ApiError} */
async function textOf(response: Response, secret: string): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw failureFor(response, parsed(text.replaceAll(secret, '[the key]')));
  return text;
}

/** A platform's error may repeat the request, so only its name is kept. */
function failureOf(error: unknown, signal: AbortSignal, url: string): unknown {
  if (signal.reason instanceof TimeoutError) return signal.reason;
  if (error instanceof AssizeError) return error;
  const code = ((error as Error)?.cause as { code?: unknown } | undefined)?.code;
  const why = typeof code === 'string' ? ` (${code})` : '';
  return new ConnectionError(`No answer from the service at ${new URL(url).origin}${why}: is it running?`);
}

/** @throws {ConfigurationError} */
function addressOf(url: string): URL {
  if (!URL.canParse(url)) throw new ConfigurationError(WRONG_URL);
  return new URL(url);
}

/** @returns undefined where it is empty. @throws {ConnectionError} */
function jsonIn(text: string): unknown {
  const body = parsed(text);
  if (body === undefined && text !== '')
    throw new ConnectionError('The answer is not valid JSON: is this Assize?');
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
  // Both statuses say that nothing was done, so the request may be repeated in any case.
  const isUndone = error instanceof RateLimitError || (error instanceof ServerError && error.status === 503);
  if (!isUndone && !(repeatable && isUnavailable(error))) return undefined;
  const seconds = retryAfterIn(error) ?? (error instanceof RateLimitError ? 1 : 0);
  if (seconds > MAX_RETRY_AFTER_SECONDS) return undefined;
  return seconds === 0 ? jitter : seconds * 1000 + jitter / 2;
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
