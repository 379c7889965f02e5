/** A tenant's settings hold for its evaluations and approvals, are recorded by version, and can be undone. */
import assert from 'node:assert/strict';
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import { decide, escalated, GRAVE } from './support/approvals/approvals.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { activate, change, inForce, put, SETTINGS } from './support/governance/settings.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const TRUTH = '/api/v1/evidence/truth-verification';

testOnOneDatabase('begins-with-the-standard-settings-of-the-installation', async (location, t) => {
  const { app } = await startTestService(t, location, {
    ASSIZE_APPROVAL_QUORUM: 'critical=3',
    ASSIZE_APPROVAL_LIFETIME_HOURS: '1000',
  });
  const { version, settings, activated_at, activated_by, law_version } = await inForce(app);
  assert.equal(version, 0);
  assert.equal(activated_at, null);
  assert.equal(activated_by, null);
  assert.deepEqual(settings.approvals, {
    lifetime_hours: 1000,
    required: { low: 1, medium: 1, high: 1, critical: 3 },
    separation_of_duties: false,
  });
  const { approvals: _, ...laws } = settings;
  assert.equal(law_version, sha256Text(canonicalJson(laws)));
  const { body: standard } = await ask(app, 'a', `${SETTINGS}/versions/0`);
  assert.deepEqual(standard, {
    version: 0,
    law_version,
    created_at: null,
    created_by: null,
    in_force: true,
    settings,
  });
  assert.deepEqual((await ask(app, 'a', `${SETTINGS}/versions`)).body, { versions: [], total: 0 });
  // The displayed document can be set again.
  assert.equal((await put(app, settings, 0)).body.version, 1);
});

testAsTenantOnEachDatabase(
  'puts-a-document-in-force-as-a-version-and-goes-back',
  async ({ app, service, key }) => {
    const { party } = await service.authenticator.authenticate(key);
    const question = { action: 'report.send', context: { risk_level: 'low', trust_score: 30 } };
    const verdict = async () => (await evaluate(app, 'b', question)).body.verdict;
    assert.equal(await verdict(), 'PROCEED');

    const first = await change(app, ({ trust }) => ({
      trust: { ...trust, required: { low: 50, medium: 50, high: 60, critical: 80 } },
      catalogue: [{ action: 'report.*', is_irreversible: true }],
    }));
    assert.equal(first.version, 1);
    assert.equal(first.activated_by, party);
    assert.equal(await verdict(), 'ESCALATE');
    const second = await change(app, () => ({ catalogue: [{ action: 'report.*', risk_level: 'critical' }] }));
    assert.equal(second.version, 2);

    const { body: listed } = await ask(app, 'a', `${SETTINGS}/versions`);
    assert.deepEqual(
      listed.versions.map(({ version, in_force }: Record<string, unknown>) => ({ version, in_force })),
      [
        { version: 2, in_force: true },
        { version: 1, in_force: false },
      ],
    );
    assert.equal(listed.total, 2);
    const { body: older } = await ask(app, 'a', `${SETTINGS}/versions?before=2&limit=1`);
    assert.equal(older.versions.length, 1);
    assert.equal(older.versions[0].version, 1);
    assert.equal(older.total, 2);
    const { body: one } = await ask(app, 'a', `${SETTINGS}/versions/1`);
    assert.deepEqual(one.settings, first.settings);
    assert.equal(one.created_by, party);
    assert.equal(one.in_force, false);

    const back = await activate(app, 1, 2);
    assert.equal(back.status, 200);
    assert.equal(back.body.version, 1);
    assert.deepEqual(back.body.settings, first.settings);
    // A repetition changes nothing, and leaves no record.
    assert.deepEqual((await activate(app, 1, 1)).body.activated_at, back.body.activated_at);
    assert.equal((await put(app, first.settings, 1)).body.version, 1);
    const standard = await activate(app, 0, 1);
    assert.equal(standard.body.version, 0);
    assert.deepEqual(standard.body.settings.catalogue, []);
    assert.equal(await verdict(), 'PROCEED');
    // The next version is a new one, even after a step back.
    assert.equal((await change(app, () => ({ attestation: 'verified' }))).version, 3);

    const { body: found } = await ask(app, 'a', '/api/v1/evidence/search', {
      body: { artifact_type: 'governance_change', limit: 100 },
    });
    const changes = found.items.filter(({ action }: { action: string }) => action === 'settings.activate');
    assert.equal(changes.length, 5);
    assert.equal((await ask(app, 'a', TRUTH)).body.overall_valid, true);
  },
);

