/**
 * Builds the HTTP application: both surfaces, under the root and under `/sandbox`, and the pages that need no
 * key. Building does not start anything: nothing here listens, and tests build it with the same options.
 */
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { Logger } from 'pino';
import { NOUNS_A } from './a/index.ts';
import { answerFor, errorHandler, type Surface } from './answers/errors.ts';
import { writeListsInTurns } from './answers/lists.ts';
import { authRoutes } from './auth/routes.ts';
import { configurationRoutes, NOUNS_AUTHZEN } from './authzen/index.ts';
import { NOUNS_B } from './b/index.ts';
import {
  addLimitHeadersWithoutRoute,
  checkAccess,
  requireDeclaredScopes,
  UNDER_SURFACE_B,
} from './callers/access.ts';
import { stripSandbox } from './callers/callers.ts';
import { channelRequests } from './channel-requests.ts';
import { dashboardPages, unknownPageOf } from './dashboard.ts';
import { FastPath } from './fast-path/fast-path.ts';
import { guidePages } from './guide.ts';
import { noLimits, refundUnrecorded } from './limits/rate-limits.ts';
import { registerBodyParsing } from './requests/body-parsing.ts';
import { scimRoutes } from './scim/routes.ts';
import { closeConnectionsInTime } from './server/closing.ts';
import { badRequest, headersOfAnswer, noteAnswered, requestIdOf } from './server/every-answer.ts';
import { type Health, healthRoutes } from './server/health.ts';
import { type MethodTable, trackMethods } from './server/methods.ts';
import { type MetricsOptions, metricsRoute } from './server/metrics.ts';
import { referencePage } from './server/reference.ts';
import { traceRequests } from './server/tracing.ts';
import type { Services } from './services.ts';
import { type Compiling, schemaCompilers } from './validation/compiling.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
/** An agent's name of 256 characters, each written as up to four escaped bytes. */
const MAX_PARAM_LENGTH = 256 * 12;
/** How long a connection may take to send its request, ms. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Twice the longest token, so that a longer one is usually told what is wrong with it. */
const MAX_HEADER_BYTES = 32 * 1024;

const SURFACES = [
  { surface: 'a', prefix: '/api/v1', nouns: NOUNS_A },
  { surface: 'b', prefix: '/v1', nouns: NOUNS_B },
  // A different protocol that is otherwise Surface B: the same key, limits and refusals.
  { surface: 'b', prefix: '/access/v1', nouns: NOUNS_AUTHZEN },
] as const;

export interface AppOptions {
  services: Services;
  health: Health;
  logger: Logger;
  baseUrl: string;
  /** Networks of trusted proxies: only the last of them determines a request's address. */
  trustedProxies?: readonly string[];
  /** Without it, there is no `/metrics`. */
  metrics?: MetricsOptions['metrics'] | undefined;
  /** Whether plain evaluations are answered before Fastify; by default they are. */
  hasFastPath?: boolean;
  /** `at once` if a bad schema must show when the application is built. */
  compiling?: Compiling;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, health, baseUrl } = options;
  const fastPath = fastPathOf(options);
  const app = createServer(options, fastPath);
  traceRequests(app, services.traced);
  const others = trackMethods(app, MAX_PARAM_LENGTH);
  app.addHook(
    'onRequest',
    addLimitHeadersWithoutRoute(services.authenticator, services.rateLimits ?? noLimits),
  );
  addCommonHandlers(app, {
    refusalOf: others.refusalOf,
    answered: { measured: services.measured, log: options.logger },
    unknownPage: unknownPageOf(baseUrl),
  });
  ignoreBodies(app);
  requireDeclaredScopes(app);
  await app.register(healthRoutes, { health });
  if (options.metrics !== undefined) await app.register(metricsRoute, { metrics: options.metrics });
  await app.register(configurationRoutes, { baseUrl });
  await app.register(dashboardPages, { baseUrl });
  await app.register(guidePages, { baseUrl });
  await app.register(authRoutes, { services });
  await app.register(channelRequests, { services });
  await app.register(scimRoutes, { services, baseUrl });
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  const open = async () =>
    (await import('./openapi.ts')).openReference({ baseUrl, routes, addCommonHandlers });
  await app.register(referencePage, { open });
  for (const { surface, prefix, nouns } of SURFACES) {
    await app.register(
      async (scope) => {
        prepareSurface(scope, surface, services, fastPath);
        for (const noun of nouns) await scope.register(async (app) => noun(app, services));
      },
      { prefix },
    );
  }
  others.guard();
  // Waiting requests are answered now, so that the service can stop.
  app.addHook('preClose', async () => {
    fastPath.close();
    services.approvalWaits.stop();
    services.eventWaits.stop();
  });
  closeConnectionsInTime(app);
  await app.ready();
  return app;
}

