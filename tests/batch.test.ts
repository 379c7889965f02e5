/** A batch answers each item, in its place, as the single call would. */
import assert from 'node:assert/strict';
import { SURFACE_CASES } from './cases/surfaces.ts';
import { type Answer, ask, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const GOOD = { action: 'email.send', context: {} };
const batchUrl = (surface: Surface) => `${SURFACES[surface].evaluate}/batch`;
const manyOf = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ ...GOOD, action: `a.${place}` }));

testAsTenant('answers-each-item-as-the-single-call-would', async ({ app }, t) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    await t.test(surface, async () => {
      const cases = SURFACE_CASES.filter(({ only, send }) => (only ?? surface) === surface && isItem(send));
      assert.ok(cases.length > 35);
      const evaluations = cases.map(({ send }) => (typeof send === 'string' ? send : JSON.stringify(send)));
      const body = `{"evaluations":[${evaluations.join(',')}]}`;
      const batch = await ask(app, surface, batchUrl(surface), { body });
      assert.equal(batch.status, 200);
      assert.equal(batch.body.results.length, cases.length);
      for (const [place, { promise, send }] of cases.entries()) {
        const single = await evaluate(app, surface, send);
        assert.deepEqual(timeless(batch.body.results[place]), timeless(asItem(single)), promise);
      }
    });
  }
});

testAsTenant('takes-1-to-100-items-and-neither-0-nor-101', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const send = (body: unknown) => ask(app, surface, batchUrl(surface), { body });
    for (const count of [1, 100]) {
      const { status, body } = await send({ evaluations: manyOf(count) });
      assert.deepEqual({ status, resultsCount: body.results.length }, { status: 200, resultsCount: count });
      assert.equal(new Set(body.results.map((result: Answer['body']) => result.evidence_id)).size, count);
    }
    const refused = async (body: unknown, loc: string[], type: string) => {
      const answer = await send(body);
      assert.equal(answer.status, SURFACES[surface].invalid);
      assert.deepEqual(
        answer.body.detail.map((fault: Answer['body']) => ({ loc: fault.loc, type: fault.type })),
        [{ loc, type }],
      );
    };
    await refused({ evaluations: [] }, ['body', 'evaluations'], 'too_short');
    await refused({ evaluations: manyOf(101) }, ['body', 'evaluations'], 'too_long');
    await refused({}, ['body', 'evaluations'], 'missing');
    await refused({ evaluations: GOOD }, ['body', 'evaluations'], 'list_type');
    await refused({ evaluations: [GOOD], policy: 1 }, ['body', 'policy'], 'extra_forbidden');
  }
});

testAsTenantOnEachDatabase('records-only-the-good-items-and-in-their-order', async ({ app }) => {
  const before = (await ask(app, 'a', '/api/v1/evidence/verify')).body.total_artifacts;
  const evaluations = [GOOD, null, { action: 'second' }, 'x', [], { ...GOOD, action: 'third' }, {}];
  const { body } = await ask(app, 'b', batchUrl('b'), { body: { evaluations } });
  assert.deepEqual(
    body.results.map((result: Answer['body']) => result.status ?? 200),
    [200, 400, 400, 400, 400, 200, 400],
  );
  const { body: chain } = await ask(app, 'a', '/api/v1/evidence/verify');
  assert.deepEqual(
    { valid: chain.valid, total_artifacts: chain.total_artifacts },
    { valid: true, total_artifacts: before + 2 },
  );
  const actions = [];
  for (const { evidence_id: id } of body.results) {
    if (id !== undefined) actions.push((await ask(app, 'b', `/v1/evidence/${id}`)).body.action);
  }
  assert.deepEqual(actions, ['email.send', 'third']);
});

testAsTenant('refuses-a-batch-as-a-whole-where-no-item-is-to-blame', async ({ app }) => {
  const item = JSON.stringify(GOOD);
  const many = Array.from({ length: 100 }, () => '{"action":"a","context":{"x":[1e23,1e23]}}');
  for (const [body, loc] of [
    [`{"evaluations":[${item}],"evaluations":[${item}]}`, 'body.evaluations'],
    [`{"evaluations":[${many.join(',')}]}`, 'body.evaluations.0.context.x.0'],
  ]) {
    const { status, body: answered } = await ask(app, 'a', batchUrl('a'), { body });
    assert.deepEqual({ status, loc: answered.detail?.[0].loc.join('.') }, { status: 422, loc });
  }
});

testAsTenant('keeps-the-idempotency-of-one-item', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const keyed = { ...GOOD, idempotency_key: `order-${surface}` };
    const first = await evaluate(app, surface, keyed);
    const evaluations = [keyed, GOOD, keyed, { ...keyed, action: 'other' }];
    const { body } = await ask(app, surface, batchUrl(surface), { body: { evaluations } });
    const ids = body.results.map((result: Answer['body']) => result.evidence_id);
    assert.deepEqual(
      { ids0: ids[0], ids2: ids[2] },
      { ids0: first.body.evidence_id, ids2: first.body.evidence_id },
    );
    assert.notEqual(ids[1], ids[0]);
    const single = await evaluate(app, surface, { ...keyed, action: 'other' });
    assert.deepEqual(body.results[3], { status: single.status, ...single.body });
    assert.equal(body.results[3].detail[0].type, 'idempotency_key_reuse');
  }
});

/** A context inside a batch is three levels deeper in the body, and may be as deep as outside. */
testAsTenant('measures-the-depth-of-each-context-by-itself', async ({ app }) => {
  const nested = (levels: number) => JSON.parse(`${'{"d":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`);
  const evaluations = [32, 33, 60].map((levels) => ({
    action: levels < 60 ? 'a' : '',
    context: nested(levels),
  }));
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const { body } = await ask(app, surface, batchUrl(surface), { body: { evaluations } });
    const details = body.results.map((result: Answer['body']) => result.detail?.[0]);
    const loc = ['body', 'context', ...Array.from({ length: 32 }, () => 'd')];
    const msg = 'Input should be nested at most 32 levels deep';
    const fault = { loc, msg, type: 'nesting_too_deep' };
    assert.deepEqual(details, [undefined, fault, fault]);
  }
});

/** Whether what a row sends fits into a batch: a value, or a JSON text small enough for the whole batch. */
function isItem(send: unknown): boolean {
  if (typeof send !== 'string') return typeof send === 'object' && send !== null && !Buffer.isBuffer(send);
  try {
    JSON.parse(send);
    return send.length < 10_000;
  } catch {
    return false;
  }
}

function asItem({ status, body }: Answer): object {
  return status === 200 ? body : { status, ...body };
}

/** Removes what differs between any two evaluations. */
function timeless(result: Answer['body']): object {
  const { evidence_id, escalation_id, approval_id, evaluated_at, duration_ms, evaluations, ...rest } = result;
  const laws = evaluations?.map(({ duration_ms: _, ...law }: Answer['body']) => law);
  return {
    ...rest,
    laws,
    has: [
      typeof evidence_id,
      typeof escalation_id,
      typeof approval_id,
      typeof evaluated_at,
      typeof duration_ms,
    ],
  };
}
