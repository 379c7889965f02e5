/** The tokens of a login, with the data to renew them at the authorization server that gave them. */
import { type ClientAuthMethod, selectClientAuthMethod } from '@modelcontextprotocol/client';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  None,
  refreshTokenGrant,
  type ServerMetadata,
  type TokenEndpointResponse,
} from 'openid-client';
import { guardedFetch } from './guarded-fetch.ts';

export interface OAuthClient {
  id: string;
  secret?: string | undefined;
  /** How it proves itself, where the registration says so. */
  method?: string | undefined;
}

export interface Tokens {
  /** Its metadata that later requests need. */
  authority: Pick<ServerMetadata, 'issuer' | 'token_endpoint' | 'revocation_endpoint'>;
  client: OAuthClient;
  /** How the client proves itself at the token endpoint. */
  method: ClientAuthMethod;
  resource: string;
  accessToken: string;
  refreshToken?: string | undefined;
  scope?: string | undefined;
  /** When to renew it, in milliseconds since the epoch; undefined where the server does not say. */
  renewAtMs?: number | undefined;
  expiresAtMs?: number | undefined;
}

/** Renewed this long before the end, or earlier than that in the last fifth of a short life. */
const MARGIN_MS = 60_000;

const AUTHENTICATIONS: Record<ClientAuthMethod, (secret?: string) => ClientAuth> = {
  client_secret_basic: basicAuthentication,
  client_secret_post: ClientSecretPost,
  none: () => None(),
};

/**
 * As RFC 6749 section 2.3.1 says. The library also encodes characters that stand for themselves, such as "-", and some
 * servers don't decode them.
 */
function basicAuthentication(secret = ''): ClientAuth {
  const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return (_server, { client_id: id }, _body, headers) => {
    const credentials = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64');
    headers.set('authorization', `Basic ${credentials}`);
  };
}

export function methodOf(
  { id, secret, method }: OAuthClient,
  supported: readonly string[] = [],
): ClientAuthMethod {
  const information = {
    client_id: id,
    ...(secret !== undefined && { client_secret: secret }),
    ...(method !== undefined && { token_endpoint_auth_method: method }),
  };
  return selectClientAuthMethod(information, [...supported]);
}

/** @param server the address of the MCP server */
export function configurationOf(
  metadata: ServerMetadata,
  client: OAuthClient,
  method: ClientAuthMethod,
  server: string,
): Configuration {
  const configuration = new Configuration(metadata, client.id, {}, AUTHENTICATIONS[method](client.secret));
  // The guard decides instead: this machine may be asked over http.
  allowInsecureRequests(configuration);
  configuration[customFetch] = guardedFetch(server) as CustomFetch;
  return configuration;
}

export function tokensFrom(
  { access_token: accessToken, refresh_token, expires_in: seconds, scope }: TokenEndpointResponse,
  before: Omit<Tokens, 'accessToken' | 'renewAtMs' | 'expiresAtMs'>,
  nowMs: number,
): Tokens {
  const lifeMs = seconds === undefined ? undefined : seconds * 1000;
  return {
    ...before,
    accessToken,
    refreshToken: refresh_token ?? before.refreshToken,
    scope: scope ?? before.scope,
    expiresAtMs: lifeMs === undefined ? undefined : nowMs + lifeMs,
    renewAtMs: lifeMs === undefined ? undefined : nowMs + lifeMs - Math.min(MARGIN_MS, lifeMs / 5),
  };
}

/** @throws the library's errors */
export async function refreshed(tokens: Tokens, server: string, nowMs: number): Promise<Tokens> {
  const { authority, client, method, resource, refreshToken = '' } = tokens;
  const configuration = configurationOf(authority, client, method, server);
  return tokensFrom(await refreshTokenGrant(configuration, refreshToken, { resource }), tokens, nowMs);
}
