/**
 * A tenant changes its governance between evaluations in any way, and each evaluation still recomputes to its
 * verdict.
 */
import assert from 'node:assert/strict';
import { type SettingsDocument, standardDocument } from '@assize/service/governance/settings/terms/index.ts';
import fc from 'fast-check';
import { decide } from './support/approvals/approvals.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { anyDocument, anyQuestion } from './support/governance/any-settings.ts';
import { act, POLICIES, rule, write } from './support/governance/policies.ts';
import { activate, inForce, put, SETTINGS } from './support/governance/settings.ts';
import { ask, evaluate, startTestService, type TestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { runs } from './support/runner/runs.ts';

const RUNS = 6;

/** The first one errs if no cost is given. */
const CONDITIONS = [
  'context.estimated_cost_usd > 50.0',
  'action.startsWith("record.") && facts.is_irreversible',
  'has(agent.id) && facts.risk_level == "high"',
];

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
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rule' as const),
      name: fc.constantFrom('first', 'second'),
      when: fc.constantFrom(...CONDITIONS),
      effect: fc.constantFrom('block' as const, 'escalate' as const, 'note' as const),
      holds: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('halt' as const) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** One step of each kind begins each history, because the random steps may leave some out. */
const EACH_STEP: Step[] = [
  { kind: 'set', document: documentWith(24) },
  { kind: 'set', document: documentWith(48) },
  { kind: 'rule', name: 'first', when: 'facts.is_irreversible', effect: 'escalate', holds: true },
  { kind: 'ask', questions: [{ action: 'record.delete', agent_id: 'agent-1', context: {} }] },
  { kind: 'decide', which: 0, approves: true },
  { kind: 'go back', to: 1 },
  { kind: 'halt' },
];

function documentWith(hours: number): SettingsDocument {
  return standardDocument({ lifetimeMs: hours * 3_600_000, required: {}, separationOfDuties: false });
}

interface History extends TestService {
  humans: string[];
  evaluations: number;
  versions: number;
  /** The escalated evaluations, with their approvals. */
  open: { approvalId: string; question: { action: string; context: object } }[];
}

testOnOneDatabase('recomputes-every-evaluation-after-any-changes-of-settings', async (location, t) => {
  const open = await startTestService(t, location);
  const humans = [
    (await keyHolder(open.service, 'default')).secret,
    (await keyHolder(open.service, 'default')).secret,
  ];
  // One long history: each run continues where the last one ended.
  const history: History = { ...open, humans, evaluations: 0, versions: 0, open: [] };
  const property = fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async (steps) => {
    for (const step of steps) await take(history, step);
    const { body } = await ask(history.app, 'a', '/api/v1/evidence/truth-verification');
    assert.deepEqual(
      { overall_valid: body.overall_valid, gaps: body.gaps },
      { overall_valid: true, gaps: [] },
    );
    const checked = (name: string) =>
      body.registries.find((one: { name: string; checked: number }) => one.name === name).checked;
    assert.equal(checked('verdicts'), history.evaluations);
    assert.ok(checked('settings') >= 2 * history.versions);
  });
  // A history can't be undone, so a failing one is not shrunk.
  await fc.assert(property, { numRuns: runs(RUNS), endOnFailure: true, examples: [[EACH_STEP]] });
  assert.ok(history.evaluations > 2 && history.versions > 1);
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
  } else if (step.kind === 'decide') {
    await resolve(history, step.which, step.approves);
  } else if (step.kind === 'rule') {
    await govern(history, step);
  } else {
    await haltAndLift(history);
  }
  const { body } = await ask(app, 'a', `${SETTINGS}/versions`);
  assert.equal(body.total, history.versions);
}

async function pose(
  history: History,
  question: { action: string; agent_id?: string; context: object },
): Promise<void> {
  const { status, body } = await evaluate(history.app, 'b', question);
  assert.equal(status, 200, JSON.stringify(body));
  history.evaluations += 1;
  if (body.approval_id !== undefined) history.open.push({ approvalId: body.approval_id, question });
}

/** Resolves it with as many approvers as it takes; asking again then may use it. */
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

/** Activates the next version of a policy, and deactivates it again if it is not to be active. */
async function govern({ app }: History, step: Extract<Step, { kind: 'rule' }>): Promise<void> {
  const { name, when, effect, holds } = step;
  const rules = [rule(when, effect)];
  const { status, body: before } = await ask(app, 'a', `${POLICIES}/${name}`);
  const isNew = status === 404;
  const { body: written } = isNew
    ? await write(app, name, rules)
    : await act(app, name, 'versions', { expected_version: before.latest_version, rules });
  const expected_version = isNew ? null : before.active_version;
  const { version } = written;
  const made = await act(app, name, 'activate', { version, expected_version });
  assert.deepEqual(
    { status: made.status, active_version: made.body.active_version },
    { status: 200, active_version: version },
    JSON.stringify(made.body),
  );
  if (holds) return;
  assert.equal((await act(app, name, 'deactivate', { expected_version: version })).status, 200);
}

async function haltAndLift(history: History): Promise<void> {
  const { app } = history;
  const body = { agent_id: 'agent-1', reason: 'It is looked into.' };
  const { status, body: halt } = await ask(app, 'a', '/api/v1/core/halts', { body });
  assert.equal(status, 200);
  await pose(history, { action: 'record.delete', agent_id: 'agent-1', context: {} });
  const lifted = await ask(app, 'a', `/api/v1/core/halts/${halt.halt_id}`, { method: 'DELETE' });
  assert.equal(lifted.status, 200);
}
