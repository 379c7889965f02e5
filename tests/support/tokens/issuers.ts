/** Issuers that a tenant trusts, whose tokens no test sends. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { ask } from '../http/in-process.ts';

/** @returns its id. */
export async function newIssuer(app: FastifyInstance, audience = 'assize'): Promise<string> {
  const wanted = { name: 'CI', issuer: 'https://issuer.example', audience };
  const mapping = { scopes: "['governance:evaluate']" };
  const { status, body } = await ask(app, 'a', '/api/v1/issuers', { body: { ...wanted, mapping } });
  assert.equal(status, 201, JSON.stringify(body));
  return body.issuer_id;
}

/** Adds an issuer that is changed, one whose tokens are revoked, and one that is removed. */
export async function issuersOf(app: FastifyInstance) {
  const [changed, revoked, removed] = [
    await newIssuer(app, 'changed'),
    await newIssuer(app, 'revoked'),
    await newIssuer(app, 'removed'),
  ];
  const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body = {}) => {
    const answer = await ask(app, 'a', `/api/v1/issuers/${path}`, { method, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  };
  await call('POST', `${revoked}/revocations`, { jti: 'token-1' });
  await call('POST', `${revoked}/revocations`, { subject: 'desk' });
  await call('PATCH', changed, { status: 'disabled' });
  await call('DELETE', removed);
  return { changed, revoked, removed };
}
