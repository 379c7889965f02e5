/** Redaction removes the content of one record, once, for a stated reason; all other records stay verifiable. */
import assert from 'node:assert/strict';
import { formatHash, leafHash, leafText, verifyProofFile } from '@assize/evidence-format';
import { chainId } from '@assize/service/database/chain-id.ts';
import { findArtifact } from '@assize/service/evidence/reading/index.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import {
  actsOf,
  chainWith,
  evaluated,
  positionsWithPayload,
  redact,
  redactWhole,
  requireAccountedFor,
} from './support/evidence/removals.ts';
import { type Answer, ask, askOk, evaluate, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const AT_ONCE = 50;

testAsTenantOnEachDatabase(
  'states-who-redacted-what-and-why-and-removes-it',
  async ({ app, service, chain }) => {
    const id = await evaluated(app, { risk_level: 'high', patient: 'Marie' });
    const before = await findArtifact(service.db, chain, id);
    const { status, body } = await redactWhole(app, id);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['id', 'redacted_at', 'evidence_id', 'payload_removed']);
    assert.equal(body.id, id);

    const [act, ...others] = await actsOf(service, chain);
    assert.ok(act !== undefined && before !== null);
    assert.deepEqual(others, []);
    assert.equal(act.id, body.evidence_id);
    assert.deepEqual(act.change, {
      evidence_id: id,
      index: before.position,
      hash: formatHash(before.hash),
      reason: 'Erasure request 2026-117',
    });
    const { position } = before;
    assert.deepEqual(act.removal, { kind: 'redaction', first: position, end: position + 1 });

    const after = await findArtifact(service.db, chain, id);
    assert.deepEqual(after, { ...before, payload: null });
    assert.ok(!(await positionsWithPayload(service, chain)).includes(position));
    const row = await service.db
      .selectFrom('artifacts')
      .selectAll()
      .where('chain', '=', chain)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    const leaf = { ...row, chain: chainId(chain), index: position, created_at_ms: row.created_at };
    assert.deepEqual(Buffer.from(leafHash(leafText(leaf))), Buffer.from(row.hash));
  },
);

testAsTenant('reads-around-removed-records', async ({ app }) => {
  const id = await evaluated(app, { risk_level: 'high' });
  await redactWhole(app, id);

  const { body: found } = await ask(app, 'a', '/api/v1/evidence/search', { body: { verdict: 'escalate' } });
  assert.equal(found.total, 1);
  assert.deepEqual({ id: found.items[0].id, payload: found.items[0].payload }, { id, payload: null });
  const { body: latest } = await ask(app, 'a', '/api/v1/evidence/latest');
  const { evaluations, ...summary } = latest.items.governance_eval;
  assert.equal(summary.id, id);
  assert.equal(summary.verdict, 'escalate');
  assert.equal(evaluations, undefined);
  const { status, body: record } = await ask(app, 'b', `/v1/evidence/${id}`);
  assert.equal(status, 200);
  assert.deepEqual(
    {
      verdict: record.verdict,
      reasoning: record.reasoning,
      laws_evaluated: record.laws_evaluated,
      signature: record.signature,
    },
    { verdict: 'ESCALATE', reasoning: null, laws_evaluated: [], signature: found.items[0].hash },
  );
  const { body: listed } = await ask(app, 'b', '/v1/evidence?verdict=escalate');
  assert.deepEqual(listed.items, [{ artifact_type: 'governance_eval', ...record }]);

  const outcome = {
    action: 'email.send',
    context: {},
    outcome: 'success',
    executed_at: '2026-01-31T09:30:00Z',
    evaluation_id: id,
  };
  assert.equal((await ask(app, 'b', '/v1/evidence', { body: outcome })).status, 201);
});

testAsTenantOnEachDatabase('redacts-once-however-often-it-is-asked', async ({ app, service, chain }) => {
  const id = await evaluated(app, {});
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => redact(app, id)));
  answers.push(await redact(app, id));
  for (const { status, body } of answers) {
    assert.equal(status, 200);
    assert.deepEqual({ ...body, payload_removed: true }, { ...answers[0]?.body, payload_removed: true });
  }
  await redactWhole(app, id);
  assert.equal((await actsOf(service, chain)).length, 1);
});

testAsTenantOnEachDatabase('redacts-while-evaluations-go-on', async ({ app, service, chain }, t) => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => evaluated(app, { note: 'x'.repeat(900) })));
  let running = true;
  const load = (async () => {
    let count = 0;
    for (; running; count += 1) await evaluated(app, { count });
    return count;
  })();
  const answers = await Promise.all(ids.map((id) => redact(app, id)));
  running = false;
  t.diagnostic(`${await load} evaluations meanwhile`);
  for (const { status } of answers) assert.equal(status, 200);
  for (const id of ids) await redactWhole(app, id);
  assert.equal((await actsOf(service, chain)).length, ids.length);
});

testAsTenant('answers-foreign-and-missing-records-alike', async ({ app, service, name, sandboxKey }) => {
  const { secret } = await keyHolder(service, `${name}-other`);
  const own = await evaluated(app, {});
  const foreign = await evaluated(app, {}, secret);
  const sandboxed = await evaluated(app, {}, sandboxKey);
  for (const id of [foreign, sandboxed, `ev_${'0'.repeat(24)}`, 'ev_', 'x', '%00', `ev_${'g'.repeat(24)}`]) {
    const { status, body } = await redact(app, id);
    assert.equal(status, 404, id);
    assert.deepEqual(body, { detail: 'There is no such evidence record.' }, id);
  }
  assert.equal((await redact(app, own, secret)).status, 404);
  assert.equal((await redact(app, sandboxed, sandboxKey)).status, 200);
  const { body } = await ask(app, 'b', `/v1/evidence/${foreign}`, { key: secret });
  assert.equal(body.laws_evaluated.length, 8);
});

