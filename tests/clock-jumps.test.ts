/**
 * The wall clock jumps hours ahead and back while the service runs. It still gives verdicts and signs, and it reports
 * the jump. Afterwards, nothing waits for a recorded time that was never right.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { holdLease } from '@assize/service/database/nodes/lease.ts';
import { ClockJumps } from '@assize/service/foundation/clock.ts';
import { startSignInFailures } from '@assize/service/members/sign-in/sign-in-failures.ts';
import { removalChore } from '@assize/service/proof/removal/index.ts';
import { dailyVerification } from '@assize/service/proof/verification/daily.ts';
import type { EvidenceVerifier } from '@assize/service/proof/verification/evidence-verifier.ts';
import { APPROVALS, GRAVE, withApproval } from './support/approvals/approvals.ts';
import { newFolder, testOnEachDatabase } from './support/databases/databases.ts';
import { chainWith, evaluated, positionsWithPayload } from './support/evidence/removals.ts';
import { type Client, connect, connectFor } from './support/http/client.ts';
import { ask, evaluate, SURFACES, startTestService } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const HOUR_MS = 3_600_000;
const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'support/processes/moved-clock.ts')).href;

testOnEachDatabase('goes-on-while-the-clock-is-set-ahead-and-back', async (location, t) => {
  const folder = newFolder(t);
  const file = path.join(folder, 'offset');
  const set = (hours: number) => writeFileSync(file, String(hours * HOUR_MS));
  set(0);
  const environment = {
    NODE_OPTIONS: `--import ${PRELOAD}`,
    MOVED_CLOCK: file,
    ASSIZE_RATE_LIMITS: 'on',
    ASSIZE_INIT_TIER: 'team',
  };
  const first = await spawnFor(t, location, environment);
  const before = connect(first.baseUrl);
  const pending = await escalatedAt(before);
  const expiring = await escalatedAt(before);

  set(3);
  await requireWarning(before, /^The clock was set forward by 3 hours \(now .*\): .* may have ended early/);
  await requireSigned(before);
  assert.equal(await statusAt(before, pending), 'pending');
  set(0);
  await requireWarning(before, /^The clock was set back by 3 hours \(now .*\): .* may last longer/);
  await requireSigned(before);
  const approved = await before.ask('b', `${APPROVALS.b}/${pending}/approve`, { body: {} });
  assert.equal(approved.status, 200);
  const used = await before.ask('b', SURFACES.b.evaluate, { body: withApproval(pending) });
  assert.equal(used.body.verdict, 'PROCEED');

  set(30);
  await until(async () => (await statusAt(before, expiring)) === 'expired');
  await requireSigned(before);
  before.close();
  await first.stop('SIGKILL');
  // A kill at a bad moment leaves this lease, whose clock is a day ahead of the next one.
  const held = { name: 'sign checkpoints', holder: 'killed', forMs: 2500 };
  await withDatabase(location, (db) => holdLease(db, { ...held, nowMs: Date.now() + 30 * HOUR_MS }));
  set(0);
  const second = await spawnFor(t, location, environment);
  const after = connectFor(t, second.baseUrl);
  await requireSigned(after);
  assert.equal(await statusAt(after, expiring), 'expired');
  const refused = await after.ask('b', SURFACES.b.evaluate, { body: withApproval(expiring) });
  assert.notEqual(refused.body.verdict, 'PROCEED');
  const truth = await after.ask('a', '/api/v1/evidence/truth-verification');
  assert.deepEqual([truth.status, truth.body.gaps_detected], [200, 0]);
  assert.equal((await after.ask('a', '/readyz', { key: null })).body.warnings, undefined);
});

testOnEachDatabase('takes-a-lease-that-a-wrong-clock-wrote', async (location) => {
  const nowMs = 1_800_000_000_000;
  await withDatabase(location, async (db) => {
    const ask = (holder: string, at: number) =>
      holdLease(db, { name: 'sweep', holder, nowMs: at, forMs: 300_000 });
    assert.equal(await ask('ahead', nowMs + 3 * HOUR_MS), true);
    assert.equal(await ask('right', nowMs), true);
    assert.equal(await ask('other', nowMs), false);
    // The other's clock is some seconds behind, which does not justify taking the lease.
    assert.equal(await ask('other', nowMs - 60_000), false);
  });
});

testOnEachDatabase('verifies-in-full-what-a-wrong-clock-put-off', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { body } = await evaluate(app, 'b', { action: 'a', context: {} });
  const { chain } = await service.db
    .selectFrom('artifacts')
    .select('chain')
    .where('id', '=', body.evidence_id)
    .executeTakeFirstOrThrow();
  assert.equal((await ask(app, 'a', '/api/v1/evidence/verify?full=true')).body.valid, true);
  const behind: number[] = [];
  const evidenceVerifier = {
    verifyBehind: async (chain: number) => void behind.push(chain),
  } as unknown as EvidenceVerifier;
  const chore = dailyVerification({ ...service, evidenceVerifier });
  const run = async (verifiedAt: number) => {
    await service.db
      .updateTable('verifications')
      .set({ fully_verified_at: verifiedAt })
      .where('chain', '=', chain)
      .execute();
    behind.length = 0;
    await chore.run(new AbortController().signal);
    return behind.includes(chain);
  };
  assert.equal(await run(service.clock.now()), false);
  assert.equal(await run(service.clock.now() + 48 * HOUR_MS), true);
});

testOnEachDatabase('lengthens-no-pause-after-wrong-passwords', async (location) => {
  await withDatabase(location, async (db) => {
    const time = { wall: 1_800_000_000_000 };
    const failures = startSignInFailures(db, { now: () => time.wall, monotonic: () => 0 });
    const wrong = () => failures.begin('dana', '10.0.0.1');
    time.wall += 3 * HOUR_MS;
    for (let tries = 0; tries < 5; tries += 1) await wrong();
    await assert.rejects(wrong, /Too many attempts/);
    time.wall -= 3 * HOUR_MS;
    await wrong();
    await assert.rejects(wrong, /Too many attempts/);
  });
});

testOnEachDatabase('removes-nothing-for-a-day-after-a-clock-was-set-hours-ahead', async (location, t) => {
  const { app, service } = await startTestService(t, location, { ASSIZE_INIT_TIER: 'free' });
  const chain = await chainWith(service, await evaluated(app, { note: 'kept' }));
  await evaluated(app, { note: 'kept too' });
  const left = async () => (await positionsWithPayload(service, chain)).length;
  const before = await left();
  const time = { ahead: 0, passed: 0 };
  const clock = {
    now: () => service.clock.now() + time.ahead,
    monotonic: () => service.clock.monotonic() + time.passed,
  };
  const chore = removalChore({ ...service, clock, retention: service.config.retention });
  const run = () => chore.run(new AbortController().signal);
  await run();
  time.ahead += 31 * 24 * HOUR_MS;
  time.passed += 2 * HOUR_MS;
  await run();
  assert.equal(await left(), before, 'it believed the clock');
  time.passed += 24 * HOUR_MS;
  time.ahead += 24 * HOUR_MS;
  await until(async () => {
    await run().catch(() => undefined);
    return (await left()) < before;
  });
});

test('tells-for-an-hour-that-the-clock-was-set', () => {
  const time = { wall: 1_800_000_000_000, monotonic: 0 };
  const pass = (ms: number) => {
    time.wall += ms;
    time.monotonic += ms;
  };
  const jumps = new ClockJumps({ now: () => time.wall, monotonic: () => time.monotonic });
  pass(HOUR_MS);
  time.wall += 20_000;
  assert.deepEqual(jumps.warnings(), []);
  time.wall += 5 * 60_000;
  assert.match(String(jumps.warnings()), /set forward by 5 minutes/);
  pass(HOUR_MS - 1000);
  assert.equal(jumps.warnings().length, 1);
  pass(2000);
  assert.deepEqual(jumps.warnings(), []);
});

async function escalatedAt(client: Client): Promise<string> {
  const { status, body } = await client.ask('b', SURFACES.b.evaluate, { body: GRAVE });
  assert.equal(status, 200);
  return body.approval_id;
}

async function statusAt(client: Client, approvalId: string): Promise<string> {
  return (await client.ask('b', `${APPROVALS.b}/${approvalId}`)).body.status;
}

async function requireWarning(client: Client, says: RegExp): Promise<void> {
  let said = '';
  await until(
    async () => {
      const { status, body } = await client.ask('a', '/readyz', { key: null });
      assert.equal(status, 200);
      said = String(body.warnings ?? '');
      return says.test(said);
    },
    () => said,
  );
}

/** Requires a verdict at once, and soon a checkpoint that covers its evidence. */
async function requireSigned(client: Client): Promise<void> {
  const { status, body } = await client.ask('a', SURFACES.a.evaluate, { body: { action: 'a', context: {} } });
  assert.deepEqual([status, body.verdict], [200, 'proceed']);
  const proof = `/api/v1/evidence/${body.evidence_id}/proof`;
  await until(async () => (await client.ask('a', proof)).status === 200);
  const verified = await client.ask('a', '/api/v1/evidence/verify?full=true');
  assert.equal(verified.body.valid, true);
}
