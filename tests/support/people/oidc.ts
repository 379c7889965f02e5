/** A real OpenID provider that runs here and signs everyone in at once as the person that a test names. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export interface TestProvider {
  issuer: string;
  /** The person who signs in next. */
  account: { sub: string; email: string; email_verified: boolean; name: string };
  /** Changes the claims of each ID token, which is then signed with the provider's own key. */
  forge: ((claims: Record<string, unknown>) => Record<string, unknown>) | null;
}

export const CLIENT = { id: 'assize', secret: 'a-secret-of-the-client' };

export async function startProvider(t: TestContext, callback: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close().closeAllConnections());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const account = { sub: 'person-1', email: 'dana@acme.example', email_verified: true, name: 'Dana' };
  const state: TestProvider = { issuer, account, forge: null };
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ ...state.account }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: CLIENT.id,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a-key-for-cookies'] },
    jwks: { keys: [jwk] },
  });
  provider.use(async (context, next) => {
    if (context.path.startsWith('/interaction/')) {
      await provider.interactionFinished(context.req, context.res, {
        login: { accountId: state.account.sub },
      });
      context.respond = false;
      return;
    }
    await next();
    const answer = context.body as { id_token?: string } | undefined;
    if (context.path !== '/token' || state.forge === null || answer?.id_token === undefined) return;
    const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1] ?? '', 'base64url').toString());
    const forged = new SignJWT(state.forge(claims)).setProtectedHeader({ alg: 'RS256', kid: 'one' });
    context.body = { ...answer, id_token: await forged.sign(keys.privateKey) };
  });
  server.on('request', provider.callback());
  return state;
}

/** Follows the provider's own redirects. @returns the address that it leads back to. */
export async function throughProvider(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  while (url.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ''] = each.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`the provider stays at ${url.pathname}: ${await answer.text()}`);
    url = new URL(next, url);
  }
  return url;
}
