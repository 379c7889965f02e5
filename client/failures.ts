/**
 * The errors between asking and acting, one class for each way that a caller would react. No error contains the key:
 * messages are the client's own words and the service's `detail`.
 */

import type { Fault } from './api.ts';

/** Any error of this client. */
export class AssizeError extends Error {
  override name = 'AssizeError';
}

/** The client's configuration can't work. */
export class ConfigurationError extends AssizeError {
  override name = 'ConfigurationError';
}

export interface Refusal {
  /** The HTTP status. */
  status: number;
  /** The id under which the service's log has the details. */
  requestId: string | undefined;
  /** The service's own words. */
  detail: string;
}

/** The service answered, and refused. */
export class ApiError extends AssizeError implements Refusal {
  override name = 'ApiError';
  readonly status: number;
  readonly requestId: string | undefined;
  readonly detail: string;

  constructor({ status, requestId, detail }: Refusal) {
    super(`${detail} (status ${status}${requestId === undefined ? '' : `, request ${requestId}`})`);
    this.status = status;
    this.requestId = requestId;
    this.detail = detail;
  }
}

/** The key is missing or unknown (401). */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** The key is revoked or expired, or lacks a scope (403). */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** It does not exist for this key (404). */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** It has changed meanwhile, or is in another state (409). */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** The service does not accept the request (400, 405, 413, 415, 422). */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
  /** All faulty fields, or none where the request could not be read at all. */
  readonly faults: readonly Fault[];

  constructor(refusal: Refusal, faults: readonly Fault[]) {
    super(refusal);
    this.faults = faults;
  }
}

/** Too many requests at the moment (429). */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
  /** In seconds, where the service says it. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal, retryAfter: number | undefined) {
    super(refusal);
    this.retryAfter = retryAfter;
  }
}

/** The allowance of the billing period is used up (429 with `X-Usage-Type`). */
export class UsageLimitError extends RateLimitError {
  override name = 'UsageLimitError';
}

/** The service has a fault, or can't write evidence (5xx). */
export class ServerError extends ApiError {
  override name = 'ServerError';
  /** In seconds, where the service says it. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal, retryAfter: number | undefined) {
    super(refusal);
    this.retryAfter = retryAfter;
  }
}

/** There was no answer, or one that does not come from this service. */
export class ConnectionError extends AssizeError {
  override name = 'ConnectionError';
}

/** There was no answer in time. */
export class TimeoutError extends AssizeError {
  override name = 'TimeoutError';
}

/** True where there was no verdict, rather than a refused request. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof TimeoutError || error instanceof ServerError;
}

/** @returns how long the service asks to wait, in seconds; undefined where it does not say. */
export function retryAfterIn(error: unknown): number | undefined {
  return error instanceof RateLimitError || error instanceof ServerError ? error.retryAfter : undefined;
}

/** @param body of the answer, parsed; undefined where it was not JSON */
export function failureFor(response: Response, body: unknown): ApiError {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  const faults = Array.isArray(detail) ? detail.filter(isFault) : [];
  const words = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  const refusal = { status, requestId, detail: typeof detail === 'string' ? detail : words || 'No detail.' };
  if (status === 401) return new AuthenticationError(refusal);
  if (status === 403) return new PermissionError(refusal);
  if (status === 404) return new NotFoundError(refusal);
  if (status === 409) return new ConflictError(refusal);
  if (status === 429) {
    const LimitError = headers.has('x-usage-type') ? UsageLimitError : RateLimitError;
    return new LimitError(refusal, retryAfterOf(headers));
  }
  if (status >= 500) return new ServerError(refusal, retryAfterOf(headers));
  return new ValidationError(refusal, faults);
}

/** A proxy between the client and the service may refuse in another form. */
function isFault(given: unknown): given is Fault {
  const { loc, msg } = (given ?? {}) as Partial<Fault>;
  return Array.isArray(loc) && typeof msg === 'string';
}

/** @returns seconds, counted from the answer's own date; undefined without the header (RFC 9110, section 10.2.3) */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
