/** Verification over the HTTP API: its answer, who may ask, and the verdicts after it has failed. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

const VERIFY = '/api/v1/evidence/verify';
const ACKNOWLEDGE = '/api/v1/evidence/verify/acknowledge';
const HEALTH = '/api/v1/evidence/health';
const QUESTION = { action: 'email.send', context: {} };
/** One node's finding holds on all nodes within a second. */
const HOLDS_WITHIN_MS = 1000;

async function keyWith(app: FastifyInstance, scopes: string[]): Promise<string> {
  const body = { name: scopes.join(), environment: 'production', scopes };
  const created = await ask(app, 'a', '/api/v1/api-keys', { body });
  return created.body.key;
}

testAsTenantOnEachDatabase('verifies-a-chain-and-says-what-was-verified', async ({ app, sandboxKey }, t) => {
  for (const action of ['one', 'two', 'three']) await evaluate(app, 'a', { action, context: {} });
  const { status, body } = await ask(app, 'a', VERIFY);
  assert.equal(status, 200);
  assert.deepEqual(
    {
      valid: body.valid,
      mode: body.mode,
      total_artifacts: body.total_artifacts,
      verified_count: body.verified_count,
      tree_size: body.tree_size,
    },
    { valid: true, mode: 'full', total_artifacts: 4, verified_count: 4, tree_size: 4 },
  );
  assert.deepEqual(
    {
      pruned_count: body.pruned_count,
      redacted_count: body.redacted_count,
      first_invalid: body.first_invalid,
      open_alarms: body.open_alarms,
    },
    { pruned_count: 0, redacted_count: 0, first_invalid: null, open_alarms: 0 },
  );
  assert.match(body.root_hash, /^sha256:[0-9a-f]{64}$/);

  await t.test('against-a-checkpoint-that-the-caller-has-kept', async () => {
    const note = await checkpointOf(app, 4);
    const encoded = Buffer.from(note).toString('base64url');
    const agreed = await ask(app, 'a', `${VERIFY}?trusted_checkpoint=${encoded}&full=true`);
    assert.deepEqual(
      { status: agreed.status, valid: agreed.body.valid, checkpoint: agreed.body.checkpoint },
      { status: 200, valid: true, checkpoint: note },
    );
    // The sandbox has its own chain.
    const foreign = await ask(app, 'a', `${VERIFY}?trusted_checkpoint=${encoded}`, { key: sandboxKey });
    assert.equal(foreign.status, 422);
  });

  const refused = {
    'what-is-not-base64url': 'a+b/',
    'what-is-no-note': Buffer.from('hello').toString('base64url'),
    'signed-by-an-unknown-key': Buffer.from(
      `assize/chn_000000000001\n1\n${'A'.repeat(43)}=\n\n— assize/chn_000000000001 ${'A'.repeat(91)}=\n`,
    ).toString('base64url'),
  };
  for (const [what, note] of Object.entries(refused)) {
    await t.test(`refuses-${what}`, async () => {
      const { status, body } = await ask(
        app,
        'a',
        `${VERIFY}?trusted_checkpoint=${encodeURIComponent(note)}`,
      );
      assert.equal(status, 422);
      assert.deepEqual(body.detail[0].loc, ['query', 'trusted_checkpoint']);
    });
  }
});

async function checkpointOf(app: FastifyInstance, size: number): Promise<string> {
  let checkpoint = '';
  await until(async () => {
    checkpoint = (await ask(app, 'a', VERIFY)).body.checkpoint ?? '';
    return checkpoint.split('\n')[1] === String(size);
  });
  return checkpoint;
}

/** Edits records in the database, and then evaluates. */
async function tampering(t: TestContext, location: DatabaseLocation) {
  const { app, service } = await startTestService(t, location);
  for (const action of ['one', 'two']) await evaluate(app, 'a', { action, context: {} });
  return {
    app,
    service,
    edit: (action: string, actor: string) =>
      service.db.updateTable('artifacts').set({ actor }).where('action', '=', action).execute(),
    verify: async () => (await ask(app, 'a', `${VERIFY}?full=true`)).body,
    verdict: async () => (await evaluate(app, 'a', QUESTION)).body.verdict,
    acknowledge: (body: unknown = {}, key?: string) =>
      ask(app, 'a', ACKNOWLEDGE, key === undefined ? { body } : { body, key }),
  };
}

