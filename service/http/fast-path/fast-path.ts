/**
 * The fast path: routes that ask for it are answered before Fastify, on the same server, by the same functions. It
 * takes only plain requests, and leaves all others to Fastify; both give the same bytes, which a test compares.
 * An evaluation takes a tenth less CPU on it (ADR 12).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type {
  FastifyHttpOptions,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerFactory,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import type { Clock } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { errorHandler, type Surface } from '../answers/errors.ts';
import { refundUnrecorded } from '../limits/rate-limits.ts';
import { parseBody, refuseFaultyText } from '../requests/body-parsing.ts';
import { type NoteDeps, noteAnswered, requestIdOf } from '../server/every-answer.ts';
import { type Check, checkOf } from '../validation/compiling.ts';
import { readBody } from './body.ts';
import { type Exchange, exchangeOf } from './exchange.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Plain requests are answered before Fastify: POST with a JSON body, no parameters, no hooks of the route's own,
     * and an answer that is written by `JSON.stringify`.
     */
    fastPath?: true;
  }
}

export interface FastPathOptions extends NoteDeps {
  isOn: boolean;
  clock: Clock;
  ids: IdSource;
  bodyLimitBytes: number;
}

interface SurfaceOfRoutes {
  surface: Surface;
  /** As the surface's own hook. */
  checkAccess: onRequestHookHandler;
  isLimited: boolean;
}

type Done = (error?: unknown) => void;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;

interface FastRoute {
  url: string;
  config: NonNullable<RouteOptions['config']>;
  schema: NonNullable<RouteOptions['schema']>;
  checkAccess: Hook;
  checks: readonly { part: 'body' | 'headers'; isValid: Check }[];
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
  answered: (request: FastifyRequest, reply: FastifyReply) => void;
}

type ServerOptions = Pick<
  FastifyHttpOptions<Server>,
  'http' | 'keepAliveTimeout' | 'requestTimeout' | 'connectionTimeout'
>;

const JSON_TYPES: ReadonlySet<string | undefined> = new Set([
  'application/json',
  'application/json; charset=utf-8',
]);

export class FastPath {
  readonly #options: FastPathOptions;
  /** By every address. */
  readonly #routes = new Map<string, FastRoute>();

  constructor(options: FastPathOptions) {
    this.#options = options;
  }

  /** Takes the routes of a surface that ask for the fast path. Call it before they are added. */
  takeRoutesOf(app: FastifyInstance, { surface, checkAccess, isLimited }: SurfaceOfRoutes): void {
    if (!this.#options.isOn) return;
    app.addHook('onRoute', ({ url, config, schema, handler }) => {
      if (config?.fastPath === undefined || schema === undefined) return;
      const route: FastRoute = {
        url,
        config,
        schema,
        checkAccess: checkAccess as unknown as Hook,
        checks: (['body', 'headers'] as const).map((part) => ({
          part,
          isValid: checkOf(app, schema[part], part),
        })),
        handle: handler.bind(app) as FastRoute['handle'],
        refuse: errorHandler(surface),
        answered: (request, reply) => {
          if (isLimited) refundUnrecorded(request, reply);
          noteAnswered(this.#options, request, reply);
        },
      };
      for (const address of [url, `/sandbox${url}`]) this.#routes.set(address, route);
    });
  }

  /** From now on, Fastify answers everything: it closes connections as the service stops. */
  close(): void {
    this.#routes.clear();
  }

  /** Makes the server that Fastify would make, with this path before it. */
  readonly serverFactory: FastifyServerFactory<Server> = (fastify, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as ServerOptions;
    const server = createServer(http ?? {}, (raw, response) => {
      const route = this.#routes.get(raw.url ?? '');
      if (route !== undefined && this.#isPlain(raw)) this.#answer(route, raw, response);
      else fastify(raw, response);
    });
    Object.assign(server, { keepAliveTimeout, requestTimeout });
    return server.setTimeout(connectionTimeout);
  };

  #isPlain({ method, httpVersion, headers }: IncomingMessage): boolean {
    const length = Number(headers['content-length'] ?? 0);
    return (
      method === 'POST' &&
      httpVersion === '1.1' &&
      length > 0 &&
      length <= this.#options.bodyLimitBytes &&
      JSON_TYPES.has(headers['content-type']) &&
      headers['content-encoding'] === undefined &&
      headers['transfer-encoding'] === undefined &&
      headers.expect === undefined
    );
  }

  #answer(route: FastRoute, raw: IncomingMessage, response: ServerResponse): void {
    const { log, clock, ids } = this.#options;
    const { url, config, schema, answered } = route;
    const id = requestIdOf(raw.headers['x-request-id'], ids);
    const exchange = exchangeOf({ raw, response, id, url, config, schema, log, clock, answered });
    const { request, reply } = exchange;
    route.checkAccess(request, reply, (error) => {
      if (error) route.refuse(error, request, reply);
      else answerAdmitted(route, exchange);
    });
  }
}

function answerAdmitted(route: FastRoute, { request, reply }: Exchange): void {
  const refuse = (error: unknown): void => route.refuse(error, request, reply);
  const refuseUnread = (error: Error): void => {
    // As Fastify does: the client may send more.
    reply.header('connection', 'close');
    refuse(error);
  };
  readBody(request.raw, Number(request.headers['content-length']), (broken, bytes) => {
    if (broken !== null) return refuseUnread(broken);
    parseBody(request, bytes, (unreadable, body) => {
      if (unreadable !== null) return refuseUnread(unreadable);
      request.body = body;
      const invalid = faultOf(route, request);
      if (invalid !== null) return refuse(invalid);
      (refuseFaultyText as unknown as Hook)(request, reply, (faulty) => {
        if (faulty) refuse(faulty);
        else route.handle(request, reply).then((answer) => reply.send(answer), refuse);
      });
    });
  });
}

/** The error of the first part that its schema refuses, as Fastify makes it; null if all are accepted. */
function faultOf({ checks }: FastRoute, request: FastifyRequest): Error | null {
  for (const { part, isValid } of checks) {
    if (isValid(request[part]) === true) continue;
    const { errors: validation } = isValid as { errors?: unknown };
    const code = 'FST_ERR_VALIDATION';
    return Object.assign(new Error(`${part} is not valid`), { code, validation, validationContext: part });
  }
  return null;
}
