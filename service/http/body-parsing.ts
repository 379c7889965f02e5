/**
 * Which bodies each surface reads, and how. Surface A takes only what is declared as JSON; Surface B takes every body
 * for JSON, whatever it is declared as. Content types are judged after the `onRequest` hooks, so that a caller without
 * a key learns that first.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCodes } from 'fastify';
import { Failure } from '../foundation/failure.ts';
import type { Surface } from './errors.ts';
import { readJson } from './json-body.ts';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

type Parsing = Pick<FastifyInstance, 'addHook' | 'addContentTypeParser' | 'removeAllContentTypeParsers'>;

export function registerBodyParsing(app: Parsing, surface: Surface): void {
  app.removeAllContentTypeParsers();
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
      const declared = request.headers['content-type'] !== undefined;
      if (declared || request.is404 || !METHODS_WITH_BODY.has(request.method)) done(null, payload);
      else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
    });
  }
}

/** An empty body is an absent one: whether a route can do without is for its schema to say. */
function parseBody(
  _request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (bytes.length === 0) {
    done(null, undefined);
    return;
  }
  const reading = readJson(bytes);
  if (reading.ok) done(null, reading.value);
  else done(Failure.invalid(reading.faults));
}
