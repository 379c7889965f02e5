/** An approval beside the earlier decisions: the last call like it, its recipients, and the money it states. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { APPROVALS, decide, escalated } from './support/approvals/approvals.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { ask, askOk, type Call } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { type TestTenant, testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const REFUND = {
  tool: 'shop.refund',
  effect: 'pay',
  targets: [{ path: 'to', kind: 'account', role: 'payee' }],
  amount: { path: 'amount', currency: 'currency' },
};
const ACME = 'DE89370400440532013000';
const OTHER = 'GB82WEST12345698765432';

async function withRefunds({ app }: TestTenant, entry: object = REFUND): Promise<void> {
  const { status, body } = await ask(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry } });
  assert.equal(status, 200, JSON.stringify(body));
}

function refund(given: object, agent_id = 'agent-7') {
  const context = { risk_level: 'high', confidence_score: 0.95, trust_score: 95, arguments: given };
  return { action: 'shop.refund', agent_id, context };
}

const first = { to: ACME, amount: 90, currency: 'EUR', order: 1182 };

const earlierOf = (app: FastifyInstance, id: string, call: Call = {}) =>
  askOk(app, 'a', `${APPROVALS.a}/${id}/earlier`, call);

testAsTenantOnEachDatabase('compares-with-the-last-approved-call-and-counts-recipients', async (tenant) => {
  const { app, service, name } = tenant;
  await withRefunds(tenant);
  const { headers, memberId } = await signedIn(service, name, 'owner', 'Dana');
  const dana = { surface: 'a', key: null, headers } as const;
  const one = await escalated(app, refund(first));
  assert.deepEqual(await earlierOf(app, one), {
    last_approved: null,
    recipients: [{ kind: 'account', value: ACME, approved: 0, rejected: 0, last: null }],
    looked_at: 0,
    complete: true,
  });
  await decide(app, 'approve', one, dana);
  const other = await escalated(app, refund({ ...first, to: OTHER }));
  await decide(app, 'reject', other, dana);
  await decide(app, 'approve', await escalated(app, refund(first, 'agent-8')), dana);
  const next = await escalated(app, refund({ ...first, amount: 240, note: '‮x' }));
  const found = await earlierOf(app, next);
  assert.equal(found.last_approved.approval_id, one);
  assert.deepEqual(found.last_approved.decided_by, [{ party: memberId, name: 'Dana', said_by_key: null }]);
  assert.deepEqual(found.last_approved.changed, [
    { path: '/amount', before: 90, after: 240 },
    { path: '/note', after: '‮x' },
  ]);
  const [recipient] = found.recipients;
  assert.deepEqual([recipient.approved, recipient.rejected, recipient.last.approval_id], [1, 0, one]);
  assert.equal(found.looked_at, 2);
  const toOther = await earlierOf(app, await escalated(app, refund({ ...first, to: OTHER, order: 2 })));
  assert.deepEqual(
    toOther.recipients.map(({ value, approved, rejected, last }: typeof recipient) => [
      ...[value, approved, rejected, last.approval_id, last.status],
    ]),
    [[OTHER, 0, 1, other, 'rejected']],
  );
  // Later decisions do not change how an earlier one was seen.
  assert.equal((await earlierOf(app, one)).looked_at, 0);
});

testAsTenantOnEachDatabase('says-nothing-of-payloads-that-are-gone', async (tenant) => {
  const { app, service } = tenant;
  await withRefunds(tenant);
  const one = await escalated(app, refund(first));
  const { evidence_id } = await askOk(app, 'a', `${APPROVALS.a}/${one}`);
  const second = await keyHolder(service, tenant.name);
  await decide(app, 'approve', one, { key: second.secret });
  const next = await escalated(app, refund({ ...first, amount: 240 }));
  await redactWhole(app, evidence_id);
  const found = await earlierOf(app, next);
  assert.equal(found.last_approved, null);
  assert.equal(found.recipients[0].approved, 0);
});

testAsTenant('shows-a-viewer-nothing-and-another-tenant-no-approval', async (tenant) => {
  const { app, service, name } = tenant;
  await withRefunds(tenant);
  const id = await escalated(app, refund(first));
  const viewer = await signedIn(service, name, 'viewer');
  const call = { key: null, headers: viewer.headers };
  assert.deepEqual(await earlierOf(app, id, call), {
    last_approved: null,
    recipients: [],
    looked_at: 0,
    complete: false,
  });
  assert.equal((await askOk(app, 'a', `${APPROVALS.a}/${id}`, call)).amount, null);
  const other = await keyHolder(service, `${name}-other`);
  for (const [path, key] of [
    [id, other.secret],
    ['apr_unknown', undefined],
    [`${id}x`, undefined],
  ] as const) {
    const { status } = await ask(
      app,
      'a',
      `${APPROVALS.a}/${path}/earlier`,
      key === undefined ? {} : { key },
    );
    assert.equal(status, 404, path);
  }
});

const AMOUNTS: [promise: string, given: object, amount: object | null, entry?: object][] = [
  ['as-it-stands', first, { value: 90, currency: 'EUR' }],
  ['as-a-text', { ...first, amount: '1,240.50 EUR', currency: 'EUR' }, { value: 1240.5, currency: 'EUR' }],
  ['without-a-currency', { to: ACME, amount: 5 }, { value: 5, currency: null }],
  ['of-a-hostile-currency', { ...first, currency: '<script>' }, { value: 90, currency: null }],
  ['of-two-currencies', { ...first, amount: '90 USD' }, null],
  ['that-is-no-number', { ...first, amount: 'lots' }, null],
  ['less-than-nothing', { ...first, amount: -1 }, null],
  ['in-cents', { ...first, amount: 9000 }, { value: 90, currency: 'EUR' }, { in_cents: true }],
  ['in-dollars-unless-said', { to: ACME, amount: 7 }, { value: 7, currency: 'USD' }, { currency: undefined }],
];
for (const [promise, given, amount, more = {}] of AMOUNTS) {
  testAsTenant(`states-money-${promise}`, async (tenant) => {
    const { app } = tenant;
    await withRefunds(tenant, { ...REFUND, amount: { ...REFUND.amount, ...more } });
    const id = await escalated(app, refund(given));
    assert.deepEqual((await askOk(app, 'a', `${APPROVALS.a}/${id}`)).amount, amount);
    const { items } = await askOk(app, 'a', APPROVALS.a);
    assert.deepEqual(items[0].amount, null, 'lists read no catalogue');
  });
}
