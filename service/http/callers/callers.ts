/**
 * Identifies callers: an API key or a token in a header or, on Surface A, a member by their session cookie; and checks
 * their rights.
 */

import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { Overload } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { ActiveGovernance, GovernanceCache } from '../../governance/index.ts';
import { isToken, type Sent, type TokenAuthenticator } from '../../issuers/tokens/index.ts';
import { type Authenticator, type Principal, requireScope, type Scope } from '../../keys/index.ts';
import { cookieIn, type Sessions, sessionCookieOf } from '../../members/identity/index.ts';
import type { Surface } from '../answers/errors.ts';

export interface Callers {
  authenticator: Authenticator;
  tokens: TokenAuthenticator;
  sessions: Sessions;
  governance: GovernanceCache;
  overload: Pick<Overload, 'requireRoom'>;
  config: { baseUrl: string };
}

/**
 * Surface A accepts a session if there is no key or token. A request that was admitted before needs no new proof of
 * possession. @throws {Failure} if there is none of these, or it is not valid.
 */
export function callerOf(
  callers: Callers,
  surface: Surface,
  request: FastifyRequest,
  before: 'new' | 'admitted before' = 'new',
): Principal | Promise<Principal> {
  requireOneCredential(callers, surface, request);
  const token = surface === 'a' ? sessionTokenOf(request, callers.config.baseUrl) : null;
  if (token === null || request.headers['x-api-key'] !== undefined) {
    const presented = CREDENTIAL_OF[surface](request);
    if (!isToken(presented)) return callers.authenticator.authenticate(presented);
    if (before === 'admitted before') return callers.tokens.examine(presented);
    return callers.tokens.authenticate(presented, sentIn(callers, surface, request));
  }
  if (CHANGES.has(request.method)) requireOwnOrigin(request, callers.config.baseUrl);
  return callers.sessions.authenticate(token, isUnderSandbox(request) ? 'sandbox' : 'production');
}

/**
 * The caller must not depend on which of two credentials is read: a proxy may have checked the other. Node
 * drops or joins repeated headers, so the raw headers are counted. A proxy's own credentials (`Basic`) don't
 * count here. @throws {Failure} `unauthenticated`
 */
function requireOneCredential({ config }: Callers, surface: Surface, request: FastifyRequest): void {
  const { headers } = request;
  const { rawHeaders } = request.raw;
  const sent = { 'x-api-key': 0, authorization: 0 };
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = (rawHeaders[place] ?? '').toLowerCase();
    if (name === 'x-api-key' || name === 'authorization') sent[name] += 1;
  }
  const isBearer = sent.authorization > 0 && !/^Basic /i.test(headers.authorization ?? '');
  const hasSession = surface === 'a' && sessionTokenOf(request, config.baseUrl) !== null;
  const kinds = Number(sent['x-api-key'] > 0) + Number(isBearer) + Number(hasSession);
  if (kinds < 2 && sent['x-api-key'] < 2 && sent.authorization < 2) return;
  throw new Failure('unauthenticated', 'Send one credential: this request has more than one.');
}

const CHANGES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The token of the session in the cookie; null if there is none. */
export function sessionTokenOf({ headers }: FastifyRequest, baseUrl: string): string | null {
  const value = cookieIn(headers.cookie, sessionCookieOf(baseUrl));
  // The part after the dot is the sign-in library's signature; the token itself can't be guessed.
  return /^([\w-]+)\./.exec(value ?? '')?.[1] ?? null;
}

/**
 * Another site can make a browser send a request with its cookie, but not with this site's `Origin`.
 * @param baseUrl has the browser's scheme, even if a proxy ends TLS and uses plain HTTP.
 * @throws {Failure} `forbidden`
 */
export function requireOwnOrigin({ headers }: FastifyRequest, baseUrl: string): void {
  const origin = headers.origin === undefined ? null : URL.parse(headers.origin);
  // Parsed in the same way, because a proxy may name the port that an origin leaves out.
  const own = URL.parse(`${new URL(baseUrl).protocol}//${headers.host}`);
  if (origin !== null && own !== null && origin.origin === own.origin) return;
  throw new Failure('forbidden', 'A request with a session must come from a page of this service.');
}

/** @throws {Failure} `scope_missing`; `forbidden` for a viewer if an answer shows payloads. */
export function requireScopes(principal: Principal, { scope, roles, payloads }: FastifyContextConfig): void {
  const scopes = typeof scope === 'string' ? [scope as Scope] : ((scope ?? []) as readonly Scope[]);
  const { member } = principal;
  if (member === null || !roles?.includes(member.role)) {
    for (const each of scopes) requireScope(principal, each);
  }
  if (member?.role !== 'viewer' || payloads !== undefined || !scopes.includes('evidence:read')) return;
  throw new Failure('forbidden', 'Your role reads evidence without its payloads, and this would show them.');
}

