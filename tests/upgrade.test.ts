/**
 * This program upgrades each database that an earlier version left, as it starts: every answer is still there, proven
 * and usable. `tests/fixtures/databases/README.md` says how they were made.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { migrations } from '@assize/service/database/migrations/index.ts';
import { minorOf, PROGRAM } from '@assize/service/database/nodes/releases.ts';
import { withApproval } from './support/approvals/approvals.ts';
import { DATABASE_KINDS, type DatabaseKind, newFolder, whyNot } from './support/databases/databases.ts';
import { fixtureNames, type Kept, keptOf, putBack, whyNoClient } from './support/fixtures/fixture.ts';
import { evidenceOf } from './support/fixtures/work.ts';
import { type Client, connectFor } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { run } from './support/processes/command.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const VERIFIER = path.join(import.meta.dirname, '../evidence-format/assize-verify.mjs');
const API = '/api/v1';
/** How long after the old program's stop the new one starts, ms. */
const AFTER_MS = 60_000;

interface Upgraded {
  service: RunningService;
  client: Client;
  kept: Kept;
}

for (const kind of DATABASE_KINDS) {
  const skip = whyNot(kind) || (kind === 'postgres' && whyNoClient());
  for (const name of fixtureNames()) {
    test(`upgrades-a-database-of-${name} (${kind})`, { skip }, (t) => upgrade(t, name, kind));
  }
}

async function upgrade(t: TestContext, name: string, kind: DatabaseKind): Promise<void> {
  const kept = keptOf(name, kind);
  const { location, remove } = await putBack(name, kind);
  t.after(remove);
  const offset = { ASSIZE_TEST_CLOCK_OFFSET_MS: String(kept.stoppedAt + AFTER_MS - Date.now()) };
  const service = await spawnFor(t, location, offset);
  const client = connectFor(t, service.baseUrl);
  const upgraded = { service, client, kept };
  await t.test('keeps-every-answer-with-its-hash', () => requireAnswers(upgraded));
  await t.test('finds-it-sound-and-true', () => requireSound(upgraded));
  await t.test('lets-approvals-be-decided-and-used', () => decide(upgraded));
  await t.test('refuses-what-was-over', () => requireOver(upgraded));
  await t.test('appends-and-exports-what-verifies', (t) => requireExports(upgraded, t));
  await t.test('is-still-sound-and-true', () => requireSound(upgraded));
  assert.equal(await service.stop('SIGTERM'), 0, service.output());
}

async function requireAnswers({ service, kept }: Upgraded): Promise<void> {
  for (const [chain, { key, evidence }] of Object.entries(kept.chains)) {
    assert.ok(evidence.length > 1, chain);
    const now = await evidenceOf(service.baseUrl, key);
    assert.deepEqual(now.evidence.slice(0, evidence.length), evidence, chain);
  }
}

async function requireSound({ client, kept }: Upgraded): Promise<void> {
  for (const [chain, { key }] of Object.entries(kept.chains)) {
    const trusted = Buffer.from(kept.checkpoint).toString('base64url');
    const known = chain === 'production' ? `&trusted_checkpoint=${trusted}` : '';
    const verified = await client.ask('a', `${API}/evidence/verify?full=true${known}`, { key });
    assert.equal(verified.status, 200);
    const { valid, verified_count, redacted_count, total_artifacts } = verified.body;
    assert.equal(valid, true, JSON.stringify(verified.body));
    assert.equal(redacted_count, chain === 'production' ? 1 : 0);
    assert.equal(verified_count + redacted_count, total_artifacts);
    const truth = await client.ask('a', `${API}/evidence/truth-verification`, { key });
    assert.equal(truth.status, 200);
    const gaps = truth.body.gaps ?? truth.body.discrepancies;
    assert.deepEqual(gaps, [], chain);
    assert.equal(truth.body.consistency_score, 1);
  }
}

