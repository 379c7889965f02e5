/** However a tenant changes its settings between its evaluations, each recomputes to the verdict that was given. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyDocument, anyQuestion } from './support/any-settings.ts';
import { decide } from './support/approvals.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { ask, evaluate, type OpenHouse, openTestHouse } from './support/house.ts';
import { keyHolder } from './support/other-tenant.ts';
import { activate, inForce, put, SETTINGS } from './support/settings.ts';

const RUNS = 12;

const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      questions: fc.array(anyQuestion, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('set' as const), document: anyDocument }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('go back' as const), to: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), which: fc.nat(), approves: fc.boolean() }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

interface History extends OpenHouse {
  humans: string[];
  evaluations: number;
  versions: number;
  /** What was escalated, and with which approval. */
  open: { approvalId: string; question: { context: object } }[];
}

testOnEachDatabase('recomputes-every-evaluation-whatever-was-set-meanwhile', async (location, t) => {
  const open = await openTestHouse(t, location);
  const humans = [
    (await keyHolder(open.house, 'default')).secret,
    (await keyHolder(open.house, 'default')).secret,
  ];
  // One long history: each run goes on where the one before ended.
  const history: History = { ...open, humans, evaluations: 0, versions: 0, open: [] };
  const property = fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async (steps) => {
    for (const step of steps) await take(history, step);
    const { body } = await ask(history.app, 'a', '/api/v1/evidence/truth-verification');
    assert.deepEqual([body.overall_valid, body.gaps], [true, []]);
    const checked = (name: string) =>
      body.registries.find((one: { name: string; checked: number }) => one.name === name).checked;
    assert.equal(checked('verdicts'), history.evaluations);
    assert.ok(checked('settings') >= 2 * history.versions);
  });
  // A history can't be taken back, so a failing one is not made smaller.
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  assert.ok(history.evaluations > RUNS && history.versions > 1);
});

async function take(history: History, step: Step): Promise<void> {
  const { app } = history;
  if (step.kind === 'ask') {
    await Promise.all(step.questions.map((question) => pose(history, question)));
  } else if (step.kind === 'set') {
    const before = await inForce(app);
    const { status, body } = await put(app, step.document, before.version);
    assert.equal(status, 200, JSON.stringify(body));
    if (body.version > history.versions) history.versions = body.version;
  } else if (step.kind === 'go back') {
    const { version } = await inForce(app);
    assert.equal((await activate(app, step.to % (history.versions + 1), version)).status, 200);
  } else {
    await resolve(history, step.which, step.approves);
  }
  const { body } = await ask(app, 'a', `${SETTINGS}/versions`);
  assert.equal(body.total, history.versions);
}

async function pose(history: History, question: { context: object }): Promise<void> {
  const { status, body } = await evaluate(history.app, 'b', question);
  assert.equal(status, 200, JSON.stringify(body));
  history.evaluations += 1;
  if (body.approval_id !== undefined) history.open.push({ approvalId: body.approval_id, question });
}

/** By as many as it takes; then it is asked again, which uses it or not. */
async function resolve(history: History, which: number, approves: boolean): Promise<void> {
  const [chosen] = history.open.splice(which % Math.max(1, history.open.length), 1);
  if (chosen === undefined) return;
  const { approvalId, question } = chosen;
  for (const key of history.humans) {
    await decide(history.app, approves ? 'approve' : 'reject', approvalId, { key });
  }
  const context = { ...question.context, has_approval: true, approval_id: approvalId };
  await pose(history, { ...question, context });
}
