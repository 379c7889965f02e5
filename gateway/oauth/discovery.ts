/**
 * Finds out who gives tokens for an MCP server: its protected resource metadata (RFC 9728) name the authorization
 * server, whose metadata (RFC 8414) name the endpoints.
 */
import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import type { ServerMetadata } from 'openid-client';
import { guardedFetch } from './guarded-fetch.ts';
import { harmless, LoginProblem, saidBy } from './problem.ts';

export interface Authority {
  metadata: ServerMetadata;
  /** The server that the tokens are for: sent with each request for one (RFC 8707). */
  resource: string;
  /** The scopes that the server asks for, else those that it supports. */
  scope: string | undefined;
}

/** How a server answers a request without a token. */
export interface Challenge {
  isUnauthorized: boolean;
  resourceMetadataUrl?: URL | undefined;
  scope?: string | undefined;
}

const PROBE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'assize-gateway', version: '1' },
  },
};

/** Asks the server itself. @throws {LoginProblem} where it can't be reached */
export async function challengeOf(url: string): Promise<Challenge> {
  const answer = await guardedFetch(url)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(PROBE),
  });
  await answer.body?.cancel();
  return challengeIn(answer);
}

export function challengeIn(answer: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  return { isUnauthorized: answer.status === 401, resourceMetadataUrl, scope };
}

/** @throws {LoginProblem} */
export async function authorityFor(url: string, challenge: Challenge): Promise<Authority> {
  const fetchFn = guardedFetch(url);
  const described = await resourceMetadata(url, challenge, fetchFn);
  if (described === undefined && !challenge.isUnauthorized)
    throw new LoginProblem('The server does not ask for a login.');
  const [named] = described?.authorization_servers ?? [];
  const root = String(new URL('/', url));
  const found = await attempted('The metadata of its authorization server', () =>
    discoverAuthorizationServerMetadata(named ?? root, { fetchFn }),
  );
  if (found === undefined && named !== undefined)
    throw new LoginProblem(`The authorization server ${harmless(named)} has no metadata.`);
  return {
    metadata: found === undefined ? usualEndpoints(root) : (found as ServerMetadata),
    resource: resourceOf(url, described),
    scope: challenge.scope ?? described?.scopes_supported?.join(' '),
  };
}

async function resourceMetadata(
  url: string,
  { resourceMetadataUrl }: Challenge,
  fetchFn: FetchLike,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const load = () =>
    discoverOAuthProtectedResourceMetadata(
      url,
      resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
      fetchFn,
    );
  if (resourceMetadataUrl !== undefined) return attempted("The server's metadata", load);
  try {
    return await load();
  } catch (error) {
    if (error instanceof LoginProblem) throw error;
    // Servers of 2025-03-26 have none, and are their own authorization server.
    return undefined;
  }
}

async function attempted<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof LoginProblem) throw error;
    throw new LoginProblem(`${what} can't be used: ${saidBy(error)}`, { cause: error });
  }
}

/** @throws {LoginProblem} where the metadata are those of another server */
function resourceOf(url: string, described: OAuthProtectedResourceMetadata | undefined): string {
  // A key in the address is not for the authorization server.
  const { origin, pathname } = new URL(url);
  const own = `${origin}${pathname}`;
  if (described === undefined) return own;
  const { resource } = described;
  if (
    URL.canParse(resource) &&
    checkResourceAllowed({ requestedResource: own, configuredResource: resource })
  )
    return resource;
  throw new LoginProblem(`The server's metadata are those of another one: ${harmless(resource)}.`);
}

/** Those of MCP 2025-03-26, for an authorization server without metadata. */
function usualEndpoints(root: string): ServerMetadata {
  const at = (path: string) => new URL(path, root).href;
  return {
    issuer: new URL(root).origin,
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    registration_endpoint: at('/register'),
  };
}
