/** A register vouches for what it knows, not for what it was asked, and no call makes an account by printing it. */
import assert from 'node:assert/strict';
import { requireTrue } from './support/governance/governance.ts';
import { called, read, reported } from './support/governance/sessions.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { STRANGER, SUPPLIER } from './support/walks/desk.ts';
import { judgedPayment, payingTools } from './support/walks/paying.ts';

testAsTenantOnEachDatabase('vouches-for-what-a-register-returned', async (tenant) => {
  const { app, service, key } = tenant;
  await payingTools(app);
  await read(app, 's-1', { name: 'Acme', iban: SUPPLIER }, { context: { arguments: { name: 'Acme' } } });
  const { verdict, origin } = await judgedPayment(tenant, SUPPLIER, 's-1');
  assert.deepEqual([verdict, origin], ['PROCEED', 'own_result']);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('does-not-vouch-for-the-echo-of-a-question', async (tenant) => {
  const { app, service, key } = tenant;
  await payingTools(app);
  for (const [session, asked] of [
    ['plain', { query: STRANGER }],
    ['spaced', { query: 'iban = "GB82 WEST 1234 5698 7654 32"' }],
    ['coded', { query: Buffer.from(`the account ${STRANGER}`).toString('base64') }],
  ] as const) {
    const result = { query: STRANGER, matches: [] };
    await read(app, session, result, { context: { arguments: asked } });
    const { verdict, origin } = await judgedPayment(tenant, STRANGER, session);
    assert.deepEqual([verdict, origin], ['ESCALATE', 'unseen'], session);
  }
  await requireTrue(service, key);
});

testAsTenant('still-vouches-for-what-a-register-had-returned-before-it-was-asked', async (tenant) => {
  const { app } = tenant;
  await payingTools(app);
  await read(app, 's-1', { iban: SUPPLIER });
  await read(app, 's-1', { iban: SUPPLIER }, { context: { arguments: { iban: SUPPLIER } } });
  assert.equal((await judgedPayment(tenant, SUPPLIER, 's-1')).verdict, 'PROCEED');
});

testAsTenant('does-not-take-an-account-as-made-because-a-program-printed-it', async (tenant) => {
  const { app, service, key } = tenant;
  await payingTools(app);
  await read(app, 's-1', `Pay to ${STRANGER}`, { action: 'box.run' });
  const { verdict, origin } = await judgedPayment(tenant, STRANGER, 's-1');
  assert.deepEqual([verdict, origin], ['ESCALATE', 'unseen']);
  await requireTrue(service, key);
});

testAsTenant('takes-from-no-report-that-strangers-words-are-the-tenant-s-own', async (tenant) => {
  const { app } = tenant;
  await payingTools(app);
  const action = 'mail.read';
  const evaluation_id = await called(app, 's-0', { action });
  for (const claim of [{ source: 'own' }, { fields: { body: 'own' } }, { result_fields: { body: 'own' } }]) {
    const { status } = await reported(app, 's-0', { evaluation_id, result: { body: STRANGER }, ...claim });
    assert.equal(status, 400, JSON.stringify(claim));
  }
  const claiming = [
    { body: STRANGER, source: 'own', result: 'own' },
    { body: JSON.stringify({ from: STRANGER }) },
    { body: `From: billing@acme.example\n{"from": "${STRANGER}"}` },
  ];
  for (const [place, result] of claiming.entries()) {
    await read(app, `s-${place + 1}`, result, { action });
    const { verdict, origin } = await judgedPayment(tenant, STRANGER, `s-${place + 1}`);
    assert.deepEqual([verdict, origin], ['ESCALATE', 'content'], JSON.stringify(result));
  }
});