/** It is off where every request may be traced: spans are recorded by hooks. */
function fastPathOf({ services, logger: log, hasFastPath = true }: AppOptions): FastPath {
  const { clock, ids, measured, traced } = services;
  const isOn = hasFastPath && !traced.isOn;
  return new FastPath({ isOn, log, clock, ids, measured, bodyLimitBytes: BODY_LIMIT_BYTES });
}

function createServer(options: AppOptions, fastPath: FastPath): FastifyInstance {
  const { services, logger, trustedProxies = [], compiling = 'at first use' } = options;
  const { schemaController, validator } = schemaCompilers(compiling);
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    serverFactory: fastPath.serverFactory,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    schemaController,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    rewriteUrl: stripSandbox,
    forceCloseConnections: 'idle',
    // Requests that still arrive while the service stops are answered as usual; then the connection is
    // closed.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id'], services.ids),
    // No hook runs for these, so their headers are set here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersOfAnswer(request.id));
      errorHandler(UNDER_SURFACE_B.test(request.url) ? 'b' : 'a')(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.end(badRequest(error.code, services.ids.random('req')));
    },
  });
  // Without a listener the connection would be closed without an answer.
  app.server.on('connect', (_request, socket) =>
    socket.end(badRequest(undefined, services.ids.random('req'))),
  );
  return app.setValidatorCompiler(validator);
}

/** A request that matches no route is a 404, with any body. The surfaces read bodies in their own ways. */
function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
}

interface CommonOptions {
  /** The answer to a request that matched no route; null if the path does not exist. */
  refusalOf?: MethodTable['refusalOf'];
  /** Without it, nothing is noted of answers. */
  answered?: Parameters<typeof noteAnswered>[0];
  /** Answers a person who opened an unknown address; null for a program. */
  unknownPage?: ReturnType<typeof unknownPageOf>;
}

/** Sets up handlers that every answer of both surfaces shares. */
function addCommonHandlers(
  app: FastifyInstance,
  { refusalOf = () => null, answered, unknownPage = () => null }: CommonOptions = {},
): void {
  app.setErrorHandler(errorHandler('a'));
  app.setNotFoundHandler((request, reply) => {
    const page = unknownPage(request);
    if (page !== null) return reply.code(404).headers(page.headers).send(page.body);
    const answer = answerFor(notFound(), 'a', request.id);
    return reply.code(answer.status).send(answer.body);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfAnswer(request.id));
    if (!request.is404) return done();
    const refusal = refusalOf(request);
    // The rest of the request doesn't matter: even a method or a type that needs a body matches no route.
    if (refusal !== null || unknownPage(request) === null) done(refusal ?? notFound());
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (answered !== undefined) noteAnswered(answered, request, reply);
    done();
  });
}

function prepareSurface(
  scope: FastifyInstance,
  surface: Surface,
  services: Services,
  fastPath: FastPath,
): void {
  scope.setErrorHandler(errorHandler(surface));
  const limiter = surface === 'b' ? (services.rateLimits ?? noLimits) : null;
  const access = checkAccess(services, surface, limiter);
  fastPath.takeRoutesOf(scope, { surface, checkAccess: access, isLimited: limiter !== null });
  scope.addHook('onRequest', access);
  if (limiter) {
    scope.addHook('onResponse', (request, reply, done) => {
      refundUnrecorded(request, reply);
      done();
    });
  }
  registerBodyParsing(scope, surface);
  writeListsInTurns(scope);
}

function notFound(): Error {
  return Object.assign(new Error('not found'), { code: 'FST_ERR_NOT_FOUND' });
}
