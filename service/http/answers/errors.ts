/**
 * The only map from errors to answers. Every body is `{detail}`; a 409 adds a code from a closed set, a 500
 * or 503 adds the id of the request, under which the log has the details. Nothing internal ever leaves: an
 * unknown error is a 500.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Conflict, Failure, type FailureDetails } from '../../foundation/failure.ts';
import { lacksDescriptors } from '../descriptors.ts';
import type { SchemaError } from '../validation/fault-unions.ts';
import {
  faultsFromAjv,
  LocatedFailure,
  type LocatedFault,
  located,
  MAX_FAULTS,
  type RequestPart,
} from '../validation/faults.ts';
import { challengeOf } from './challenges.ts';
import { EncodedBody, MethodNotAllowed } from './refused-requests.ts';

/** `a`: paths under `/api/v1/`. `b`: paths under `/v1/`. */
export type Surface = 'a' | 'b';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: { detail: string | LocatedFault[]; code?: Conflict; approval_id?: string; request_id?: string };
}

/** The parts of a request that a schema can refuse; a Fastify request is one. */
export interface Received {
  body: unknown;
  query: unknown;
  params: unknown;
  headers: unknown;
  /** Faults in the text of the body, found before the schema's check. */
  bodyFaults?: LocatedFault[] | null;
  routeOptions?: { schema?: { params?: unknown; querystring?: unknown } | undefined };
}

const STATUS_OF_REFUSAL = {
  unauthenticated: 401,
  key_revoked: 403,
  key_expired: 403,
  scope_missing: 403,
  wrong_environment: 403,
  forbidden: 403,
  agent_suspended: 403,
  not_found: 404,
  too_large: 413,
  rate_limited: 429,
  allowance_exceeded: 429,
};

const STATUS_OF_INVALID: Record<Surface, number> = { a: 422, b: 400 };

/** The framework's own refusals, in the product's words: its messages can repeat the caller's input. */
const REFUSED_BY_FRAMEWORK: Record<string, { status: number; detail: string }> = {
  FST_ERR_NOT_FOUND: { status: 404, detail: 'Not found.' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, detail: 'Not found.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, detail: 'The request body is too large.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, detail: 'Content-Type must be application/json.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    detail: 'Content-Length does not match the request body.',
  },
};

const JSON_TYPE = 'application/json; charset=utf-8';

const BAD_ADDRESS: LocatedFault = {
  loc: ['path'],
  msg: 'The address is not valid: what follows a % is not the code of a character',
  type: 'value_error',
};

const UNREADABLE_BODIES = new Set(['FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_JSON_BODY']);

/** How long callers should wait after the framework gave up on a slow handler. */
const RETRY_AFTER_TIMEOUT_SECONDS = 1;
/** The same if no file descriptor was left for the answer. */
const RETRY_AFTER_SECONDS = 1;

/**
 * @param error any thrown value
 * @param received the refused request: it shows whether a part was absent or wrong
 */
export function answerFor(error: unknown, surface: Surface, requestId: string, received?: Received): Answer {
  if (error instanceof Failure) return answerForFailure(error, surface, requestId, received);
  if (error instanceof MethodNotAllowed) {
    return plain(405, error.message, { allow: error.allow.join(', ') });
  }
  if (error instanceof EncodedBody) {
    const detail = 'A compressed body is not read: send it without Content-Encoding.';
    return plain(415, detail, { 'accept-encoding': 'identity' });
  }
  if (lacksDescriptors(error)) {
    return unavailable('The service is unavailable for now. Please retry.', RETRY_AFTER_SECONDS, requestId);
  }
  if (!isFastifyError(error)) return internal(requestId);

  if (error.validation !== undefined) {
    const where = error.validationContext ?? 'body';
    const faults = faultsFromAjv(error.validation, where, partOf(received, where));
    return invalid(surface, uniqueFaults([...(received?.bodyFaults ?? []), ...faults]));
  }
  if (UNREADABLE_BODIES.has(error.code)) {
    return invalid(surface, [{ loc: ['body'], msg: 'Invalid JSON', type: 'json_invalid' }]);
  }
  if (error.code === 'FST_ERR_BAD_URL') return invalid(surface, [BAD_ADDRESS]);
  if (brokeOffInBody(error)) return plain(400, 'The request body ended early.');
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') {
    return unavailable('The request took too long. Please retry.', RETRY_AFTER_TIMEOUT_SECONDS, requestId);
  }
  const refused = Object.hasOwn(REFUSED_BY_FRAMEWORK, error.code)
    ? REFUSED_BY_FRAMEWORK[error.code]
    : undefined;
  return refused === undefined ? internal(requestId) : plain(refused.status, refused.detail);
}

