/** Both surfaces have the same meaning: the same table runs on Surface A and Surface B, on both databases. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAW_IDS, lawName } from '@assize/service/evaluation/index.ts';
import type { FastifyInstance } from 'fastify';
import type { Expected, FaultRow, SurfaceCase } from './cases/surface-case.ts';
import { SURFACE_CASES } from './cases/surfaces.ts';
import { type Answer, ask, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

type Judged = Extract<Expected, { verdict: string }>;

/** Bytes of the largest body that is read. */
const ROOM = 256 * 1024;

for (const surface of Object.keys(SURFACES) as Surface[]) {
  const cases = SURFACE_CASES.filter(({ only }) => only === undefined || only === surface);

  testAsTenant(`surface-${surface}-keeps-the-table`, async ({ app }, t) => {
    for (const row of cases) await t.test(row.promise, () => checkSurface(app, surface, row));

    await t.test('and-records-the-verdicts-and-nothing-else', async () => {
      const verdicts = cases.filter(({ expect }) => 'verdict' in expect).length;
      const { body } = await ask(app, 'a', '/api/v1/evidence/verify');
      const firstKey = 1;
      assert.deepEqual(
        { valid: body.valid, total_artifacts: body.total_artifacts },
        { valid: true, total_artifacts: verdicts + firstKey },
      );
    });
  });
}

test('no-two-rows-of-the-table-have-one-name', () => {
  const promises = SURFACE_CASES.map(({ promise }) => promise);
  assert.equal(new Set(promises).size, promises.length);
});

testAsTenant('a-body-of-exactly-256-kib-is-read', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const answer = await evaluate(app, surface, `{"action":"a","context":{}}`.padEnd(ROOM));
    assert.equal(answer.status, 200);
  }
});

async function checkSurface(
  app: FastifyInstance,
  surface: Surface,
  { send, expect }: SurfaceCase,
): Promise<void> {
  const answer = await evaluate(app, surface, send);
  if ('faults' in expect) {
    assert.equal(answer.status, SURFACES[surface].invalid);
    assert.deepEqual(Object.keys(answer.body), ['detail']);
    assert.deepEqual(sorted(answer.body.detail), sorted(expect.faults.map(toFault)));
  } else if ('status' in expect) {
    assert.deepEqual(
      { status: answer.status, body: answer.body },
      { status: expect.status, body: { detail: expect.detail } },
    );
  } else {
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    if (surface === 'a') checkAnswerA(answer.body, expect);
    else checkAnswerB(answer.body, expect);
    await checkRecord(app, answer, expect);
  }
}

function checkAnswerA(body: Answer['body'], { verdict, laws, explanation }: Judged): void {
  assert.equal(body.verdict, verdict);
  assert.equal(body.explanation, explanation);
  assert.deepEqual(
    body.evaluations.map(({ law_id, law_name, result }: Answer['body']) => ({ law_id, law_name, result })),
    LAW_IDS.map((id) => ({ law_id: id, law_name: lawName(id), result: laws[id]?.result ?? 'pass' })),
  );
  for (const law of body.evaluations) {
    assert.deepEqual(Object.keys(law), ['law_id', 'law_name', 'result', 'reason', 'details', 'duration_ms']);
    assert.ok(law.reason.length > 0 && law.duration_ms >= 0);
  }
  checkShared(body, verdict, laws);
  assert.equal('block_reason' in body, false);
}

function checkAnswerB(body: Answer['body'], { verdict, laws, explanation }: Judged): void {
  assert.equal(body.verdict, verdict.toUpperCase());
  assert.equal(body.reasoning, explanation);
  assert.equal(body.block_reason, verdict === 'block' ? explanation : undefined);
  assert.equal('evaluations' in body, false);
  checkShared(body, verdict, laws);
}

/** Checks the parts that both answers share. */
function checkShared(body: Answer['body'], verdict: string, laws: Judged['laws']): void {
  assert.match(body.evidence_id, /^ev_[0-9a-f]{24}$/);
  if (verdict === 'escalate') {
    assert.match(body.escalation_id, /^esc_[0-9a-f]{24}$/);
    assert.equal(body.approval_id, body.escalation_id.replace('esc_', 'apr_'));
  } else assert.equal('escalation_id' in body, false);
  assert.equal(new Date(body.evaluated_at).toISOString(), body.evaluated_at);
  assert.ok(body.duration_ms >= 0);
  assert.deepEqual(
    body.remedies.map(({ law_id, change }: Answer['body']) => ({ law_id, change })),
    LAW_IDS.flatMap((id) => (laws[id] === undefined ? [] : [{ law_id: id, change: laws[id].change }])),
  );
  for (const { note } of body.remedies) assert.ok(note.length > 0);
}

/** The record under the answered id agrees with the answer, on the surface that was asked. */
async function checkRecord(app: FastifyInstance, { body }: Answer, expect: Judged): Promise<void> {
  const record = await ask(app, 'b', `/v1/evidence/${body.evidence_id}`);
  assert.equal(record.status, 200);
  assert.equal(record.body.verdict, expect.verdict.toUpperCase());
  assert.equal(record.body.reasoning, expect.explanation);
  assert.equal(record.body.timestamp, body.evaluated_at);
  assert.match(record.body.signature, /^sha256:[0-9a-f]{64}$/);
  assert.deepEqual(
    record.body.laws_evaluated,
    LAW_IDS.map((law) => ({ law, passed: expect.laws[law] === undefined })),
  );
}

function toFault([loc, type, msg]: FaultRow) {
  return { loc: loc.split('.'), msg, type };
}

/** The order of faults is not promised. */
function sorted(faults: { loc: string[]; type: string }[]) {
  const key = ({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`;
  return [...faults].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}