async function decide({ client, kept: { approvals } }: Upgraded): Promise<void> {
  const { pending, approved } = approvals;
  const decision = { comment: 'Checked with finance', decided_by: 'dana' };
  const { status, body } = await client.ask('a', `${API}/approvals/${pending.approvalId}/approve`, {
    body: decision,
  });
  assert.deepEqual({ status, now: body.status }, { status: 200, now: 'approved' });
  for (const one of [pending, approved]) {
    const again = withApproval(one.approvalId, one.body);
    const { body: verdict } = await client.ask('a', SURFACES.a.evaluate, { body: again });
    assert.equal(verdict.verdict, 'proceed', `${one.body.action}: ${verdict.explanation}`);
  }
}

/** Used, rejected, expired, revoked and redacted things stay so. */
async function requireOver({ client, kept }: Upgraded): Promise<void> {
  for (const state of ['consumed', 'rejected', 'expired'] as const) {
    const { approvalId, body: asked } = kept.approvals[state];
    const { body: approval } = await client.ask('a', `${API}/approvals/${approvalId}`);
    assert.equal(approval.status, state);
    const { body: verdict } = await client.ask('a', SURFACES.a.evaluate, {
      body: withApproval(approvalId, asked),
    });
    assert.notEqual(verdict.verdict, 'proceed', asked.action);
  }
  const easy = { action: 'mail.send', context: { risk_level: 'low', confidence_score: 0.9 } };
  const revoked = await client.ask('a', SURFACES.a.evaluate, { key: kept.revokedKey, body: easy });
  assert.equal(revoked.status, 403);
  const redacted = await client.ask('a', `${API}/evidence/${kept.redacted}`);
  assert.equal(redacted.status, 200);
  assert.equal(JSON.stringify(redacted.body).includes('confidence_score'), false);
  for (const id of kept.webhooks) {
    assert.equal((await client.ask('a', `${API}/webhooks/${id}`)).status, 200);
  }
}

async function requireExports({ client, kept }: Upgraded, t: TestContext): Promise<void> {
  for (const { key } of Object.values(kept.chains)) {
    const body = { action: 'report.after', context: { risk_level: 'low', confidence_score: 0.9 } };
    const { status } = await client.ask('a', SURFACES.a.evaluate, { key, body });
    assert.equal(status, 200);
  }
  const { body: keys } = await client.ask('a', `${API}/evidence/verifier-keys`);
  const { export_id: made } = await untilExported(client);
  const folder = newFolder(t);
  const checkpoint = path.join(folder, 'checkpoint');
  writeFileSync(checkpoint, kept.checkpoint);
  for (const id of [made, kept.exports[0]]) {
    const { status, body } = await client.ask('a', `${API}/evidence/export/${id}/download`);
    assert.equal(status, 200, String(body));
    const file = path.join(folder, 'export.json');
    writeFileSync(file, typeof body === 'string' ? body : JSON.stringify(body));
    const words = [VERIFIER, file, '--key', keys.keys[0].vkey];
    const { code, stdout, stderr } = await run(process.execPath, words);
    assert.equal(code, 0, `${id}: ${stdout}${stderr}`);
  }
}

/** The checkpoint that covers the newest records is signed within a second. */
async function untilExported(client: Client): Promise<{ export_id: string }> {
  const head = await client.ask('b', '/v1/evidence?limit=1');
  const { evidence_id: newest } = head.body.items[0];
  await until(async () => (await client.ask('a', `${API}/evidence/${newest}/proof`)).status === 200);
  const { status, body } = await client.ask('a', `${API}/evidence/export`, { body: { format: 'json' } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

test('a-fixture-is-kept-of-this-minor-version', () => {
  const kept = fixtureNames().filter((name) => minorOf(name) === minorOf(PROGRAM));
  assert.ok(kept.length > 0, 'run: npm run fixture:database -- with the version');
});

/** Nodes of an earlier patch release serve beside it, and are not asked to stop. */
test('a-patch-release-only-expands', () => {
  for (const name of fixtureNames()) {
    const { migrations: known } = keptOf(name, 'sqlite');
    const added = migrations.slice(known).filter(({ release }) => release === minorOf(name));
    assert.deepEqual(
      added.filter(({ kind }) => kind === 'contract').map((step) => step.name),
      [],
      name,
    );
  }
});