/** For `setErrorHandler`, and for the server's `frameworkErrors`. */
export function errorHandler(
  surface: Surface,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (error, request, reply) => {
    const answer = answerFor(error, surface, request.id, request);
    if (codeOf(error) === 'overloaded') request.isShed = true;
    else if (answer.status >= 500) request.log.error({ err: error }, 'request failed');
    else if (answer.status === 401 || answer.status === 403) {
      request.log.info({ status: answer.status, reason: codeOf(error) }, 'request refused');
    } else request.log.debug({ status: answer.status, reason: codeOf(error) }, 'request refused');
    // A page that failed while being sent has already set its own content type.
    return reply.code(answer.status).type(JSON_TYPE).headers(answer.headers).send(answer.body);
  };
}

function answerForFailure(
  failure: Failure,
  surface: Surface,
  requestId: string,
  received?: Received,
): Answer {
  const { code, publicMessage, details } = failure;
  switch (code) {
    case 'invalid':
      return invalid(
        surface,
        locatedFaults(failure, received) ?? [{ loc: ['body'], msg: publicMessage, type: 'value_error' }],
      );
    case 'idempotency_key_reuse':
      return invalid(surface, [{ loc: ['body', 'idempotency_key'], msg: publicMessage, type: code }]);
    case 'unavailable':
    case 'overloaded':
      return unavailable(publicMessage, details.retryAfterSeconds ?? 1, requestId);
    case 'unauthenticated':
      return plain(401, publicMessage, { 'www-authenticate': challengeOf(surface, details) });
    case 'conflict':
      return { status: 409, headers: {}, body: { detail: publicMessage, ...conflictIn(details) } };
    default:
      return plain(STATUS_OF_REFUSAL[code], publicMessage, limitHeaders(details));
  }
}

function conflictIn({ conflict: code, approvalId }: FailureDetails) {
  return { code, ...(approvalId !== undefined && { approval_id: approvalId }) };
}

/** A domain names the wrong field; the route's schema tells which part of a request has that name. */
function locatedFaults(failure: Failure, received?: Received): readonly LocatedFault[] | undefined {
  if (failure instanceof LocatedFailure) return failure.faults;
  const { params, querystring } = received?.routeOptions?.schema ?? {};
  return failure.details.faults?.map((fault) => {
    const [name = ''] = fault.field;
    return located(declares(params, name) ? 'path' : declares(querystring, name) ? 'query' : 'body', fault);
  });
}

function declares(schema: unknown, name: string): boolean {
  return Object.hasOwn((schema as { properties?: object } | undefined)?.properties ?? {}, name);
}

function limitHeaders({ retryAfterSeconds, usage }: FailureDetails): Record<string, string> {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = delaySeconds(retryAfterSeconds);
  if (usage !== undefined) {
    headers['x-usage-limit'] = String(usage.limit);
    headers['x-usage-current'] = String(usage.current);
    headers['x-usage-type'] = usage.type;
  }
  return headers;
}

function plain(status: number, detail: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: { detail } };
}

function invalid(surface: Surface, faults: readonly LocatedFault[]): Answer {
  return { status: STATUS_OF_INVALID[surface], headers: {}, body: { detail: faults.slice(0, MAX_FAULTS) } };
}

/** Keeps one fault per place: a fault of the text itself causes the schema's fault there. */
export function uniqueFaults(faults: readonly LocatedFault[]): LocatedFault[] {
  const places = new Map<string, LocatedFault>();
  for (const fault of faults) {
    const place = fault.loc.join('\u0000');
    if (!places.has(place)) places.set(place, fault);
  }
  return [...places.values()];
}

function unavailable(detail: string, retryAfterSeconds: number, requestId: string): Answer {
  return {
    status: 503,
    headers: { 'retry-after': delaySeconds(retryAfterSeconds) },
    body: { detail, request_id: requestId },
  };
}

function internal(requestId: string): Answer {
  const detail = 'The service failed to answer this request. Its log has the reason under this request id.';
  return { status: 500, headers: {}, body: { detail, request_id: requestId } };
}

/** Whole seconds, at least one: with zero, callers would try again at once. */
function delaySeconds(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds)));
}

function partOf(received: Received | undefined, where: RequestPart): unknown {
  // Without the request, `null` keeps the validator's own errors.
  if (received === undefined) return null;
  return received[where === 'querystring' ? 'query' : where];
}

function isFastifyError(error: unknown): error is FastifyError & { validation?: SchemaError[] } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The framework marks errors while it reads a body; a database connection that resets has no such mark. */
function brokeOffInBody(error: FastifyError): boolean {
  return error.code === 'ECONNRESET' && error.statusCode === 400;
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
