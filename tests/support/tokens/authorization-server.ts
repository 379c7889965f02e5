/**
 * A real authorization server that runs here. It gives access tokens as JWTs (RFC 9068) for the resources that a test
 * names (RFC 8707): to a client for itself, or for a person, who signs in at once.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export interface AuthorizationServer {
  issuer: string;
  /** The person who signs in next. */
  person: string;
}

/** A machine, which asks for itself. */
export const MACHINE = { client_id: 'agent-7', client_secret: 'a-secret-of-the-client' };
/** A program in front of a person, which keeps no secret. */
export const PROGRAM = { client_id: 'desk-client', redirect_uri: 'http://127.0.0.1:9/callback' };

/** @param resources the scopes that each resource knows. */
export async function startAuthorizationServer(
  t: TestContext,
  resources: Readonly<Record<string, string>>,
): Promise<AuthorizationServer> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close().closeAllConnections());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { issuer, person: 'dana@acme.example' };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer, {
    clients: [
      { ...MACHINE, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
      {
        client_id: PROGRAM.client_id,
        token_endpoint_auth_method: 'none',
        redirect_uris: [PROGRAM.redirect_uri],
      },
    ],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          audience: resource,
          scope: resources[resource] ?? '',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const { accountId = '' } = oidc.session ?? {};
      const grant = new oidc.provider.Grant({ clientId: PROGRAM.client_id, accountId });
      for (const [resource, scopes] of Object.entries(resources)) grant.addResourceScope(resource, scopes);
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a-key-for-cookies'] },
    jwks: { keys: [jwk] },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    await provider.interactionFinished(context.req, context.res, { login: { accountId: state.person } });
    context.respond = false;
  });
  server.on('request', provider.callback());
  return state;
}

/** The machine's own token. @param headers such as a proof of a key. */
export async function machineToken(
  { issuer }: Pick<AuthorizationServer, 'issuer'>,
  { resource, scope }: { resource: string; scope?: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const form = { ...MACHINE, grant_type: 'client_credentials', resource };
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ ...form, ...(scope !== undefined && { scope }) }),
  });
  const answer = (await response.json()) as { access_token?: string };
  if (answer.access_token === undefined) throw new Error(JSON.stringify(answer));
  return answer.access_token;
}