testAsTenant('records-each-change-with-old-and-new-values', async ({ app, service, chain }) => {
  const before = await inForce(app);
  const after = await change(app, ({ confidence, approvals }) => ({
    attestation: 'verified',
    confidence: { floor: { ...confidence.floor, critical: 0.99 } },
    approvals: { ...approvals, lifetime_hours: 2 },
    catalogue: [
      { action: 'b', risk_level: 'low' },
      { action: 'b', risk_level: 'high', is_irreversible: true },
      { action: 'a*', is_irreversible: true },
    ],
  }));
  const differences = [
    { path: 'approvals.lifetime_hours', from: 24, to: 2 },
    { path: 'attestation', from: 'accepted', to: 'verified' },
    { path: 'catalogue[a*]', from: null, to: { risk_level: null, is_irreversible: true } },
    { path: 'catalogue[b]', from: null, to: { risk_level: 'high', is_irreversible: true } },
    { path: 'confidence.floor.critical', from: 0.9, to: 0.99 },
  ];
  const { body: seen } = await ask(app, 'a', `${SETTINGS}/diff?from=0`);
  assert.deepEqual(seen, { from: 0, to: 1, differences });
  const { body: backwards } = await ask(app, 'a', `${SETTINGS}/diff?from=1&to=0`);
  assert.deepEqual(
    backwards.differences.map(({ from, to }: { from: unknown; to: unknown }) => ({ from: to, to: from })),
    differences.map(({ from, to }) => ({ from, to })),
  );
  assert.deepEqual((await ask(app, 'a', `${SETTINGS}/diff?from=1&to=1`)).body.differences, []);

  const row = await service.db
    .selectFrom('settings_in_force')
    .innerJoin('artifacts', 'artifacts.id', 'settings_in_force.evidence_id')
    .innerJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .select(['payload', 'artifacts.actor'])
    .where('settings_in_force.chain', '=', chain)
    .executeTakeFirstOrThrow();
  const { change: recorded, by } = JSON.parse(Buffer.from(row.payload).toString('utf8'));
  assert.deepEqual({ from: recorded.from, to: recorded.to, by }, { from: 0, to: 1, by: row.actor });
  assert.equal(recorded.law_version, after.law_version);
  assert.notEqual(recorded.law_version, before.law_version);
  assert.equal(recorded.document_hash, sha256Text(canonicalJson(after.settings as never)));
  assert.deepEqual(recorded.differences, differences);
});

testAsTenantOnEachDatabase('refuses-a-change-that-would-undo-another-unseen', async ({ app }) => {
  const { settings } = await inForce(app);
  const wanted = (tolerance: number) => ({
    ...settings,
    trust: { ...settings.trust, claim_tolerance: tolerance },
  });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, place) => put(app, wanted(place), 0)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(11).fill(409)]);
  for (const { status, body } of answers) {
    if (status === 409)
      assert.deepEqual(body, { detail: 'The settings in force are version 1.', code: 'settings_changed' });
  }
  assert.equal((await put(app, settings, 0)).status, 409);
  assert.equal((await activate(app, 0, 0)).status, 409);
  const both = await Promise.all([activate(app, 0, 1), put(app, wanted(50), 1)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await ask(app, 'a', TRUTH)).body.overall_valid, true);
});

testAsTenant('sets-how-approvals-are-given-for-the-tenant', async ({ app, service, name }) => {
  const { secret: second } = await keyHolder(service, name);
  const open = await escalated(app);
  await change(app, () => ({
    approvals: {
      lifetime_hours: 2,
      required: { low: 1, medium: 1, high: 2, critical: 2 },
      separation_of_duties: true,
    },
  }));
  const id = await escalated(app);
  const { body: shown } = await ask(app, 'a', `/api/v1/approvals/${id}`);
  assert.equal(Date.parse(shown.expires_at) - Date.parse(shown.created_at), 2 * 3_600_000);
  assert.equal(shown.required_approvals, 2);
  // A change of the deciders affects all open approvals, a change of the quorum only new ones.
  assert.equal((await decide(app, 'approve', open)).status, 403);
  assert.equal((await decide(app, 'approve', open, { key: second })).body.status, 'approved');
  assert.equal((await decide(app, 'approve', id, { key: second })).body.status, 'pending');
  await activate(app, 0, 1);
  assert.equal((await decide(app, 'approve', id)).body.status, 'approved');
});

testAsTenant('keeps-tenants-and-environments-apart', async ({ app, service, name, key, sandboxKey }) => {
  const other = await keyHolder(service, `${name}-other`);
  await change(app, () => ({ catalogue: [{ action: '*', risk_level: 'critical' }] }));
  await change(app, () => ({ attestation: 'verified' }), { key: sandboxKey });
  const question = { action: 'a', context: {}, agent_id: 'agent-7' };
  const verdicts = [];
  for (const each of [key, sandboxKey, other.secret]) {
    verdicts.push((await evaluate(app, 'b', question, { key: each })).body.verdict);
  }
  assert.deepEqual(verdicts, ['ESCALATE', 'PROCEED', 'PROCEED']);
  assert.equal((await inForce(app, { key: other.secret })).version, 0);
  const sandbox = await inForce(app, { key: sandboxKey });
  assert.equal(sandbox.version, 1);
  assert.equal(sandbox.settings.attestation, 'verified');
  const { status, body } = await ask(app, 'a', `${SETTINGS}/versions/1`, { key: other.secret });
  const { body: unknown } = await ask(app, 'a', `${SETTINGS}/versions/9`, { key: other.secret });
  assert.deepEqual({ status, body }, { status: 404, body: unknown });
  assert.equal((await ask(app, 'a', '/sandbox/api/v1/settings', { key: sandboxKey })).body.version, 1);
  const narrow = await keyHolder(service, name, { scopes: ['governance:evaluate', 'evidence:read'] });
  assert.equal((await put(app, GRAVE, 0, { key: narrow.secret })).status, 403);
});

testOnOneDatabase('gives-no-verdict-where-the-settings-in-force-are-gone', async (location, t) => {
  const first = await startTestService(t, location);
  await change(first.app, () => ({ attestation: 'verified' }));
  await first.service.db.deleteFrom('settings_versions').execute();
  // Another node has not read them yet.
  const { app } = await startTestService(t, location);
  assert.equal((await evaluate(app, 'b', { action: 'a', context: {} })).status, 503);
  assert.equal((await ask(app, 'a', SETTINGS)).status, 503);
  assert.equal((await activate(app, 0, 1)).status, 200);
  assert.equal((await evaluate(app, 'b', { action: 'a', context: {} })).status, 200);
  assert.equal((await change(app, () => ({ attestation: 'verified' }))).version, 1);
});
