/** Outcomes are reported on both surfaces: each is recorded, linked to its evaluation, and kept from other tenants. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, assertTrue, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const ADDRESSES = { a: '/api/v1/evidence/outcomes', b: '/v1/evidence' } as const;
const EACH_SURFACE = Object.keys(SURFACES) as Surface[];
const MINUTE_MS = 60_000;

const BODY = {
  action: 'email.send',
  context: { to: 'größe@example.org', n: 1.5 },
  outcome: 'success',
  executed_at: '2026-01-31T10:30:00.5+01:00',
};
const CRITICAL = { risk_level: 'critical', is_irreversible: true };

function submit(app: FastifyInstance, surface: Surface, body: unknown, key?: string): Promise<Answer> {
  return ask(app, surface, ADDRESSES[surface], key === undefined ? { body } : { body, key });
}

async function payloadOf(app: FastifyInstance, evidenceId: string): Promise<Answer['body']> {
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', { body: {} });
  return body.items.find(({ id }: { id: string }) => id === evidenceId);
}

testAsTenantOnEachDatabase('an-outcome-is-on-record-when-it-is-answered', async ({ app }) => {
  let previous: string | undefined;
  for (const surface of EACH_SURFACE) {
    const { status, body } = await submit(app, surface, BODY);
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), [
      'evidence_id',
      'artifact_type',
      'hash',
      'previous_hash',
      'created_at',
    ]);
    assert.equal(body.artifact_type, 'action_executed');
    assert.match(body.hash, /^sha256:[0-9a-f]{64}$/);
    if (previous !== undefined) assert.equal(body.previous_hash, previous);
    previous = body.hash;

    const { payload, ...record } = await payloadOf(app, body.evidence_id);
    const { key_id: keyId, ...rest } = payload;
    assert.match(keyId, /^key_/);
    assert.deepEqual(rest, { ...BODY, executed_at: '2026-01-31T09:30:00.500Z' });
    const { evidence_id: id, ...answered } = body;
    assert.deepEqual(record, { id, action: 'email.send', verdict: null, ...answered });
  }
  const { body } = await ask(app, 'a', '/api/v1/evidence/verify');
  assert.deepEqual(
    { valid: body.valid, total_artifacts: body.total_artifacts },
    { valid: true, total_artifacts: 3 },
  );
});

testAsTenant('an-outcome-takes-the-verdict-of-its-evaluation', async ({ app }) => {
  for (const surface of EACH_SURFACE) {
    for (const [context, verdict] of [
      [{}, 'proceed'],
      [{ risk_level: 'high' }, 'escalate'],
      [CRITICAL, 'block'],
    ] as const) {
      const { body: evaluation } = await evaluate(app, surface, { action: 'a', context });
      const linked = { ...BODY, evaluation_id: evaluation.evidence_id, agent_id: 'agent-7', user_id: 'u' };
      const { status, body } = await submit(app, surface, linked);
      assert.equal(status, 201);
      const found = await payloadOf(app, body.evidence_id);
      assert.equal(found.verdict, verdict);
      const { key_id: _, executed_at: __, executed_despite_block: despite, ...rest } = found.payload;
      assert.equal(despite, verdict === 'block' ? true : undefined);
      const { executed_at: ___, ...sent } = linked;
      assert.deepEqual(rest, sent);
    }
  }
});

testAsTenant(
  'an-outcome-names-only-an-evaluation-of-its-own-chain',
  async ({ app, service, name, sandboxKey }) => {
    const { secret } = await keyHolder(service, `${name}-other`);
    const elsewhere = await evaluate(app, 'b', { action: 'a', context: {} }, { key: secret });
    const sandboxed = await evaluate(app, 'b', { action: 'a', context: {} }, { key: sandboxKey });
    const noEvaluation = await submit(app, 'b', BODY);
    const ids = [elsewhere, sandboxed, noEvaluation].map(({ body }) => body.evidence_id);
    const fault = {
      loc: ['body', 'evaluation_id'],
      msg: 'Input should be the evidence id of an evaluation',
      type: 'value_error',
    };
    for (const surface of EACH_SURFACE) {
      for (const evaluation_id of [...ids, `ev_${'0'.repeat(24)}`, '', 'ev_\u0000', 'x'.repeat(256)]) {
        const { status, body } = await submit(app, surface, { ...BODY, evaluation_id });
        assert.deepEqual({ status, body }, { status: SURFACES[surface].invalid, body: { detail: [fault] } });
      }
    }
    const { body } = await ask(app, 'a', '/api/v1/evidence/verify');
    assert.equal(body.total_artifacts, 2);
  },
);

testAsTenantOnEachDatabase('an-evaluation-has-one-outcome', async ({ app }) => {
  const { body: evaluation } = await evaluate(app, 'b', { action: 'a', context: {} });
  const linked = { ...BODY, evaluation_id: evaluation.evidence_id };
  const reports = await Promise.all(
    Array.from({ length: 100 }, (_, place) =>
      submit(app, place % 2 === 0 ? 'a' : 'b', {
        ...linked,
        outcome: place % 3 === 0 ? 'failure' : 'success',
      }),
    ),
  );
  const [first, ...others] = reports.filter(({ status }) => status === 201);
  assert.deepEqual(others, []);
  const detail = `The outcome of this evaluation was reported before, as ${first?.body.evidence_id}.`;
  const refused = reports.filter(({ status }) => status === 409);
  assert.equal(refused.length, 99);
  for (const { body } of [...refused, await submit(app, 'a', linked), await submit(app, 'b', linked)]) {
    assert.deepEqual(body, { detail, code: 'outcome_reported' });
  }
  for (let more = 0; more < 2; more += 1) assert.equal((await submit(app, 'a', BODY)).status, 201);
  await assertTrue(app);
});

testAsTenant('an-outcome-states-its-cost', async ({ app }) => {
  for (const surface of EACH_SURFACE) {
    const { status, body } = await submit(app, surface, { ...BODY, actual_cost_usd: 0.25 });
    assert.equal(status, 201);
    assert.equal((await payloadOf(app, body.evidence_id)).payload.actual_cost_usd, 0.25);
  }
});

testAsTenant('an-outcome-is-dated-at-most-five-minutes-ahead', async ({ app }) => {
  const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
  for (const surface of EACH_SURFACE) {
    const near = await submit(app, surface, { ...BODY, executed_at: ahead(4 * MINUTE_MS) });
    assert.equal(near.status, 201);
    const { status, body } = await submit(app, surface, {
      ...BODY,
      executed_at: ahead(6 * MINUTE_MS),
      evaluation_id: 'x',
    });
    assert.equal(status, SURFACES[surface].invalid);
    assert.deepEqual(
      body.detail.map(({ loc, type }: { loc: string[]; type: string }) => ({ loc: loc.join('.'), type })),
      [
        { loc: 'body.executed_at', type: 'datetime_past' },
        { loc: 'body.evaluation_id', type: 'value_error' },
      ],
    );
  }
});

const BAD: [promise: string, change: Record<string, unknown>, loc: string, type: string][] = [
  ['no action', { action: undefined }, 'body.action', 'missing'],
  ['an empty action', { action: '' }, 'body.action', 'string_too_short'],
  ['no context', { context: undefined }, 'body.context', 'missing'],
  ['a context that is a list', { context: [] }, 'body.context', 'dict_type'],
  ['no outcome', { outcome: undefined }, 'body.outcome', 'missing'],
  ['an unknown outcome', { outcome: 'Success' }, 'body.outcome', 'literal_error'],
  ['no time', { executed_at: undefined }, 'body.executed_at', 'missing'],
  ['a number as time', { executed_at: 1_769_851_800 }, 'body.executed_at', 'string_type'],
  ...['yesterday', '2026-02-30T00:00:00Z', '2026-01-31T09:30:00', '2026-01-31', '2026-13-01T00:00:00Z'].map(
    (executed_at): [string, Record<string, unknown>, string, string] => [
      executed_at,
      { executed_at },
      'body.executed_at',
      'datetime_from_date_parsing',
    ],
  ),
  ['an unknown field', { verdict: 'proceed' }, 'body.verdict', 'extra_forbidden'],
  ['an agent that is a number', { agent_id: 7 }, 'body.agent_id', 'string_type'],
  ['a cost below zero', { actual_cost_usd: -0.01 }, 'body.actual_cost_usd', 'greater_than_equal'],
  ['a cost that is not a number', { actual_cost_usd: '1' }, 'body.actual_cost_usd', 'float_type'],
  ['an evaluation that is null', { evaluation_id: null }, 'body.evaluation_id', 'string_type'],
];

testAsTenant('a-wrong-report-is-refused-with-its-place', async ({ app }) => {
  for (const surface of EACH_SURFACE) {
    for (const [promise, change, loc, type] of BAD) {
      const { status, body } = await submit(app, surface, { ...BODY, ...change });
      assert.equal(status, SURFACES[surface].invalid, promise);
      const faults = body.detail.map((fault: Answer['body']) => ({
        loc: fault.loc.join('.'),
        type: fault.type,
      }));
      assert.deepEqual(faults, [{ loc, type }], promise);
    }
  }
});
