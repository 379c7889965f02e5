/** Logs in to one server, and stores the tokens; logging out revokes them. */
import { computeScopeUnion } from '@modelcontextprotocol/client';
import { type TokenEndpointResponse, tokenRevocation } from 'openid-client';
import type { ServerOAuth } from '../configuration/server-oauth.ts';
import type { Platform } from '../platform.ts';
import { openReturn, tokensByBrowser } from './by-browser.ts';
import { tokensByDevice } from './by-device.ts';
import { type ClientWanted, clientAt } from './client.ts';
import { type Authority, authorityFor, challengeOf } from './discovery.ts';
import type { LoginStore, Place } from './store.ts';
import { configurationOf, methodOf, type OAuthClient, type Tokens, tokensFrom } from './tokens.ts';

export interface LoginAsked extends Place {
  oauth: ServerOAuth;
  clientSecret?: string | undefined;
  /** Scopes to ask for, besides those that were granted before. */
  scope?: string | undefined;
  isDevice: boolean;
}

export interface Terminal {
  print: (lines: readonly string[]) => void;
  /** Shows an address in the browser; undefined to print it only. */
  open?: ((address: URL) => void) | undefined;
}

/** @throws {LoginProblem} */
export async function logIn(
  asked: LoginAsked,
  store: LoginStore,
  terminal: Terminal,
  now: Platform['now'],
): Promise<Tokens> {
  const { name, url, isDevice } = asked;
  const authority = await authorityFor(url, await challengeOf(url));
  // A login that does not open is replaced.
  const before = await store.read({ name, url }).catch(() => undefined);
  const scope = scopeFor(asked, authority, before?.tokens?.scope);
  const { client, answer } = isDevice
    ? await byDevice(asked, authority, scope, terminal)
    : await byBrowser(asked, authority, scope, terminal);
  const { issuer, token_endpoint, revocation_endpoint, token_endpoint_auth_methods_supported } =
    authority.metadata;
  const tokens = tokensFrom(
    answer,
    {
      authority: { issuer, token_endpoint, revocation_endpoint },
      client,
      method: methodOf(client, token_endpoint_auth_methods_supported),
      resource: authority.resource,
      scope,
    },
    now(),
  );
  await store.locked({ name, url }, () => store.write({ name, url, tokens }));
  return tokens;
}

/** With a refresh token where the authorization server gives one for the asking. */
function scopeFor(
  { scope, oauth }: LoginAsked,
  { metadata, scope: wanted }: Authority,
  granted: string | undefined,
): string | undefined {
  const chosen =
    scope === undefined ? (oauth.scopes?.join(' ') ?? wanted) : computeScopeUnion(granted, scope);
  const canRefresh = metadata.scopes_supported?.includes('offline_access') === true;
  return chosen !== undefined && canRefresh ? computeScopeUnion(chosen, 'offline_access') : chosen;
}

interface LoggedIn {
  client: OAuthClient;
  answer: TokenEndpointResponse;
}

function clientWanted({ oauth, clientSecret }: LoginAsked, more: Partial<ClientWanted>): ClientWanted {
  const { clientId, clientMetadataUrl } = oauth;
  return { clientId, clientSecret, clientMetadataUrl, ...more };
}

async function byDevice(
  asked: LoginAsked,
  { metadata, resource }: Authority,
  scope: string | undefined,
  { print }: Terminal,
): Promise<LoggedIn> {
  const client = await clientAt(metadata, clientWanted(asked, { scope }), asked.url);
  const method = methodOf(client, metadata.token_endpoint_auth_methods_supported);
  const configuration = configurationOf(metadata, client, method, asked.url);
  return {
    client,
    answer: await tokensByDevice(configuration, { resource, scope, server: asked.url }, print),
  };
}

async function byBrowser(
  asked: LoginAsked,
  { metadata, resource }: Authority,
  scope: string | undefined,
  { print, open }: Terminal,
): Promise<LoggedIn> {
  const back = await openReturn(asked.oauth.redirectPort);
  try {
    const wanted = clientWanted(asked, { scope, redirectUrl: back.url });
    const client = await clientAt(metadata, wanted, asked.url);
    const method = methodOf(client, metadata.token_endpoint_auth_methods_supported);
    const configuration = configurationOf(metadata, client, method, asked.url);
    const show = (address: URL) => {
      const how =
        open === undefined ? 'Open this address' : 'Your browser opens. If it does not, open this address';
      print([`${how}: ${address.href}`]);
      open?.(address);
    };
    const answer = await tokensByBrowser({ configuration, back, resource, scope, server: asked.url, show });
    return { client, answer };
  } finally {
    back.close();
  }
}

/** @returns false where the authorization server could not be told */
export async function revoked(
  { authority, client, method, ...tokens }: Tokens,
  server: string,
): Promise<boolean> {
  if (authority.revocation_endpoint === undefined) return false;
  try {
    const configuration = configurationOf(authority, client, method, server);
    await tokenRevocation(configuration, tokens.refreshToken ?? tokens.accessToken);
    return true;
  } catch {
    return false;
  }
}
