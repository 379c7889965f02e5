/**
 * Checks each request before its body is read: key or session, scope, environment, rate limit. Every route
 * declares its scope, or that it is public; a route without either keeps the service from starting.
 */

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import {
  type Authenticator,
  type Principal,
  type Role,
  requireProduction,
  requireSandbox,
  type Scope,
} from '../../keys/index.ts';
import type { RateLimiter } from '../../usage/limits/index.ts';
import type { Surface } from '../answers/errors.ts';
import { addLimitHeaders, takeFromLimits } from '../limits/rate-limits.ts';
import {
  type Callers,
  callerOf,
  credentialFromAuthorization,
  EVALUATE,
  isUnderSandbox,
  requireActingAgent,
  requireScopes,
  requireStillAdmitted,
} from './callers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scopes that a key needs for this route, all of them; `public` for a route without a key. */
    scope?: Scope | readonly Scope[] | 'public';
    /** `production`: its subject does not exist in the sandbox. */
    environment?: 'production';
    /** Members of these roles pass without the scope. */
    roles?: readonly Role[];
    /**
     * Lets viewers, who read evidence without its payloads, use a route that needs `evidence:read`: `none` if
     * the answer contains nothing of a payload, `omitted` if the route leaves it out. Without it, viewers are
     * refused.
     */
    payloads?: 'none' | 'omitted';
    /**
     * A request with a signature in its query and no key passes without a principal: the route checks the
     * link.
     */
    orSignedLink?: true;
  }
  interface FastifyRequest {
    principal: Principal | null;
    /** Whether it was refused unread, since it would have waited too long. There may be thousands a second. */
    isShed: boolean;
  }
}

/** Call once, on the root, before any route. */
export function requireDeclaredScopes(app: FastifyInstance): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('counted', null);
  app.decorateRequest('isShed', false);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route: RouteOptions) => void routes.push(route));
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.scope === undefined) {
        throw new Error(`${String(method)} ${url} declares no scope: give it config.scope, or 'public'`);
      }
    }
  });
}

/**
 * The check of one surface.
 * @param limiter null if nothing is limited.
 */
export function checkAccess(
  callers: Callers,
  surface: Surface,
  limiter: RateLimiter | null,
): onRequestHookHandler {
  return (request, reply, done) => {
    const { scope, orSignedLink } = request.routeOptions.config;
    if (scope === 'public' || scope === undefined) return done();
    if (orSignedLink && comesByLink(request)) return done();
    const enter = (principal: Principal): void | Promise<void> => {
      const refuse = (error: unknown) => {
        if (limiter) addLimitHeaders(limiter, reply, principal);
        throw error;
      };
      try {
        const admitted = requireAdmitted(callers, request, principal);
        if (admitted !== undefined) return admitted.then(() => takeFrom(principal), refuse);
      } catch (error) {
        refuse(error);
      }
      takeFrom(principal);
    };
    const takeFrom = (principal: Principal): void => {
      request.principal = principal;
      const waiting = limiter ? takeFromLimits(limiter, request, reply, principal) : undefined;
      if (waiting === undefined) done();
      else waiting.then(() => done(), done);
    };
    try {
      const found = callerOf(callers, surface, request);
      if (found instanceof Promise) found.then(enter).catch(done);
      else enter(found)?.catch(done);
    } catch (error) {
      done(error as Error);
    }
  };
}

/** @throws {Failure} where this principal may not use the route. */
function requireAdmitted(
  callers: Callers,
  request: FastifyRequest,
  principal: Principal,
): void | Promise<void> {
  const { config } = request.routeOptions;
  requireScopes(principal, config);
  if (isUnderSandbox(request)) requireSandbox(principal);
  if (config.environment === 'production') requireProduction(principal);
  if (config.scope === EVALUATE) callers.overload.requireRoom(principal.chain);
  return requireActingAgent(callers, principal, config);
}

/**
 * Adds the limits of a known key to an answer without a route: the path doesn't exist, or doesn't accept the
 * method. With no key, or an unknown one, the answer is the same without these headers.
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
      const found = authenticator.authenticate(credentialFromAuthorization(request));
      if (found instanceof Promise) found.then(addHeaders, () => done());
      else addHeaders(found);
    } catch {
      done();
    }
  };
}

export const UNDER_SURFACE_B = /^\/(?:access\/)?v1\//;

/** Needs that many routes share. {@link READ} is for answers that contain nothing of a payload. */
export const READ = { scope: 'evidence:read', payloads: 'none' } as const;
export const WRITE = { scope: 'evidence:write' } as const;
export const MANAGE = { scope: 'keys:manage' } as const;

/** Seconds a caller may wait for an answer. */
export const MAX_WAIT_SECONDS = 60;

/** The principal of a request that has passed {@link checkAccess}. */
export function principalOf(request: Pick<FastifyRequest, 'principal'>): Principal {
  if (request.principal === null) throw new Error('a public route asked for its principal');
  return request.principal;
}

/** A key, even a wrong one, takes precedence over the link. */
function comesByLink({ headers, query }: FastifyRequest): boolean {
  const hasKey = headers['x-api-key'] !== undefined || headers.authorization !== undefined;
  return !hasKey && (query as { signature?: unknown }).signature !== undefined;
}

/**
 * @param hold gets a signal that aborts when the caller has hung up.
 * @throws {Failure} if the key was revoked meanwhile: its holder must not get later events.
 */
export async function longPoll<T>(
  callers: Callers,
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
  hold: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const answer = await hold(gone.signal);
  await requireStillAdmitted(callers, surface, request);
  return answer;
}
