/**
 * Which bodies each surface reads, and how. Surface A takes only what is declared as JSON; Surface B takes every body
 * for JSON, also one that is declared as another type. Content types are judged after the `onRequest` hooks, so that a caller without
 * a key learns that first.
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
    /** The member of the body whose items the route answers each by itself, also where the text of one is at fault. */
    answersItemsOf?: string;
  }
  interface FastifyRequest {
    /** What the text of the body was not allowed to say, though it is JSON. */
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

/** RFC 9112, section 6.3: a request without either has none. */
function hasBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && Number(length) !== 0);
}

const ABSENT = { ok: true, value: undefined } as const;

/** An empty body is an absent one: whether a route can do without is for its schema to say. */
function parseBody(
  request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  const reading = bytes.length === 0 ? ABSENT : readJson(bytes);
  const { value } = reading;
  if (!reading.ok && value === undefined) done(new LocatedFailure(reading.faults));
  else {
    // With faults the schema is asked as well, so that the caller hears of everything at once.
    request.bodyFaults = reading.ok ? null : reading.faults;
    done(null, value);
  }
}

/** A body that its schema has nothing against is still refused for what its text was not allowed to say. */
const refuseFaultyText: preHandlerHookHandler = (request, _reply, done) => {
  const { bodyFaults: faults } = request;
  const { answersItemsOf } = request.routeOptions.config;
  // Where there are as many as are told, an item at fault may not be among them.
  const mayStand = answersItemsOf !== undefined && (faults ?? []).length < MAX_FAULTS;
  if (faults === null || (mayStand && faults.every((fault) => isOfItem(fault, answersItemsOf)))) done();
  else done(new LocatedFailure(faults));
};

function isOfItem({ loc }: LocatedFault, member: string): boolean {
  return loc.length > 2 && loc[1] === member;
}

/** What the text of one item was not allowed to say, as if the item were the body. */
export function textFaultsOf({ bodyFaults }: FastifyRequest, place: number): LocatedFault[] {
  const own = (bodyFaults ?? []).filter(({ loc }) => loc[2] === String(place));
  return own.map((fault) => ({ ...fault, loc: ['body', ...fault.loc.slice(3)] }));
}

/** For a route that can do without a body: none is one without fields. */
export const bodyMayBeAbsent: preValidationHookHandler = (request, _reply, done) => {
  request.body ??= {};
  done();
};
