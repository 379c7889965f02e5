/** Tokens of a real authorization server: a client's own, and one that is bound to its key. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, startTestService } from './support/http/in-process.ts';
import { type Holder, keyHolder } from './support/people/possession.ts';

const AUDIENCE = 'https://assize.example';
const CLIENT = { client_id: 'agent-7', client_secret: 'a-secret-of-the-client' };
const EVALUATE = '/v1/governance/evaluate';
const QUESTION = { action: 'send_email', context: {} };

/** Gives access tokens as JWTs (RFC 9068) for one resource (RFC 8707). */
async function startAuthorizationServer(t: TestContext): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close().closeAllConnections());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          audience: AUDIENCE,
          scope: 'evaluate',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    cookies: { keys: ['a-key-for-cookies'] },
    jwks: { keys: [jwk] },
  });
  server.on('request', provider.callback());
  return issuer;
}

async function tokenOf(issuer: string, holder?: Holder): Promise<string> {
  const url = `${issuer}/token`;
  const response = await fetch(url, {
    method: 'POST',
    headers: holder === undefined ? {} : { dpop: await holder.prove('', url, { ath: undefined }) },
    body: new URLSearchParams({
      ...CLIENT,
      grant_type: 'client_credentials',
      resource: AUDIENCE,
      scope: 'evaluate',
    }),
  });
  const answer = (await response.json()) as { access_token: string };
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer.access_token;
}

testOnOneDatabase('accepts-what-an-authorization-server-gives-a-client', async (location, t) => {
  const { app, service } = await startTestService(t, location, {
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  });
  const issuer = await startAuthorizationServer(t);
  const mapping = {
    accept: "claims.client_id == 'agent-7'",
    agent: 'claims.client_id',
    scopes: "claims.scope == 'evaluate' ? ['governance:evaluate'] : []",
  };
  const wanted = { name: 'OAuth', issuer, audience: AUDIENCE, mapping };
  const { status } = await ask(app, 'a', '/api/v1/issuers', { body: wanted });
  assert.equal(status, 201);

  const plain = await ask(app, 'b', EVALUATE, { key: await tokenOf(issuer), body: QUESTION });
  assert.equal(plain.status, 200, JSON.stringify(plain.body));

  const holder = await keyHolder();
  const bound = await tokenOf(issuer, holder);
  const dpop = await holder.prove(bound, service.config.baseUrl + EVALUATE);
  const headers = { authorization: `DPoP ${bound}`, dpop };
  const proven = await ask(app, 'b', EVALUATE, { key: null, body: QUESTION, headers });
  assert.equal(proven.status, 200, JSON.stringify(proven.body));
  assert.equal((await ask(app, 'b', EVALUATE, { key: bound, body: QUESTION })).status, 401);
});
