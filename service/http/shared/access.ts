/**
 * Checks each request before its body is read: key, scope, environment, rate limit. Every route declares its scope, or
 * that it is public; a route without either keeps the service from starting.
 */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import { Failure } from '../../foundation/failure.ts';
import {
  type Authenticator,
  type Principal,
  requireSandbox,
  requireScope,
  type Scope,
} from '../../keys/index.ts';
import type { RateLimiter } from '../../usage/index.ts';
import type { Surface } from './errors.ts';
import { addLimitHeaders, takeFromLimits } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scopes that a key needs for this route, all of them; `public` for a route that needs no key. */
    scope?: Scope | readonly Scope[] | 'public';
    /** A request with a signature in its query and no key passes without a principal: the route checks the link. */
    orSignedLink?: true;
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/** Call once, on the root, before any route. */
export function requireDeclaredScopes(app: FastifyInstance): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('counted', null);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route: RouteOptions) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.scope !== undefined) continue;
      throw new Error(`${String(method)} ${url} declares no scope: give it config.scope, or 'public'`);
    }
  });
}

/**
 * The check of one surface.
 * @param limiter null where nothing is limited.
 */
export function checkAccess(
  authenticator: Authenticator,
  surface: Surface,
  limiter: RateLimiter | null,
): onRequestHookHandler {
  const secretOf = SECRET_OF[surface];
  return (request, reply, done) => {
    const { scope, orSignedLink } = request.routeOptions.config;
    if (scope === 'public' || scope === undefined) return done();
    if (orSignedLink && comesByLink(request)) return done();
    const enter = (principal: Principal): void => {
      try {
        for (const each of typeof scope === 'string' ? [scope] : scope) requireScope(principal, each);
        if (isUnderSandbox(request)) requireSandbox(principal);
      } catch (error) {
        if (limiter) addLimitHeaders(limiter, reply, principal);
        throw error;
      }
      request.principal = principal;
      const waiting = limiter ? takeFromLimits(limiter, request, reply, principal) : undefined;
      if (waiting === undefined) done();
      else waiting.then(() => done(), done);
    };
    try {
      const found = authenticator.authenticate(secretOf(request));
      if (found instanceof Promise) found.then(enter).catch(done);
      else enter(found);
    } catch (error) {
      done(error as Error);
    }
  };
}

/**
 * Adds the limits of a known key to an answer without a route: the path doesn't exist, or doesn't take the method. With
 * no key, or an unknown one, the answer is the same without these headers.
 */
export function addLimitHeadersWithoutRoute(
  authenticator: Authenticator,
  limiter: RateLimiter,
): onRequestHookHandler {
  return (request, reply, done) => {
    const { url, is404, routeOptions } = request;
    const meetsRoute = !is404 && routeOptions.config.scope !== 'public';
    if (meetsRoute || !UNDER_SURFACE_B.test(url)) return done();
    const addHeaders = (principal: Principal) => {
      addLimitHeaders(limiter, reply, principal);
      done();
    };
    try {
      const found = authenticator.authenticate(secretFromBearer(request));
      if (found instanceof Promise) found.then(addHeaders, () => done());
      else addHeaders(found);
    } catch {
      done();
    }
  };
}

/** The check of a key for a request that was held back: it may have been revoked meanwhile. @throws {Failure} then. */
export async function requireKeyStillValid(
  authenticator: Authenticator,
  surface: Surface,
  request: FastifyRequest,
): Promise<void> {
  await authenticator.authenticate(SECRET_OF[surface](request));
}

const UNDER_SURFACE_B = /^\/(?:access\/)?v1\//;

/** Seconds a caller may wait for an answer. */
export const MAX_WAIT_SECONDS = 60;

/** The principal of a request that has passed {@link checkAccess}. */
export function principalOf(request: Pick<FastifyRequest, 'principal'>): Principal {
  if (request.principal === null) throw new Error('a public route asked for its principal');
  return request.principal;
}

/** A key, even a wrong one, decides before the link does. */
function comesByLink({ headers, query }: FastifyRequest): boolean {
  const hasKey = headers['x-api-key'] !== undefined || headers.authorization !== undefined;
  return !hasKey && (query as { signature?: unknown }).signature !== undefined;
}

function secretFromHeader(request: FastifyRequest): string {
  const header = request.headers['x-api-key'];
  if (typeof header !== 'string') throw missing('Send the API key in the X-API-Key header.');
  return header;
}

const BEARER = /^Bearer +(\S+)$/i;

function secretFromBearer(request: FastifyRequest): string {
  const secret = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (secret === undefined) throw missing('Send the API key as Authorization: Bearer.');
  return secret;
}

const SECRET_OF = { a: secretFromHeader, b: secretFromBearer } as const;

function missing(how: string): Failure {
  return new Failure('unauthenticated', `Missing or invalid API key. ${how}`);
}

/**
 * @param hold gets what aborts when the caller has hung up.
 * @throws {Failure} where the key was revoked meanwhile: who no longer has one must not get what happened since.
 */
export async function longPoll<T>(
  { authenticator }: { authenticator: Authenticator },
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
  hold: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const answer = await hold(gone.signal);
  await requireKeyStillValid(authenticator, surface, request);
  return answer;
}

/** A proxy may be asked with a whole URL (RFC 9112, section 3.2.2). */
const UNDER_SANDBOX = /^(https?:\/\/[^/]*)?\/sandbox(?=\/(?:api\/|access\/)?v1\/)/;

/** For the server's `rewriteUrl`: where the route stands that an address means. */
export function stripSandbox({ url = '/' }: { url?: string | undefined }): string {
  return url.replace(UNDER_SANDBOX, '$1');
}

export function isUnderSandbox({ url, originalUrl }: Pick<FastifyRequest, 'url' | 'originalUrl'>): boolean {
  return url !== originalUrl;
}