testOnOneDatabase('blocks-evaluations-until-a-person-has-acknowledged-the-finding', async (location, t) => {
  const { app, edit, verify, verdict, acknowledge } = await tampering(t, location);
  assert.equal(await verdict(), 'proceed');

  await t.test('raises-an-alarm', async () => {
    await edit('two', 'another');
    const body = await verify();
    assert.deepEqual(
      { valid: body.valid, index: body.first_invalid.index, open_alarms: body.open_alarms },
      { valid: false, index: 2, open_alarms: 1 },
    );
    assert.equal(body.first_invalid.problem, 'wrong_hash');
  });

  await t.test('blocks-on-each-surface', async () => {
    assert.equal(await verdict(), 'block');
    const simulated = await ask(app, 'a', '/api/v1/core/governance/simulate', { body: QUESTION });
    assert.equal(simulated.body.verdict, 'block');
    const batch = await ask(app, 'a', '/api/v1/core/governance/evaluate/batch', {
      body: { evaluations: [QUESTION] },
    });
    assert.equal(batch.body.results[0].verdict, 'block');
    const failed = batch.body.results[0].evaluations.filter(
      (law: { result: string }) => law.result === 'fail',
    );
    assert.deepEqual(
      { failedCount: failed.length, law_id: failed[0].law_id },
      { failedCount: 1, law_id: 'audit_conservation' },
    );
    const sandbox = await evaluate(app, 'a', QUESTION, { key: SANDBOX_KEY });
    assert.equal(sandbox.body.verdict, 'proceed');
  });

  await t.test('asks-for-the-authority', async () => {
    const { status } = await acknowledge({}, await keyWith(app, ['evidence:read', 'evidence:write']));
    assert.equal(status, 403);
    assert.equal(await verdict(), 'block');
  });

  await t.test('goes-on-once-it-is-acknowledged', async () => {
    const { status, body } = await acknowledge({ comment: 'restored by hand' });
    assert.deepEqual(
      { status, acknowledgedCount: body.acknowledged.length, index: body.acknowledged[0].index },
      { status: 200, acknowledgedCount: 1, index: 2 },
    );
    assert.equal(await verdict(), 'proceed');
    const latest = await ask(app, 'a', '/api/v1/evidence/latest?types=governance_change');
    assert.equal(latest.body.items.governance_change.action, 'evidence.acknowledge');
    assert.deepEqual((await acknowledge()).body.acknowledged, []);
  });
});

testOnEachDatabase('raises-each-finding-once', async (location, t) => {
  const { service, edit, verify, verdict, acknowledge } = await tampering(t, location);
  await edit('two', 'another');
  await verify();
  await acknowledge();

  await t.test('does-not-raise-the-same-again-but-another', async () => {
    const again = await verify();
    assert.deepEqual(
      { valid: again.valid, open_alarms: again.open_alarms },
      { valid: false, open_alarms: 0 },
    );
    assert.equal(await verdict(), 'proceed');
    await edit('one', 'another');
    const another = await verify();
    assert.deepEqual(
      { index: another.first_invalid.index, open_alarms: another.open_alarms },
      { index: 1, open_alarms: 1 },
    );
    assert.equal(await verdict(), 'block');
  });

  await t.test('is-not-cleared-by-a-sound-verification', async () => {
    const actor = (
      await service.db.selectFrom('artifacts').select('actor').where('action', '=', QUESTION.action).execute()
    )[0];
    await edit('one', actor?.actor ?? '');
    await edit('two', actor?.actor ?? '');
    const body = await verify();
    assert.deepEqual({ valid: body.valid, open_alarms: body.open_alarms }, { valid: true, open_alarms: 1 });
    await sleep(HOLDS_WITHIN_MS);
    assert.equal(await verdict(), 'block');
    await acknowledge();
    assert.equal(await verdict(), 'proceed');
  });

  await t.test('raises-it-anew-after-it-was-gone', async () => {
    await verify();
    await edit('two', 'another');
    assert.equal((await verify()).open_alarms, 1);
  });
});

testAsTenant('shares-one-run-among-waiting-callers', async ({ app }) => {
  await evaluate(app, 'a', QUESTION);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(app, 'a', `${VERIFY}?full=true`)));
  assert.ok(answers.every(({ body }) => body.valid && body.total_artifacts === 2));
  const times = new Set(answers.map(({ body }) => body.verified_at));
  // Two runs, if all have asked before the second begins.
  assert.ok(times.size <= answers.length / 2, `${times.size} runs`);
});

testOnEachDatabase('says-what-was-found-without-another-run', async (location, t) => {
  const { app, edit, verify, acknowledge } = await tampering(t, location);
  const health = async () => (await ask(app, 'a', HEALTH)).body;
  const before = await health();
  assert.deepEqual([before.status, before.failed_since, before.open_alarms], ['sound', null, []]);
  const { verified_at } = await verify();
  const { sound_at, fully_sound_at } = await health();
  // A run is noted when it ends.
  assert.ok(fully_sound_at >= verified_at && sound_at >= verified_at);
  await edit('two', 'another');
  await verify();
  const failed = await health();
  const [alarm] = failed.open_alarms;
  assert.deepEqual(
    [failed.status, failed.failed_since, failed.open_alarms.length, alarm.index, alarm.problem],
    ['failed', alarm.raised_at, 1, 2, 'wrong_hash'],
  );
  await acknowledge();
  const after = await health();
  assert.deepEqual([after.status, after.failed_since, after.open_alarms], ['sound', null, []]);
  assert.ok(after.total_artifacts > before.total_artifacts);
});
