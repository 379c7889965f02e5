/** Invalid settings documents, and all faults in them. */
import assert from 'node:assert/strict';
import { activate, inForce, put, SETTINGS } from './support/governance/settings.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

testAsTenant('names-every-problem-of-a-document-at-once', async ({ app }) => {
  const { settings } = await inForce(app);
  const { attestation: _, ...rest } = settings;
  const bad = {
    ...rest,
    catalogue: [{ action: 'a' }, { action: '', risk_level: 'grave' }, { risk_level: 'low', other: 1 }],
    budget: { warn_share: 0, irreversible_step_share: 1.5 },
    confidence: { floor: { low: 0.5, medium: 0.4, high: 2, critical: 0.9 } },
    trust: { ...settings.trust, required: { low: -1, medium: 40, high: '60', critical: 30 }, more: 1 },
    approvals: { lifetime_hours: 0.5, required: { low: 2, medium: 1, high: 21, critical: 1 } },
  };
  const { status, body } = await put(app, bad, -1);
  assert.equal(status, 422);
  const found = body.detail.map(({ loc, type }: { loc: string[]; type: string }) => {
    return `${loc.slice(1).join('.')} ${type}`;
  });
  assert.deepEqual(
    found.sort(),
    [
      'expected_version greater_than_equal',
      'settings.approvals.lifetime_hours int_from_float',
      'settings.approvals.required.critical value_error',
      'settings.approvals.required.high less_than_equal',
      'settings.approvals.required.medium value_error',
      'settings.approvals.separation_of_duties missing',
      'settings.attestation missing',
      'settings.budget.irreversible_step_share less_than_equal',
      'settings.budget.warn_share greater_than_equal',
      'settings.catalogue.0 too_short',
      'settings.catalogue.1.action string_too_short',
      'settings.catalogue.1.risk_level literal_error',
      'settings.catalogue.2.action missing',
      'settings.catalogue.2.other extra_forbidden',
      'settings.confidence.floor.critical value_error',
      'settings.confidence.floor.high less_than_equal',
      'settings.confidence.floor.medium value_error',
      'settings.trust.more extra_forbidden',
      'settings.trust.required.critical value_error',
      'settings.trust.required.high float_type',
      'settings.trust.required.low greater_than_equal',
    ].sort(),
  );
  assert.equal((await inForce(app)).version, 0);
});

testAsTenant('refuses-invalid-documents', async ({ app }) => {
  const { settings } = await inForce(app);
  const entry = { action: 'a*', risk_level: 'high' };
  const refused: [unknown, unknown][] = [
    [null, 0],
    [[], 0],
    ['settings', 0],
    [settings, undefined],
    [settings, '0'],
    [settings, 0.5],
    [settings, 1e300],
    [{ ...settings, catalogue: Array(1001).fill(entry) }, 0],
    [{ ...settings, catalogue: [{ ...entry, action: 'a'.repeat(257) }] }, 0],
    [{ ...settings, catalogue: [{ ...entry, action: 'a\u0000' }] }, 0],
    [{ ...settings, attestation: 'trusting' }, 0],
    [{ ...settings, approvals: { ...settings.approvals, lifetime_hours: 8761 } }, 0],
  ];
  for (const [document, version] of refused) {
    const { status, body } = await put(app, document, version);
    assert.equal(status, 422, JSON.stringify(body));
    assert.ok(body.detail.length > 0);
  }
  for (const [version, expected] of [
    [-1, 0],
    ['1', 0],
    [undefined, undefined],
  ]) {
    assert.equal((await activate(app, version, expected)).status, 422);
  }
  assert.equal((await activate(app, 1, 0)).status, 404);
  for (const url of ['/versions/x', '/versions?limit=0', '/versions?before=x', '/diff', '/diff?from=-1']) {
    assert.equal((await ask(app, 'a', SETTINGS + url)).status, 422, url);
  }
  for (const url of ['/versions/3', '/diff?from=3', '/diff?from=0&to=3']) {
    assert.equal((await ask(app, 'a', SETTINGS + url)).status, 404, url);
  }
  assert.equal((await inForce(app)).version, 0);
  // The largest number of entries.
  const full = Array.from({ length: 1000 }, (_, place) => ({ ...entry, action: `*a*${place}` }));
  assert.equal((await put(app, { ...settings, catalogue: full }, 0)).status, 200);
  assert.equal((await evaluate(app, 'b', { action: 'xa999', context: {} })).body.verdict, 'ESCALATE');
});