testAsTenant('keeps-the-records-of-removals', async ({ app }) => {
  const { body: first } = await redact(app, await evaluated(app, {}));
  const { status, body } = await redact(app, first.evidence_id);
  assert.equal(status, 409);
  assert.match(body.detail, /states what was removed/);
  // Any caller may report an action with that name; it states no removal.
  const report = {
    action: 'evidence.redact',
    context: {},
    outcome: 'success',
    executed_at: '2026-01-31T09:30:00Z',
  };
  const { body: reported } = await ask(app, 'b', '/v1/evidence', { body: report });
  assert.equal((await redact(app, reported.evidence_id)).status, 200);
});

testAsTenant('keeps-proofs-and-links-verifying', async ({ app, service, chain }) => {
  const ids = [
    await evaluated(app, { a: 1 }),
    await evaluated(app, { b: 2 }),
    await evaluated(app, { c: 3 }),
  ];
  const [id = ''] = ids;
  const verifiers = service.signing.verifiers(chain);
  const verified = async () => {
    const body = await askOk(app, 'a', `/api/v1/evidence/${id}/proof`);
    const artifact = await findArtifact(service.db, chain, id);
    return verifyProofFile(body, artifact?.hash ?? new Uint8Array(), verifiers);
  };
  const before = await ask(app, 'a', `/api/v1/evidence/${id}/proof`);
  await redactWhole(app, id);
  const after = await verified();
  assert.deepEqual({ fault: after.fault, index: 'index' in after && after.index }, { fault: null, index: 1 });
  const artifact = await findArtifact(service.db, chain, id);
  assert.ok(artifact !== null);
  assert.equal(verifyProofFile(before.body, artifact.hash, verifiers).fault, null, 'an older proof');
  assert.deepEqual(await requireAccountedFor(service, chain), { verified: 4, withheld: 1 });
  const { body } = await ask(app, 'a', '/api/v1/evidence/verify');
  assert.deepEqual(
    {
      valid: body.valid,
      first_invalid: body.first_invalid,
      total_artifacts: body.total_artifacts,
      verified_count: body.verified_count,
      redacted_count: body.redacted_count,
    },
    { valid: true, first_invalid: null, total_artifacts: 5, verified_count: 4, redacted_count: 1 },
  );
});

testOnOneDatabase('does-not-pass-off-a-theft-as-a-redaction', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const id = await evaluated(app, {});
  const chain = await chainWith(service, id);
  await service.db
    .deleteFrom('artifact_payloads')
    .where('chain', '=', chain)
    .where('position', '=', 1)
    .execute();
  const { status, body } = await redact(app, id);
  assert.equal(status, 409);
  assert.deepEqual(body, {
    detail: 'The payload of this record is gone, and no record states why.',
    code: 'payload_gone',
  });
  assert.deepEqual(await actsOf(service, chain), []);
});

testAsTenant('takes-a-reason-of-up-to-a-thousand-characters', async ({ app }) => {
  const id = await evaluated(app, {});
  const faultsOf = async (body: unknown) => {
    const answer = await ask(app, 'a', `/api/v1/evidence/${id}/redact`, { body });
    assert.equal(answer.status, 422);
    return answer.body.detail.map(({ loc, type }: Answer['body']) => `${loc.join('.')} ${type}`);
  };
  assert.deepEqual(await faultsOf({}), ['body.reason missing']);
  assert.deepEqual(await faultsOf({ reason: '' }), ['body.reason string_too_short']);
  assert.deepEqual(await faultsOf({ reason: 'x'.repeat(1001) }), ['body.reason string_too_long']);
  assert.deepEqual(await faultsOf({ reason: 7 }), ['body.reason string_type']);
  assert.deepEqual(await faultsOf({ reason: null }), ['body.reason string_type']);
  assert.deepEqual(await faultsOf({ reason: 'x', note: 'y' }), ['body.note extra_forbidden']);
  assert.equal((await faultsOf('{"reason":"\\ud800"}')).length, 1);
  const longest = { reason: 'ä\u0000😀'.repeat(333) };
  assert.equal((await ask(app, 'a', `/api/v1/evidence/${id}/redact`, { body: longest })).status, 200);
});

testAsTenantOnEachDatabase('leaves-no-copy-under-an-idempotency-key', async ({ app, service, chain }) => {
  const question = (key: string) => ({
    action: 'email.send',
    context: { risk_level: 'high', alternatives: [{ action: `tell-${key}`, risk_level: 'low' }] },
    idempotency_key: key,
  });
  const { body: one } = await evaluate(app, 'b', question('one'));
  const { body: other } = await evaluate(app, 'b', question('other'));
  await redactWhole(app, one.evidence_id);
  const records = service.db.selectFrom('idempotency_records').selectAll();
  const rows = await records.where('chain', '=', chain).execute();
  assert.equal(rows.length, 2);
  const emptied = rows.find(({ outcome }) => outcome.includes(one.evidence_id));
  assert.equal(emptied?.outcome, JSON.stringify({ evidenceId: one.evidence_id }));
  assert.deepEqual(Buffer.from(emptied.request_hash), Buffer.alloc(32));

  const again = await evaluate(app, 'b', question('one'));
  assert.equal(again.status, 400);
  assert.equal(again.body.detail[0].type, 'idempotency_key_reuse');
  const replayed = await evaluate(app, 'b', question('other'));
  assert.equal(replayed.body.evidence_id, other.evidence_id);
});
