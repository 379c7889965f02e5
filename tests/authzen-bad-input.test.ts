/** AuthZEN refuses malformed requests, requests without the right key, and requests about another tenant. */
import assert from 'node:assert/strict';
import { EVALUATION, EVALUATIONS, post, REQUEST, recorded } from './support/http/authzen.ts';
import { ESCALATED } from './support/http/clients.ts';
import { ask } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';

const HOSTILE: [what: string, url: string, body: unknown][] = [
  ['no subject', EVALUATION, { ...REQUEST, subject: undefined }],
  ['a subject without an id', EVALUATION, { ...REQUEST, subject: { type: 'user' } }],
  ['a subject that is a name', EVALUATION, { ...REQUEST, subject: 'alice' }],
  ['an action of many names', EVALUATION, { ...REQUEST, action: { name: ['a', 'b'] } }],
  ['a claim out of range', EVALUATION, { ...REQUEST, context: { trust_score: 1e9 } }],
  ['a context that names the resource', EVALUATION, { ...REQUEST, context: { resource: { id: '1' } } }],
  ['a context that names the subject', EVALUATION, { ...REQUEST, context: { subject: {} } }],
  ['a context that names the action', EVALUATION, { ...REQUEST, context: { action: {} } }],
  [
    'arguments that name the resource',
    EVALUATION,
    { ...REQUEST, action: { name: 'a', properties: { resource: 1 } } },
  ],
  ['no JSON', EVALUATION, '{"subject"'],
  [
    'a member twice',
    EVALUATION,
    '{"subject":{"type":"a","id":"1","id":"2"},"action":{"name":"a"},"resource":{"type":"t","id":"i"}}',
  ],
  ['an array', EVALUATIONS, [REQUEST]],
  ['too many evaluations', EVALUATIONS, { ...REQUEST, evaluations: Array(101).fill({}) }],
  [
    'an unknown semantic',
    EVALUATIONS,
    { ...REQUEST, evaluations: [{}], options: { evaluations_semantic: 'any' } },
  ],
];

testAsTenant('refuses-what-is-no-request', async ({ app }) => {
  for (const [what, url, body] of HOSTILE) {
    const answer = await post(app, url, body);
    assert.equal(answer.status, 400, what);
    assert.ok(Array.isArray(answer.body.detail) || typeof answer.body.detail === 'string', what);
  }
  assert.equal(await recorded(app), 0);
  const { status, headers } = await ask(app, 'b', EVALUATION);
  assert.deepEqual([status, headers.allow], [405, 'POST']);
  assert.equal((await ask(app, 'b', '/access/v1/search/subject', { body: REQUEST })).status, 404);
});

testAsTenant('counts-what-evaluations-share-for-each-of-them', async ({ app }) => {
  const shared = { ...REQUEST, context: { note: 'n'.repeat(3_000) } };
  const answer = await post(app, EVALUATIONS, { ...shared, evaluations: Array(100).fill({}) });
  assert.equal(answer.status, 413);
  assert.match(answer.body.detail, /counted for each, has more than 262144 bytes/);
  assert.equal(await recorded(app), 0);
  const evaluations = Array(100).fill({ context: {} });
  assert.equal((await post(app, EVALUATIONS, { ...shared, evaluations })).status, 200);
});

testAsTenant('takes-json-alone-and-ignores-what-it-does-not-know', async ({ app }) => {
  const body = JSON.stringify(REQUEST);
  for (const type of ['text/plain', 'application/xml', 'application/jsonx']) {
    const answer = await post(app, EVALUATION, body, { headers: { 'content-type': type } });
    assert.equal(answer.status, 400, type);
    assert.deepEqual(answer.body.detail[0].loc, ['header', 'content-type']);
  }
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  const unknown = { ...REQUEST, foo: 'bar', action: { ...REQUEST.action, kind: 'read' } };
  const answer = await post(app, EVALUATION, JSON.stringify(unknown), { headers });
  assert.equal(answer.body.decision, true);
  const record = await ask(app, 'a', `/api/v1/evidence/${answer.body.context.evidence_id}`);
  assert.deepEqual(record.body.payload.request.context.action, { kind: 'read' });
});

testAsTenant('needs-a-bearer-key-that-may-evaluate', async ({ app, sandboxKey }) => {
  assert.equal((await post(app, EVALUATION, REQUEST, { key: null })).status, 401);
  assert.equal((await ask(app, 'a', EVALUATION, { body: REQUEST })).status, 401);
  const created = await ask(app, 'a', '/api/v1/api-keys', {
    body: { name: 'reader', environment: 'production', scopes: ['evidence:read'] },
  });
  assert.equal((await post(app, EVALUATION, REQUEST, { key: created.body.key })).status, 403);
  const sandboxed = `/sandbox${EVALUATION}`;
  assert.equal((await post(app, sandboxed, REQUEST)).status, 403);
  assert.equal((await post(app, sandboxed, REQUEST, { key: sandboxKey })).body.decision, true);
  assert.equal(await recorded(app), 0);
});

testAsTenant('knows-nothing-of-another-tenant', async ({ app, service }) => {
  const stranger = await keyHolder(service, 'authzen-stranger');
  const asked = { ...REQUEST, context: ESCALATED };
  const { body } = await post(app, EVALUATION, asked, { key: stranger.secret });
  const context = { ...ESCALATED, has_approval: true, approval_id: body.context.approval_id };
  const used = await post(app, EVALUATION, { ...asked, context });
  assert.match(used.body.context.reason_user.en, /the approval is not known/);
});