/** Evaluations are answered for every agent, with a block where it may not act: so there is evidence that it tried. */
export const EVALUATE: Scope = 'governance:evaluate';

/** @throws {Failure} `agent_suspended` where the credential's agent is suspended or retired. */
export function requireActingAgent(
  { governance }: Callers,
  { chain, identity }: Principal,
  { scope }: FastifyContextConfig,
): void | Promise<void> {
  const agentId = identity?.agentId ?? null;
  if (agentId === null || scope === EVALUATE) return;
  const require = ({ agents }: ActiveGovernance): void => {
    const status = agents.statusOf(agentId);
    if (status !== 'suspended' && status !== 'retired') return;
    const told = `The agent ${agentId} is ${status}: only its evaluations are answered, with a block.`;
    throw new Failure('agent_suspended', told);
  };
  const active = governance.of(chain);
  return active instanceof Promise ? active.then(require) : require(active);
}

/** Viewers see evidence without its payloads. */
export function seesPayloads({ member }: Principal): boolean {
  return member?.role !== 'viewer';
}

/** Shows an artifact to the caller: a viewer sees it as if its payload had been removed. */
export function shownTo<Shown extends { payload: unknown }>(principal: Principal, artifact: Shown): Shown {
  return seesPayloads(principal) ? artifact : { ...artifact, payload: null };
}

/**
 * Checks a request that has waited: its key or session may have ended meanwhile, its agent may be suspended, or the
 * session may now be of another tenant. @throws {Failure} in these cases.
 */
export async function requireStillAdmitted(
  callers: Callers,
  surface: Surface,
  request: FastifyRequest,
): Promise<void> {
  const principal = await callerOf(callers, surface, request, 'admitted before');
  requireScopes(principal, request.routeOptions.config);
  await requireActingAgent(callers, principal, request.routeOptions.config);
  if (request.principal === null || principal.chain === request.principal.chain) return;
  throw new Failure('unauthenticated', 'Your session now belongs to another organisation.');
}

function credentialFromHeader(request: FastifyRequest): string {
  const header = request.headers['x-api-key'];
  if (typeof header !== 'string') throw missing('Send the API key in the X-API-Key header.');
  return header;
}

const CREDENTIALS = /^(Bearer|DPoP) +(\S+)$/i;

/** The key or token in `Authorization`; only tokens come with a proof of possession. */
export function credentialFromAuthorization({ headers }: FastifyRequest): string {
  const [, scheme = '', credential] = CREDENTIALS.exec(headers.authorization ?? '') ?? [];
  const isTaken = credential !== undefined && (isToken(credential) || scheme.toLowerCase() === 'bearer');
  if (!isTaken) throw missing('Send the API key as Authorization: Bearer.');
  return credential;
}

const CREDENTIAL_OF = { a: credentialFromHeader, b: credentialFromAuthorization } as const;

/** `X-API-Key` has no scheme: there, a proof says that the token is bound. */
function sentIn({ config }: Callers, surface: Surface, request: FastifyRequest): Sent {
  const { headers, method, originalUrl } = request;
  const proof = headers.dpop;
  const isBound = surface === 'a' ? proof !== undefined : /^DPoP /i.test(headers.authorization ?? '');
  return {
    scheme: isBound ? 'dpop' : 'bearer',
    dpop: typeof proof === 'string' ? proof : undefined,
    method,
    url: config.baseUrl.replace(/\/+$/, '') + originalUrl.replace(WHOLE_URL, ''),
  };
}

const WHOLE_URL = /^https?:\/\/[^/]*/i;

function missing(how: string): Failure {
  return new Failure('unauthenticated', `Missing or invalid API key. ${how}`);
}

/** A proxy may send a whole URL (RFC 9112, section 3.2.2). */
const UNDER_SANDBOX = /^(https?:\/\/[^/]*)?\/sandbox(?=\/(?:api\/|access\/)?v1\/)/;

/** For the server's `rewriteUrl`: the address of the route that a request means. */
export function stripSandbox({ url = '/' }: { url?: string | undefined }): string {
  return url.includes('/sandbox/') ? url.replace(UNDER_SANDBOX, '$1') : url;
}

export function isUnderSandbox({ url, originalUrl }: Pick<FastifyRequest, 'url' | 'originalUrl'>): boolean {
  return url !== originalUrl;
}
