/** Tokens of a real authorization server: a client's own, and one that is bound to its key. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, startTestService } from './support/http/in-process.ts';
import { machineToken, startAuthorizationServer } from './support/tokens/authorization-server.ts';
import { keyHolder } from './support/tokens/possession.ts';

const AUDIENCE = 'https://assize.example';
const EVALUATE = '/v1/governance/evaluate';
const QUESTION = { action: 'send_email', context: {} };

testOnOneDatabase('accepts-what-an-authorization-server-gives-a-client', async (location, t) => {
  const { app, service } = await startTestService(t, location, {
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  });
  const server = await startAuthorizationServer(t, { [AUDIENCE]: 'evaluate' });
  const { issuer } = server;
  const wish = { resource: AUDIENCE, scope: 'evaluate' };
  const mapping = {
    accept: "claims.client_id == 'agent-7'",
    agent: 'claims.client_id',
    scopes: "claims.scope == 'evaluate' ? ['governance:evaluate'] : []",
  };
  const wanted = { name: 'OAuth', issuer, audience: AUDIENCE, mapping };
  const { status } = await ask(app, 'a', '/api/v1/issuers', { body: wanted });
  assert.equal(status, 201);

  const plain = await ask(app, 'b', EVALUATE, { key: await machineToken(server, wish), body: QUESTION });
  assert.equal(plain.status, 200, JSON.stringify(plain.body));

  const holder = await keyHolder();
  const proof = await holder.prove('', `${issuer}/token`, { ath: undefined });
  const bound = await machineToken(server, wish, { dpop: proof });
  const dpop = await holder.prove(bound, service.config.baseUrl + EVALUATE);
  const headers = { authorization: `DPoP ${bound}`, dpop };
  const proven = await ask(app, 'b', EVALUATE, { key: null, body: QUESTION, headers });
  assert.equal(proven.status, 200, JSON.stringify(proven.body));
  assert.equal((await ask(app, 'b', EVALUATE, { key: bound, body: QUESTION })).status, 401);
});
