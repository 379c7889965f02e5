/**
 * The authorization code flow with PKCE (RFC 7636): a person consents in the browser, which comes back to a port on
 * this machine (RFC 8252). An answer counts only with the state of this login, and from the right issuer (RFC 9207).
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  randomState,
  type TokenEndpointResponse,
} from 'openid-client';
import { allowed } from './guarded-fetch.ts';
import { LoginProblem, saidBy } from './problem.ts';

/** How long a person has to consent. */
const PATIENCE_MS = 600_000;
const PATH = '/callback';
const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

/** The port to which the browser comes back. */
export interface Return {
  url: string;
  server: Server;
  close(): void;
}

/** @throws {LoginProblem} where the port is taken */
export async function openReturn(port = 0): Promise<Return> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  }).catch((error: unknown) => {
    throw new LoginProblem(`The port ${port} on 127.0.0.1 can't be used: ${saidBy(error)}`);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    server,
    close: () => void server.close().closeAllConnections(),
  };
}

export interface BrowserLogin {
  configuration: Configuration;
  back: Return;
  resource: string;
  scope: string | undefined;
  /** The address of the MCP server. */
  server: string;
  /** Shows this address to the person. */
  show: (address: URL) => void;
}

/** @throws {LoginProblem} */
export async function tokensByBrowser(login: BrowserLogin): Promise<TokenEndpointResponse> {
  const { configuration, back, resource, scope, server, show } = login;
  const [pkceCodeVerifier, expectedState] = [randomPKCECodeVerifier(), randomState()];
  const { authorization_endpoint: endpoint = '', code_challenge_methods_supported: methods } =
    configuration.serverMetadata();
  allowed(endpoint, server);
  // Some servers that support it don't say so.
  if (methods !== undefined && !methods.includes('S256'))
    throw new LoginProblem(
      'The authorization server does not support PKCE with S256, which protects the login.',
    );
  const wantsToRefresh = scope?.split(' ').includes('offline_access');
  const answered = answerTo(back, expectedState);
  show(
    buildAuthorizationUrl(configuration, {
      redirect_uri: back.url,
      ...(scope !== undefined && { scope }),
      resource,
      state: expectedState,
      code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      // OpenID Connect gives the scope only to a person who is asked.
      ...(wantsToRefresh && { prompt: 'consent' }),
    }),
  );
  const { address, response } = await answered;
  try {
    const checks = { pkceCodeVerifier, expectedState };
    const tokens = await authorizationCodeGrant(configuration, address, checks, { resource });
    await answer(response, 200, 'You are logged in. You can close this window.');
    return tokens;
  } catch (error) {
    await answer(response, 400, 'The login failed. The terminal says why.');
    throw new LoginProblem(`The login failed: ${saidBy(error)}`, { cause: error });
  }
}

/** Other requests at the port are refused, and end nothing: any page in the browser can send them. */
function answerTo(
  { url, server }: Return,
  state: string,
): Promise<{ address: URL; response: ServerResponse }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ address: URL; response: ServerResponse }>();
  const timer = setTimeout(
    () =>
      reject(new LoginProblem('The browser did not come back within ten minutes. Run the command again.')),
    PATIENCE_MS,
  );
  server.on('request', ({ method, url: target = '' }, response) => {
    const address = URL.canParse(target, url) ? new URL(target, url) : undefined;
    if (method === 'GET' && address?.pathname === PATH && address.searchParams.get('state') === state) {
      resolve({ address, response });
    } else void answer(response, 400, 'This is not the answer to the login that runs here.');
  });
  return promise.finally(() => clearTimeout(timer));
}

function answer(response: ServerResponse, status: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    response.on('close', resolve).writeHead(status, HEADERS).end(`${text}\n`);
  });
}
