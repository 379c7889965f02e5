/**
 * Calls the published API with the person's session instead of a key. The environment is part of the path: the
 * sandbox is under `/sandbox`.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../client/api.ts';
import { learnClock } from '../ui/time/time.tsx';
import { sessionEnded } from './session.ts';

export type Environment = 'production' | 'sandbox';

/** A field that was refused, and why. */
export interface Fault {
  /** The path to the field, such as `body`, `rules`, `0`, `when`. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

interface Refused {
  detail?: unknown;
  request_id?: string;
  approval_id?: string;
}

/** A refusal by the API. `message` is the text to show. */
export class ApiError extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];
  /** The approval that a change of governance waits for; null for any other refusal. */
  readonly approvalId: string | null;

  constructor(status: number, body: unknown) {
    const { detail, request_id: requestId, approval_id: approvalId } = (body ?? {}) as Refused;
    const faults = Array.isArray(detail) ? (detail as Fault[]) : [];
    super(messageOf(status, detail, faults) + (requestId === undefined ? '' : ` (request ${requestId})`));
    this.name = 'ApiError';
    this.status = status;
    this.faults = faults;
    this.approvalId = approvalId ?? null;
  }

  /** Says that what was asked for waits, and the page says so: nothing is left to correct. */
  get isHeld(): boolean {
    return this.approvalId !== null;
  }

  /** The error of one field of the body, if there is one. */
  of(...field: (string | number)[]): string | undefined {
    const wanted = field.join('.');
    return this.faults.find(({ loc }) => loc.slice(1).join('.') === wanted)?.msg;
  }
}

/**
 * Splits an error into what concerns a field of the form and what concerns the whole form: null where a field shows
 * it.
 */
export function faultsOf(error: Error | null): {
  of: (field: string) => string | undefined;
  whole: string | null;
} {
  const refused = error instanceof ApiError && error.faults.length > 0 ? error : null;
  return { of: (field) => refused?.of(field), whole: refused === null ? (error?.message ?? null) : null };
}

/** No answer came: the network or the service is down. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The service can’t be reached. What you see may be out of date.', { cause });
    this.name = 'Unreachable';
  }
}

function messageOf(status: number, detail: unknown, faults: readonly Fault[]): string {
  if (typeof detail === 'string') return detail;
  if (faults.length > 0) return faults.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
  return status >= 500
    ? 'The service failed to answer. Try again in a moment.'
    : `The service answered ${status}.`;
}

export function prefixOf(environment: Environment): string {
  return environment === 'sandbox' ? '/sandbox' : '';
}

/** People and bills belong to the tenant, in either environment: the sandbox has none of its own. */
const OF_PRODUCTION = /^\/sandbox\/api\/v1\/(?:groups|members|usage)(?:\/|$)/;

function clientOf(environment: Environment): Client<paths> {
  const client = createClient<paths>({
    baseUrl: `${location.origin}${prefixOf(environment)}`,
    credentials: 'same-origin',
    querySerializer: { array: { style: 'form', explode: true } },
  });
  client.use({
    onRequest: ({ request }) => {
      const { pathname } = new URL(request.url);
      if (!OF_PRODUCTION.test(pathname)) return undefined;
      return new Request(request.url.replace('/sandbox/', '/'), request);
    },
    onResponse({ response }) {
      learnClock(response.headers.get('date'));
      if (response.status === 401) sessionEnded();
    },
    onError: ({ error }) =>
      error instanceof DOMException && error.name === 'AbortError' ? undefined : new Unreachable(error),
  });
  return client;
}

const CLIENTS = { production: clientOf('production'), sandbox: clientOf('sandbox') };

export function apiOf(environment: Environment): Client<paths> {
  return CLIENTS[environment];
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The body of an answer. @throws {ApiError} where the answer is a refusal. */
export async function unwrap<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new ApiError(response.status, error);
  return data as Data;
}
