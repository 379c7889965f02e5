/** A gateway that takes tokens, and the official client, which finds the authorization server and signs a person in. */
import type { TestContext } from 'node:test';
import type { GatewayConfiguration, ListenOAuth } from '@assize/gateway/configuration/configuration.ts';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { freePort } from '../databases/postgres.ts';
import { throughProvider } from '../people/oidc.ts';
import { type AuthorizationServer, PROGRAM } from '../tokens/authorization-server.ts';
import { httpGateway, postModern, VERSIONS } from './http.ts';

/** A gateway whose key is that of its first agent. @param port of an earlier one, as after a restart. */
export async function protectedGateway(
  t: TestContext,
  configuration: GatewayConfiguration,
  oauth: Pick<ListenOAuth, 'issuer'> & Partial<ListenOAuth>,
  port?: number,
) {
  port ??= await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const [defaultAgent] = configuration.agents;
  const usual = { algorithms: ['RS256', 'ES256'], scopes: {}, required: false };
  return httpGateway(
    t,
    { defaultAgent, ...configuration },
    { port, publicUrl, oauth: { ...usual, ...oauth } },
  );
}

/** Posts a call of a tool with this token. */
export function callWith(url: string, token: string, name = 'note', given: object = {}) {
  const params = { name, arguments: given };
  return postModern(url, 'tools/call', params, { headers: { authorization: `Bearer ${token}` } });
}

/** @returns the official client, signed in as that person, and the token that it got. */
export async function signedIn(
  t: TestContext,
  url: string,
  version: keyof typeof VERSIONS,
  server: AuthorizationServer,
) {
  const { provider, address, token } = personalProvider();
  const transportTo = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  const client = () =>
    new Client({ name: 'test', version: '1' }, { ...VERSIONS[version], capabilities: { elicitation: {} } });
  const first = transportTo();
  await client()
    .connect(first)
    .catch((error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
    });
  const callback = await throughProvider(address(), server.issuer);
  await first.finishAuth(callback.searchParams);
  const connected = client();
  await connected.connect(transportTo());
  t.after(() => connected.close());
  return { client: connected, token: token() };
}

function personalProvider() {
  let [address, verifier]: string[] = [];
  let tokens: StoredOAuthTokens | undefined;
  let discovered: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: PROGRAM.redirect_uri,
    clientMetadata: { redirect_uris: [PROGRAM.redirect_uri] },
    clientInformation: () => ({ client_id: PROGRAM.client_id }),
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      address = url.href;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier ?? '',
    saveDiscoveryState: (state) => {
      discovered = state;
    },
    discoveryState: () => discovered,
  };
  return { provider, address: () => address ?? '', token: () => tokens?.access_token ?? '' };
}
