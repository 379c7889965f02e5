/** A 409 says in words what stands in the way, and in a code from a closed set which conflict it is. */
import assert from 'node:assert/strict';
import { CONFLICTS } from '@assize/service/foundation/failure.ts';
import { decide, GRAVE } from './support/approvals/approvals.ts';
import { inForce, put } from './support/governance/settings.ts';
import { type Answer, ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

testAsTenant('each-conflict-has-a-code-beside-its-words', async ({ app }) => {
  const { approval_id: id } = (await evaluate(app, 'b', GRAVE)).body;
  assert.equal((await decide(app, 'reject', id)).status, 200);
  const found: Record<string, Answer> = {
    approval_not_pending: await decide(app, 'approve', id),
    settings_changed: await put(app, (await inForce(app)).settings, 7),
    record_must_stay_readable: await redactedTwice(app),
  };
  for (const [code, { status, body }] of Object.entries(found)) {
    assert.deepEqual([status, body.code], [409, code], JSON.stringify(body));
    assert.equal(typeof body.detail, 'string');
    assert.deepEqual(Object.keys(body).sort(), ['code', 'detail']);
  }
  const { body: described } = await ask(app, 'a', '/openapi.json', { key: null });
  const { properties } = described.components.schemas.Conflicting;
  assert.deepEqual(properties.code.enum, CONFLICTS);
});

/** The record of a removal can't be removed. */
async function redactedTwice(app: Parameters<typeof ask>[0]): Promise<Answer> {
  const { evidence_id: id } = (await evaluate(app, 'a', { action: 'a', context: {} })).body;
  const redact = (each: string) =>
    ask(app, 'a', `/api/v1/evidence/${each}/redact`, { body: { reason: 'r' } });
  assert.equal((await redact(id)).status, 200);
  const search = { artifact_type: 'governance_change', action: 'evidence.redact' };
  const { items } = (await ask(app, 'a', '/api/v1/evidence/search', { body: search })).body;
  return redact(items[0].id);
}

testAsTenant('searches-without-a-body-as-with-an-empty-one', async ({ app }) => {
  await evaluate(app, 'a', { action: 'a', context: {} });
  const empty = await ask(app, 'a', '/api/v1/evidence/search', { body: {} });
  for (const headers of [undefined, { 'content-type': 'application/json' }]) {
    const answer = await ask(app, 'a', '/api/v1/evidence/search', { method: 'POST', headers });
    assert.deepEqual([answer.status, answer.body], [200, empty.body], JSON.stringify(answer.body));
  }
});
