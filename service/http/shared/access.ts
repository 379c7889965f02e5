/**
 * Checks each request before its body is read: key or session, scope, environment, rate limit. Every route declares its
 * scope, or that it is public; a route without either keeps the service from starting.
 */
import type {
  FastifyContextConfig,
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
  type Role,
  requireSandbox,
  requireScope,
  type Scope,
} from '../../keys/index.ts';
import { type Sessions, sessionCookieOf } from '../../members/index.ts';
import type { RateLimiter } from '../../usage/index.ts';
import type { Surface } from './errors.ts';
import { addLimitHeaders, takeFromLimits } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scopes that a key needs for this route, all of them; `public` for a route that needs no key. */
    scope?: Scope | readonly Scope[] | 'public';
    /** Members of these roles pass without the scope. */
    roles?: readonly Role[];
    /**
     * What a viewer, who reads evidence without its payloads, gets of a route that needs `evidence:read`: `none` where the
     * answer has nothing of a payload, `omitted` where the route leaves it out. Without it, viewers are refused.
     */
    payloads?: 'none' | 'omitted';
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
  callers: Callers,
  surface: Surface,
  limiter: RateLimiter | null,
): onRequestHookHandler {
  return (request, reply, done) => {
    const { scope, orSignedLink } = request.routeOptions.config;
    if (scope === 'public' || scope === undefined) return done();
    if (orSignedLink && comesByLink(request)) return done();
    const enter = (principal: Principal): void => {
      try {
        requireScopes(principal, request.routeOptions.config);
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
      const found = callerOf(callers, surface, request);
      if (found instanceof Promise) found.then(enter).catch(done);
      else enter(found);
    } catch (error) {
      done(error as Error);
    }
  };
}

export interface Callers {
  authenticator: Authenticator;
  sessions: Sessions;
  config: { baseUrl: string };
}

/** Surface A takes a session where there is no key. @throws {Failure} where there is neither, or it does not hold. */
function callerOf(
  callers: Callers,
  surface: Surface,
  request: FastifyRequest,
): Principal | Promise<Principal> {
  const token = surface === 'a' ? sessionTokenOf(request, callers.config.baseUrl) : null;
  if (token === null || request.headers['x-api-key'] !== undefined) {
    return callers.authenticator.authenticate(SECRET_OF[surface](request));
  }
  if (CHANGES.has(request.method)) requireOwnOrigin(request);
  return callers.sessions.authenticate(token, isUnderSandbox(request) ? 'sandbox' : 'production');
}

const CHANGES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The token of the session in the cookie; null where there is none. */
export function sessionTokenOf({ headers }: FastifyRequest, baseUrl: string): string | null {
  const name = `${sessionCookieOf(baseUrl)}=`;
  const pair = headers.cookie?.split('; ').find((each) => each.startsWith(name));
  // What follows the dot is the signature of the library that signs people in; the token itself can't be guessed.
  return pair?.slice(name.length).split('.')[0] || null;
}

/**
 * A page of another site can make a browser send a request with its cookie, but not with another `Origin` than its own.
 * @throws {Failure} `forbidden`
 */
export function requireOwnOrigin({ headers }: FastifyRequest): void {
  const origin = headers.origin === undefined ? null : URL.parse(headers.origin);
  if (origin !== null && origin.host === headers.host) return;
  throw new Failure('forbidden', 'A request with a session must come from a page of this service.');
}

/** @throws {Failure} `scope_missing`; `forbidden` for a viewer where an answer shows payloads. */
function requireScopes(principal: Principal, { scope, roles, payloads }: FastifyContextConfig): void {
  const scopes = typeof scope === 'string' ? [scope as Scope] : ((scope ?? []) as readonly Scope[]);
  const { member } = principal;
  if (member === null || !roles?.includes(member.role)) {
    for (const each of scopes) requireScope(principal, each);
  }
  if (member?.role !== 'viewer' || payloads !== undefined || !scopes.includes('evidence:read')) return;
  throw new Failure('forbidden', 'Your role reads evidence without its payloads, and this would show them.');
}

/** Viewers see evidence without its payloads. */
export function seesPayloads({ member }: Principal): boolean {
  return member?.role !== 'viewer';
}

/** What who asks sees of an artifact: to a viewer, it is as if its payload were removed. */
export function shownTo<Shown extends { payload: unknown }>(principal: Principal, artifact: Shown): Shown {
  return seesPayloads(principal) ? artifact : { ...artifact, payload: null };
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

/** The check for a request that was held back: its key or session may have ended meanwhile. @throws {Failure} then. */
export async function requireStillAdmitted(
  callers: Callers,
  surface: Surface,
  request: FastifyRequest,
): Promise<void> {
  requireScopes(await callerOf(callers, surface, request), request.routeOptions.config);
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

/** A proxy may be asked with a whole URL (RFC 9112, section 3.2.2). */
const UNDER_SANDBOX = /^(https?:\/\/[^/]*)?\/sandbox(?=\/(?:api\/|access\/)?v1\/)/;

/** For the server's `rewriteUrl`: where the route stands that an address means. */
export function stripSandbox({ url = '/' }: { url?: string | undefined }): string {
  return url.replace(UNDER_SANDBOX, '$1');
}

export function isUnderSandbox({ url, originalUrl }: Pick<FastifyRequest, 'url' | 'originalUrl'>): boolean {
  return url !== originalUrl;
}
