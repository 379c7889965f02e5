/**
 * How each surface reads bodies. Surface A accepts only bodies declared as JSON; Surface B reads every body
 * as JSON, even if it declares another type. Content types are checked after the `onRequest` hooks, so that a caller
 * without a key gets that error first.
 */
import {
  errorCodes,
  type FastifyInstance,
  type FastifyRequest,
  type preHandlerHookHandler,
  type preValidationHookHandler,
} from 'fastify';
import type { Surface } from '../answers/errors.ts';
import { EncodedBody } from '../answers/refused-requests.ts';
import { LocatedFailure, type LocatedFault, MAX_FAULTS } from '../validation/faults.ts';
import { readJson } from '../validation/json-body.ts';

export const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const MAY_HAVE_BODY: ReadonlySet<string> = new Set([...METHODS_WITH_BODY, 'DELETE']);

type Parsing = Pick<
  FastifyInstance,
  | 'addHook'
  | 'addContentTypeParser'
  | 'decorateRequest'
  | 'hasRequestDecorator'
  | 'removeAllContentTypeParsers'
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The member of the body whose items the route answers one by one, even if the text of one is faulty. */
    answersItemsOf?: string;
  }
  interface FastifyRequest {
    /** Faults in the text of the body, though it is JSON. */
    bodyFaults: LocatedFault[] | null;
  }
}

export function registerBodyParsing(app: Parsing, surface: Surface): void {
  app.removeAllContentTypeParsers();
  if (!app.hasRequestDecorator('bodyFaults')) app.decorateRequest('bodyFaults', null);
  app.addHook('preHandler', refuseFaultyText);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    const isRead = encoding === '' || encoding === 'identity' || !MAY_HAVE_BODY.has(request.method);
    done(isRead ? null : new EncodedBody(), payload);
  });
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parseBody);
  if (surface === 'b') {
    app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, parseBody);
    app.addHook('preParsing', (request, _reply, payload, done) => {
      // Without this, a content type that can't be parsed is refused before any parser sees the body.
      if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/json';
      done(null, payload);
    });
  } else {
    app.addHook('preParsing', (request, _reply, payload, done) => {
      const declared = request.headers['content-type'] !== undefined || !hasBody(request);
      if (declared || request.is404 || !METHODS_WITH_BODY.has(request.method)) done(null, payload);
      else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
    });
  }
}

/** RFC 9112, section 6.3: a request without either header has no body. */
function hasBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && Number(length) !== 0);
}

const ABSENT = { ok: true, value: undefined } as const;

/** An empty body counts as absent: the schema decides whether the route needs one. */
export function parseBody(
  request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  const reading = bytes.length === 0 ? ABSENT : readJson(bytes);
  const { value } = reading;
  if (!reading.ok && value === undefined) done(new LocatedFailure(reading.faults));
  else {
    // The schema's check runs despite faults, so that the caller gets all of them at once.
    request.bodyFaults = reading.ok ? null : reading.faults;
    done(null, value);
  }
}

/** A body that passes its schema is still refused for faults in its text. */
export const refuseFaultyText: preHandlerHookHandler = (request, _reply, done) => {
  const { bodyFaults: faults } = request;
  const { answersItemsOf } = request.routeOptions.config;
  // If the maximum number is reported, an item's fault may be missing from them.
  const mayStand = answersItemsOf !== undefined && (faults ?? []).length < MAX_FAULTS;
  if (faults === null || (mayStand && faults.every((fault) => isOfItem(fault, answersItemsOf)))) done();
  else done(new LocatedFailure(faults));
};

function isOfItem({ loc }: LocatedFault, member: string): boolean {
  return loc.length > 2 && loc[1] === member;
}

/** The faults in the text of one item, as if the item were the body. */
export function textFaultsOf({ bodyFaults }: FastifyRequest, place: number): LocatedFault[] {
  const own = (bodyFaults ?? []).filter(({ loc }) => loc[2] === String(place));
  return own.map((fault) => ({ ...fault, loc: ['body', ...fault.loc.slice(3)] }));
}

export function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Runs before the schema's check, so that the caller gets all faults of the body at once. */
export function withFaultsOf(
  faultsOf: (body: Record<string, unknown>, request: FastifyRequest) => LocatedFault[],
): preValidationHookHandler {
  return (request, _reply, done) => {
    const faults = hasMembers(request.body) ? faultsOf(request.body, request) : [];
    if (faults.length > 0) request.bodyFaults = [...(request.bodyFaults ?? []), ...faults];
    done();
  };
}

/** For a route whose body is optional: no body counts as one without fields. */
export const bodyMayBeAbsent: preValidationHookHandler = (request, _reply, done) => {
  request.body ??= {};
  done();
};
