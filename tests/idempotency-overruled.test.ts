/** A remembered `proceed` is not repeated to an agent that may no longer act: it is judged again, once, on record. */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, withApproval } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { chainOfKey, requireTrue } from './support/governance/governance.ts';
import { change } from './support/governance/settings.ts';
import {
  type Answer,
  ask,
  evaluate,
  PRODUCTION_KEY,
  SURFACES,
  startTestService,
} from './support/http/in-process.ts';
import { requireWithinASecond } from './support/nodes/nodes.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const HALTS = '/api/v1/core/halts';
const EXECUTE = '/api/v1/core/governance/execute';
const REPETITIONS = 100;
const QUESTION = { action: 'mail.send', agent_id: 'agent-7', context: {}, idempotency_key: 'mail-1' };

/** Returns the verdict in lower case, and whether the answer says that it is a repetition. */
function verdictIn({ status, headers, body }: Answer): { verdict: string; replayed: boolean } {
  assert.equal(status, 200, JSON.stringify(body));
  return { verdict: body.verdict.toLowerCase(), replayed: headers['idempotency-replayed'] === 'true' };
}

async function halt(app: FastifyInstance, agent_id?: string): Promise<string> {
  const whom = agent_id === undefined ? { all: true } : { agent_id };
  const { status, body } = await ask(app, 'a', HALTS, { body: { ...whom, reason: 'It went astray.' } });
  assert.equal(status, 200, JSON.stringify(body));
  return body.halt_id;
}

async function countOf(service: Service, key: string, action: string): Promise<number> {
  const rows = await service.db
    .selectFrom('artifacts')
    .select('id')
    .where('chain', '=', await chainOfKey(service, key))
    .where('action', '=', action)
    .execute();
  return rows.length;
}

testAsTenantOnEachDatabase(
  'judges-a-repetition-again-where-the-agent-is-halted',
  async ({ app, service, key }) => {
    const first = await evaluate(app, 'b', QUESTION);
    assert.deepEqual(verdictIn(first), { verdict: 'proceed', replayed: false });
    assert.deepEqual(verdictIn(await evaluate(app, 'b', QUESTION)), { verdict: 'proceed', replayed: true });
    const haltId = await halt(app, 'agent-7');

    const blocked = await evaluate(app, 'b', QUESTION);
    assert.deepEqual(verdictIn(blocked), { verdict: 'block', replayed: false });
    assert.match(blocked.body.block_reason, /the agent is halted/);
    assert.notEqual(blocked.body.evidence_id, first.body.evidence_id);
    const record = await ask(app, 'b', `/v1/evidence/${blocked.body.evidence_id}`);
    assert.deepEqual(
      { status: record.status, verdict: record.body.verdict },
      { status: 200, verdict: 'BLOCK' },
    );
    // From now on the key stands for that, on both surfaces and after the halt.
    for (const surface of ['a', 'b'] as const) {
      const again = await evaluate(app, surface, QUESTION);
      assert.deepEqual(verdictIn(again), { verdict: 'block', replayed: true });
      assert.equal(again.body.evidence_id, blocked.body.evidence_id);
    }
    assert.equal((await ask(app, 'a', `${HALTS}/${haltId}?reason=Mended`, { method: 'DELETE' })).status, 200);
    assert.deepEqual(verdictIn(await evaluate(app, 'b', QUESTION)), { verdict: 'block', replayed: true });
    assert.deepEqual(verdictIn(await evaluate(app, 'b', { ...QUESTION, idempotency_key: 'mail-2' })), {
      verdict: 'proceed',
      replayed: false,
    });
    const other = await evaluate(app, 'b', { ...QUESTION, action: 'mail.delete' });
    assert.equal(other.body.detail[0].type, 'idempotency_key_reuse');
    assert.equal(await countOf(service, key, 'mail.send'), 3);
    await requireTrue(service, key);
  },
);

testAsTenant('judges-batch-items-and-executions-again-too', async ({ app, service, key }) => {
  const { idempotency_key: _, ...question } = QUESTION;
  const anybody = { action: 'mail.send', context: {} };
  const batch = {
    body: { evaluations: [question, { ...question, agent_id: 'agent-8' }, anybody] },
    headers: { 'idempotency-key': 'batch-1' },
  };
  const verdicts = async () => {
    const { body } = await ask(app, 'a', `${SURFACES.a.evaluate}/batch`, batch);
    return body.results.map(({ verdict }: Answer['body']) => verdict);
  };
  const execute = () => ask(app, 'a', EXECUTE, { body: QUESTION });
  assert.deepEqual(await verdicts(), ['proceed', 'proceed', 'proceed']);
  assert.equal((await execute()).body.executed, true);
  const before = await countOf(service, key, 'mail.send');

  await halt(app, 'agent-7');
  assert.deepEqual(await verdicts(), ['block', 'proceed', 'proceed']);
  const stopped = await execute();
  assert.deepEqual(verdictIn(stopped), { verdict: 'block', replayed: false });
  assert.equal(stopped.body.executed, false);
  assert.equal(stopped.body.execution_evidence_id, undefined);
  assert.deepEqual(verdictIn(await execute()), { verdict: 'block', replayed: true });
  assert.equal(await countOf(service, key, 'mail.send'), before + 2);

  await halt(app);
  assert.deepEqual(await verdicts(), ['block', 'block', 'block']);
  assert.deepEqual(await verdicts(), ['block', 'block', 'block']);
  assert.equal(await countOf(service, key, 'mail.send'), before + 4);
  await requireTrue(service, key);
});

