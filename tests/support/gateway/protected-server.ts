/** A real authorization server, and a small MCP server that demands its tokens. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { bodyOf } from '@assize/gateway/mcp/http/requests.ts';
import { createRemoteJWKSet, exportJWK, generateKeyPair, type JWTPayload, jwtVerify } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** Registered there beforehand, for machines. */
export const MACHINE = { id: 'nightly', secret: 'a-secret-of-the-nightly-job' };

export interface AuthorizationServer {
  issuer: string;
  /** The grants that it gave tokens for, in turn. */
  grants: string[];
  /** Forgets every login. */
  endLogins(): Promise<void>;
  /** Every access token and refresh token that it gave. */
  given: string[];
  /** How many logins clients have revoked. */
  revoked: number;
  /** Answers with 503 to all that is about tokens. */
  isDown: boolean;
  /** Holds up the answer to a refresh. */
  delayMs: number;
  /** Sends the browser back with this changed. */
  sendBack: (address: URL) => void;
  /** The parameters of each authorization request and each request for a token. */
  asked: URLSearchParams[];
}

const SCOPES = ['docs.read', 'docs.write'];

export async function authorizationServer(
  t: TestContext,
  { registers = true }: { registers?: boolean } = {},
): Promise<AuthorizationServer> {
  const server = createServer();
  const issuer = await listening(t, server);
  const known = new Set<string>();
  const state: AuthorizationServer = {
    issuer,
    grants: [],
    endLogins: async () => {
      for (const id of known) await provider.RefreshToken.revokeByGrantId(id);
    },
    given: [],
    revoked: 0,
    isDown: false,
    delayMs: 0,
    sendBack: () => {},
    asked: [],
  };
  const provider = new Provider(issuer, await configurationWith(registers));
  provider.on('refresh_token.saved', ({ grantId }) => void known.add(String(grantId)));
  provider.on('grant.revoked', () => {
    state.revoked += 1;
  });
  provider.on('grant.success', ({ oidc }) => void state.grants.push(String(oidc.params?.grant_type)));
  provider.use(async (context, next) => {
    if (context.path.startsWith('/interaction/')) {
      const consented = { login: { accountId: 'ann' }, consent: {} };
      await provider.interactionFinished(context.req, context.res, consented);
      context.respond = false;
      return;
    }
    if (state.isDown && context.path.startsWith('/token')) {
      context.status = 503;
      return;
    }
    await next();
    const params = (context as { oidc?: { params?: Record<string, string> } }).oidc?.params;
    if (params !== undefined) state.asked.push(new URLSearchParams(definedOf(params)));
    if (context.path === '/token' && params?.grant_type === 'refresh_token')
      await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    const { access_token, refresh_token } = (context.body ?? {}) as Record<string, string | undefined>;
    state.given.push(...[access_token, refresh_token].filter((token) => token !== undefined));
    const location: string = context.response.get('location') ?? '';
    if (location.startsWith('http://127.0.0.1:') && !location.startsWith(issuer)) {
      const address = new URL(location);
      state.sendBack(address);
      context.set('location', address.href);
    }
  });
  server.on('request', provider.callback());
  return state;
}

/** Consents to everything that is asked, for this one resource. */
async function configurationWith(registers: boolean): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  return {
    clients: [
      {
        client_id: MACHINE.id,
        client_secret: MACHINE.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    scopes: [...SCOPES, 'offline_access'],
    ttl: { AccessToken: 3600, ClientCredentials: 3600 },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    features: {
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      devInteractions: { enabled: false },
      registration: { enabled: registers },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          audience: resource,
          scope: SCOPES.join(' '),
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      const { scope = '', resource } = oidc.params as { scope?: string; resource?: string };
      grant.addOIDCScope(scope);
      grant.addResourceScope(String(resource), scope);
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a-key-for-cookies'] },
    jwks: { keys: [jwk] },
  };
}

const definedOf = (params: Record<string, string | undefined>) =>
  Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined);

export interface ProtectedServer {
  url: string;
  /** The claims of the tokens that it accepted, with each call of a tool. */
  calls: JWTPayload[];
  /** Every token that it saw. */
  tokens: Set<string>;
  /** Refuses every token from now on but those that are given later. */
  refuseGiven(): void;
  refusesAll: boolean;
}

/** @param path of the server: its tokens are for its whole address. */
export async function protectedServer(
  t: TestContext,
  issuer: string,
  path = '/mcp',
): Promise<ProtectedServer> {
  const http = createServer();
  const origin = await listening(t, http);
  const refused = new Set<string>();
  const state: ProtectedServer = {
    url: `${origin}${path}`,
    calls: [],
    tokens: new Set(),
    refuseGiven: () => {
      for (const token of state.tokens) refused.add(token);
    },
    refusesAll: false,
  };
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const metadata = `/.well-known/oauth-protected-resource${path}`;
  const claimsOf = async ({ headers }: IncomingMessage): Promise<JWTPayload | undefined> => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (token !== '') state.tokens.add(token);
    if (state.refusesAll || refused.has(token)) return undefined;
    const checks = { issuer, audience: state.url, requiredClaims: ['exp'] };
    return jwtVerify(token, keys, checks).then(
      ({ payload }) => payload,
      () => undefined,
    );
  };
  http.on('request', async (request, response) => {
    if (request.url === metadata) {
      const described = {
        resource: state.url,
        authorization_servers: [issuer],
        scopes_supported: ['docs.read'],
      };
      return json(response, 200, described);
    }
    if (request.method !== 'POST' || request.url !== path) return response.writeHead(405).end();
    const claims = await claimsOf(request);
    if (claims === undefined)
      return json(response, 401, {}, `Bearer resource_metadata="${origin}${metadata}"`);
    const message = JSON.parse(await bodyOf(request, 1_000_000));
    const scopes = String(claims.scope).split(' ');
    if (message.params?.name === 'write' && !scopes.includes('docs.write'))
      return json(response, 403, {}, 'Bearer error="insufficient_scope", scope="docs.write"');
    if (message.params?.name === 'repeat')
      return json(response, 500, { you: request.headers.authorization?.slice(7) });
    if (message.id === undefined) return response.writeHead(202).end();
    if (message.method === 'tools/call') state.calls.push(claims);
    return json(response, 200, { jsonrpc: '2.0', id: message.id, result: resultOf(message) });
  });
  return state;
}

const inputSchema = { type: 'object', properties: {} };

function resultOf({ method, params }: { method: string; params?: { name?: string } }): object {
  if (method === 'initialize') {
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'docs', version: '1' },
    };
  }
  if (method === 'tools/list')
    return { tools: ['read', 'write', 'repeat'].map((name) => ({ name, inputSchema })) };
  return { content: [{ type: 'text', text: `${params?.name} done` }] };
}

function json(response: ServerResponse, status: number, body: object, challenge?: string): void {
  const headers = { 'content-type': 'application/json', ...(challenge && { 'www-authenticate': challenge }) };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

async function listening(t: TestContext, server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
