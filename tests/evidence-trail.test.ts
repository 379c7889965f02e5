/** The trail of a record: from the question to the trust that its outcome earned, the same from each of its records. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE, withApproval } from './support/approvals/approvals.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { report } from './support/governance/trust.ts';
import { ask, askOk, type Call, evaluate } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

interface Step {
  kind: string;
  evidence_id: string | null;
  at: string;
  who: string | null;
  summary: string;
}

const trailOf = (app: FastifyInstance, id: string, call: Call = {}) =>
  askOk(app, 'a', `/api/v1/evidence/${id}/trail`, call);
const kindsIn = ({ steps }: { steps: Step[] }) => steps.map(({ kind }) => kind);

/** Waits for the update of trust, which follows its fact a moment later. */
async function whole(app: FastifyInstance, id: string, updates: number) {
  await until(
    async () => kindsIn(await trailOf(app, id)).filter((kind) => kind === 'trust').length === updates,
  );
  return trailOf(app, id);
}

async function carriedOut(app: FastifyInstance, decider: string) {
  const approval = await escalated(app);
  assert.equal((await decide(app, 'approve', approval, { key: decider })).status, 200);
  const { body: used } = await evaluate(app, 'a', withApproval(approval));
  assert.equal(used.verdict, 'proceed');
  const reported = await report(app, used.evidence_id, 'success');
  assert.equal(reported.status, 201, JSON.stringify(reported.body));
  return { approval, used: used.evidence_id, outcome: reported.body.evidence_id };
}

testAsTenantOnEachDatabase('tells-the-same-line-from-each-of-its-records', async ({ app, service, name }) => {
  const decider = await keyHolder(service, name);
  const { approval, used, outcome } = await carriedOut(app, decider.secret);
  const trail = await whole(app, outcome, 2);
  assert.equal(trail.approval_id, approval);
  const steps: Step[] = trail.steps;
  assert.deepEqual(steps.map(({ kind, summary }) => [kind, summary.replace(/[\d.]+\.$/, '…')]).sort(), [
    ['approval', 'Asked for one approval.'],
    ['decision', 'Approved.'],
    ['evaluation', 'Held for a human.'],
    ['outcome', 'Carried out.'],
    ['trust', 'Left the trust in the agent at …'],
    ['trust', 'Raised the trust in the agent from 50 to …'],
    ['use', 'Used the approval.'],
  ]);
  const firsts = kindsIn(trail).filter((kind) => kind !== 'trust');
  assert.deepEqual(firsts, ['evaluation', 'approval', 'decision', 'use', 'outcome']);
  assert.deepEqual(
    steps.map(({ at }) => at),
    steps.map(({ at }) => at).sort(),
  );
  const of = (kind: string) => steps.find((step) => step.kind === kind);
  assert.equal(of('use')?.evidence_id, used);
  assert.equal(of('decision')?.who, decider.keyId);
  assert.equal(of('evaluation')?.who, 'agent-7');
  const ids = new Set(steps.map(({ evidence_id }) => evidence_id));
  assert.equal(
    ids.size,
    steps.length - 1,
    'each has a record of its own; the asking has that of its evaluation',
  );
  for (const id of ids) assert.deepEqual(await trailOf(app, id ?? ''), trail);
});

testAsTenantOnEachDatabase('ends-where-a-payload-that-names-the-next-step-is-gone', async (tenant) => {
  const { app, service, name } = tenant;
  const decider = await keyHolder(service, name);
  const { used, outcome } = await carriedOut(app, decider.secret);
  await whole(app, outcome, 2);
  await redactWhole(app, outcome);
  const fromOutcome = kindsIn(await trailOf(app, outcome));
  assert.deepEqual(fromOutcome, ['outcome', 'trust']);
  const { steps } = await trailOf(app, used);
  assert.ok(
    steps.some(({ evidence_id, summary }: Step) => {
      return evidence_id === outcome && summary === 'Reported as carried out.';
    }),
  );
});

testAsTenant('does-not-join-an-approval-that-a-request-only-names', async ({ app, service, name }) => {
  const decider = await keyHolder(service, name);
  const { approval } = await carriedOut(app, decider.secret);
  const other = { ...GRAVE, agent_id: 'agent-8', context: { risk_level: 'low', approval_id: approval } };
  const { body } = await evaluate(app, 'a', other);
  const trail = await trailOf(app, body.evidence_id);
  assert.notEqual(trail.approval_id, approval);
  assert.equal(kindsIn(trail).includes('use'), false);
  // Nor one that a report of an outcome names.
  const { body: reported } = await ask(app, 'a', '/api/v1/evidence/outcomes', {
    body: {
      action: 'a',
      context: { approval_id: approval },
      outcome: 'failure',
      executed_at: '2026-01-01T00:00:00Z',
    },
  });
  const alone = await trailOf(app, reported.evidence_id);
  assert.deepEqual(
    alone.steps.map(({ kind, summary }: Step) => [kind, summary]),
    [['outcome', 'Carried out, and failed.']],
  );
  assert.equal(alone.approval_id, null);
});

testAsTenant('says-nothing-of-payloads-to-a-viewer', async ({ app, service, name }) => {
  const decider = await keyHolder(service, name);
  const { outcome } = await carriedOut(app, decider.secret);
  await whole(app, outcome, 2);
  const { headers } = await signedIn(service, name, 'viewer', 'Vera');
  const { steps } = await trailOf(app, outcome, { key: null, headers });
  const said = steps.map(({ summary }: Step) => summary);
  assert.equal(steps.length, 7);
  assert.ok(said.includes('Reported as carried out.'));
  assert.ok(said.includes('Changed the trust in the agent.'));
  assert.equal(/\d/.test(said.join('')), false);
});

testAsTenantOnEachDatabase(
  'is-not-found-for-others-and-nonsense',
  async ({ app, service, name, sandboxKey }) => {
    const { body } = await evaluate(app, 'a', GRAVE);
    const other = await keyHolder(service, `other-${name}`);
    const tried: [string, string | undefined][] = [
      [body.evidence_id, other.secret],
      [body.evidence_id, sandboxKey],
      [`ev_${'0'.repeat(24)}`, undefined],
      ["ev_'; DROP TABLE artifacts; --", undefined],
      [body.approval_id, undefined],
    ];
    for (const [id, key] of tried) {
      const url = `/api/v1/evidence/${encodeURIComponent(id)}/trail`;
      const answer = await ask(app, 'a', url, key === undefined ? {} : { key });
      assert.equal(answer.status, 404, `${id} ${JSON.stringify(answer.body)}`);
    }
  },
);

testAsTenant('is-one-step-for-a-record-with-nothing-before-or-after', async ({ app }) => {
  const halted = await ask(app, 'a', '/api/v1/core/halts', { body: { agent_id: 'x', reason: 'Too eager' } });
  assert.equal(halted.status, 200);
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', { body: { action: 'halt.create' } });
  const { steps, approval_id } = await trailOf(app, body.items[0].id);
  assert.deepEqual(
    steps.map(({ kind, summary }: Step) => [kind, summary]),
    [['change', 'Changed governance.']],
  );
  assert.equal(approval_id, null);
});