testAsTenant('repeats-other-verdicts-to-a-halted-agent', async ({ app }) => {
  const grave = { ...QUESTION, context: { risk_level: 'high', confidence_score: 0.9 } };
  const first = await evaluate(app, 'a', grave);
  assert.deepEqual(verdictIn(first), { verdict: 'escalate', replayed: false });
  await halt(app, 'agent-7');
  const again = await evaluate(app, 'a', grave);
  assert.deepEqual(again.body, first.body);
});

testOnEachDatabase('judges-100-repetitions-to-two-nodes-again-only-once', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app, service }] = nodes;
  await evaluate(app, 'a', QUESTION);
  await halt(app, 'agent-7');
  while (
    verdictIn(await evaluate(nodes[1].app, 'a', { ...QUESTION, idempotency_key: undefined })).verdict !==
    'block'
  );
  const before = await countOf(service, PRODUCTION_KEY, 'mail.send');
  const answers = await Promise.all(
    Array.from({ length: REPETITIONS }, (_, place) =>
      evaluate(nodes[place % 2 === 0 ? 0 : 1].app, 'a', QUESTION),
    ),
  );
  const fresh = answers.filter((answer) => !verdictIn(answer).replayed);
  assert.equal(fresh.length, 1);
  for (const { body } of answers) assert.deepEqual(body, fresh[0]?.body);
  assert.equal(fresh[0]?.body.verdict, 'block');
  assert.equal(await countOf(service, PRODUCTION_KEY, 'mail.send'), before + 1);
  await requireTrue(service);
});

testOnOneDatabase('no-node-repeats-a-proceed-a-second-after-a-halt', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)];
  await requireWithinASecond({
    nodes,
    body: QUESTION,
    busy: false,
    from: 'PROCEED',
    to: 'BLOCK',
    change: async () => {
      await halt(nodes[0]?.app as FastifyInstance, 'agent-7');
    },
  });
});

const CLAIM = { risk_level: 'high', confidence_score: 0.95, is_irreversible: false };
const MILD = { ...QUESTION, context: { ...CLAIM, risk_level: 'low' } };
const GRAVE = { action: QUESTION.action, agent_id: QUESTION.agent_id, context: CLAIM };

testOnOneDatabase('judges-a-milder-story-again-after-a-later-refusal', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app, service }, { app: there }] = nodes;
  assert.deepEqual(verdictIn(await evaluate(app, 'a', MILD)), { verdict: 'proceed', replayed: false });
  assert.deepEqual(verdictIn(await evaluate(app, 'a', GRAVE)), { verdict: 'escalate', replayed: false });
  // In accepted mode, claims count here as well.
  assert.deepEqual(verdictIn(await evaluate(app, 'a', MILD)), { verdict: 'proceed', replayed: true });
  await change(app, () => ({ attestation: 'verified' as const }));
  const anew = await evaluate(app, 'a', MILD);
  assert.deepEqual(verdictIn(anew), { verdict: 'escalate', replayed: false });
  assert.match(anew.body.explanation, /Monotonic Truth/);
  while (
    verdictIn(await evaluate(there, 'a', { ...MILD, idempotency_key: undefined })).verdict !== 'escalate'
  );
  for (const each of [app, there])
    assert.deepEqual(verdictIn(await evaluate(each, 'a', MILD)), { verdict: 'escalate', replayed: true });

  // The next repetition on another node knows of the refusal.
  const second = { ...MILD, agent_id: 'agent-8', idempotency_key: 'mail-8' };
  assert.deepEqual(verdictIn(await evaluate(there, 'a', second)), { verdict: 'proceed', replayed: false });
  assert.deepEqual(verdictIn(await evaluate(there, 'a', second)), { verdict: 'proceed', replayed: true });
  assert.deepEqual(verdictIn(await evaluate(app, 'a', { ...GRAVE, agent_id: 'agent-8' })), {
    verdict: 'escalate',
    replayed: false,
  });
  assert.deepEqual(verdictIn(await evaluate(there, 'a', second)), { verdict: 'escalate', replayed: false });
  await requireTrue(service);
});

testAsTenant('repeats-a-proceed-without-a-later-refusal', async ({ app, service, name, key }) => {
  const { secret: human } = await keyHolder(service, name);
  await change(app, () => ({ attestation: 'verified' as const }));
  assert.deepEqual(verdictIn(await evaluate(app, 'a', GRAVE)), { verdict: 'escalate', replayed: false });
  // It was refused, and a human has approved it since: the lost answer is repeated.
  const id = await escalated(app, MILD);
  await decide(app, 'approve', id, { key: human });
  const approved = { ...withApproval(id, MILD), idempotency_key: 'with-approval' };
  assert.deepEqual(verdictIn(await evaluate(app, 'a', approved)), { verdict: 'proceed', replayed: false });
  assert.deepEqual(verdictIn(await evaluate(app, 'a', approved)), { verdict: 'proceed', replayed: true });
  assert.deepEqual(verdictIn(await evaluate(app, 'a', GRAVE)), { verdict: 'escalate', replayed: false });
  assert.deepEqual(verdictIn(await evaluate(app, 'a', approved)), { verdict: 'proceed', replayed: true });
  // As grave as the refused one.
  const other = { ...QUESTION, action: 'mail.read', idempotency_key: 'as-grave' };
  assert.deepEqual(verdictIn(await evaluate(app, 'a', other)), { verdict: 'proceed', replayed: false });
  const costly = { estimated_cost_usd: 90, budget_remaining_usd: 100 };
  const refused = { ...QUESTION, action: 'mail.read', context: costly, idempotency_key: undefined };
  assert.deepEqual(verdictIn(await evaluate(app, 'a', refused)), { verdict: 'escalate', replayed: false });
  assert.deepEqual(verdictIn(await evaluate(app, 'a', other)), { verdict: 'proceed', replayed: true });
  await requireTrue(service, key);
});
