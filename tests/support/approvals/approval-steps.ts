/** Steps that can happen to approvals. Each runs on the model and on two real nodes, which must answer alike. */
import assert from 'node:assert/strict';
import { expiryChore } from '@assize/service/approvals/index.ts';
import fc from 'fast-check';
import { type Answer, ask, evaluate, SANDBOX_KEY } from '../http/in-process.ts';
import {
  type Decided,
  isDrawn,
  type Model,
  type ModelApproval,
  modelDecision,
  modelSweep,
  modelUse,
} from './approval-model.ts';
import {
  HOUR_MS,
  nodeOf,
  requireAsModelled,
  restart,
  rowsOf,
  type Seen,
  type World,
} from './approval-world.ts';
import { decide, escalated, GRAVE, withApproval } from './approvals.ts';

export interface Real {
  world: World;
  seen: Map<string, Seen>;
}

type Step = fc.AsyncCommand<Model, Real>;
type Act = (model: Model, world: World) => Promise<void>;

function step(name: string, act: Act, check: (model: Readonly<Model>) => boolean = () => true): Step {
  return {
    check,
    async run(model, { world, seen }) {
      await act(model, world);
      await requireAsModelled(model, world, seen);
    },
    toString: () => name,
  };
}

/** Runs the step on one of the opened approvals; does nothing if there is none. */
function onOne(
  name: string,
  which: number,
  act: (approval: ModelApproval, model: Model, world: World) => Promise<void>,
): Step {
  const chosen = ({ approvals }: Readonly<Model>) => approvals[which % approvals.length];
  const run: Act = (model, world) => act(chosen(model) ?? assert.fail('none is open'), model, world);
  return step(`${name} #${which}`, run, (model) => model.approvals.length > 0);
}

const VERBS = { approved: 'approve', rejected: 'reject' } as const;

/** Each function changes one thing about the request or its caller. */
const OTHERWISE: Record<string, (body: typeof GRAVE) => object> = {
  'with another field': (body) => ({ ...body, context: { ...body.context, invoice: { number: 8 } } }),
  'as another agent': (body) => ({ ...body, agent_id: 'agent-8' }),
  'for another action': (body) => ({ ...body, action: 'invoice.pay2' }),
};

function use(world: World, node: number, id: string): Promise<Answer> {
  return evaluate(nodeOf(world, node).app, 'b', withApproval(id));
}

function requireUse({ body }: Answer, expected: ReturnType<typeof modelUse>, id: string): void {
  assert.equal(body.verdict, expected.verdict);
  if (expected.verdict === 'BLOCK') assert.match(body.block_reason, expected.reason);
  if (expected.verdict === 'ESCALATE') assert.equal(body.approval_id, id);
}

const small = fc.nat({ max: 2 });
const which = fc.nat({ max: 3 });
const node = fc.nat({ max: 1 });

export async function open(model: Model, world: World, by: number, on: number): Promise<void> {
  const id = await escalated(nodeOf(world, on).app, GRAVE, { key: world.keys[by] });
  const { required, hours: openedAtHours } = model;
  model.approvals.push({ id, status: 'pending', decisions: new Map(), required, askedBy: by, openedAtHours });
}

const escalate = fc
  .tuple(small, node)
  .map(([by, on]) => step(`escalate by ${by}`, (model, world) => open(model, world, by, on)));

const decideOne = fc
  .tuple(fc.constantFrom<Decided>('approved', 'approved', 'rejected'), small, which, node)
  .map(([wanted, by, place, on]) =>
    onOne(`${VERBS[wanted]} by ${by}`, place, async (approval, model, world) => {
      const expected = modelDecision(model, approval, by, wanted);
      const { app } = nodeOf(world, on);
      const { status, body } = await decide(app, VERBS[wanted], approval.id, { key: world.keys[by] });
      assert.equal(status, expected.status, JSON.stringify(body));
      if (expected.detail === undefined) assert.equal(body.status, approval.status);
      else assert.match(body.detail, expected.detail);
    }),
  );

const useOne = fc.tuple(which, node).map(([place, on]) =>
  onOne('use', place, async (approval, model, world) => {
    const expected = modelUse(model, approval, true);
    requireUse(await use(world, on, approval.id), expected, approval.id);
    if (expected.verdict === 'PROCEED') approval.status = 'consumed';
  }),
);

const useOtherwise = fc
  .tuple(fc.constantFrom(...Object.keys(OTHERWISE)), which, node)
  .map(([how, place, on]) =>
    onOne(`use ${how}`, place, async (approval, model, world) => {
      const body = OTHERWISE[how]?.(withApproval(approval.id));
      const answer = await evaluate(nodeOf(world, on).app, 'b', body);
      requireUse(answer, modelUse(model, approval, false), approval.id);
    }),
  );

const useElsewhere = fc.tuple(which, node).map(([place, on]) =>
  onOne('use in the other environment', place, async ({ id }, _model, world) => {
    const { body } = await evaluate(nodeOf(world, on).app, 'b', withApproval(id), { key: SANDBOX_KEY });
    assert.match(body.block_reason, /the approval is not known/);
  }),
);

const simulate = fc.tuple(which, node).map(([place, on]) =>
  onOne('simulate', place, async (approval, model, world) => {
    const url = '/api/v1/core/governance/simulate';
    const { body } = await ask(nodeOf(world, on).app, 'a', url, { body: withApproval(approval.id) });
    assert.equal(body.verdict.toUpperCase(), modelUse(model, approval, true).verdict);
  }),
);

const useAtOnce = which.map((place) =>
  onOne('use at once', place, async (approval, model, world) => {
    const expected = modelUse(model, approval, true);
    const answers = await Promise.all([0, 1, 0, 1].map((on) => use(world, on, approval.id)));
    const verdicts = answers.map(({ body }) => body.verdict).sort();
    if (expected.verdict === 'PROCEED') {
      assert.deepEqual(verdicts, ['BLOCK', 'BLOCK', 'BLOCK', 'PROCEED']);
      approval.status = 'consumed';
    } else for (const answer of answers) requireUse(answer, expected, approval.id);
  }),
);

/** Exactly one wins, and it may be any of them. The step reads the result and compares it with the model. */
const decideAndUseAtOnce = fc
  .tuple(which, fc.array(fc.constantFrom<Decided>('approved', 'rejected'), { minLength: 3, maxLength: 3 }))
  .map(([place, wanted]) =>
    onOne(`decide (${wanted}) and use at once`, place, async (approval, _model, world) => {
      const { id, status: before } = approval;
      const deciding = wanted.map((decision, by) => {
        return decide(nodeOf(world, by).app, VERBS[decision], id, { key: world.keys[by] });
      });
      const using = [0, 1].map((on) => use(world, on, id));
      const [decided, used] = await Promise.all([Promise.all(deciding), Promise.all(using)]);
      for (const { status } of decided) assert.ok([200, 403, 409].includes(status), String(status));
      const proceeded = used.filter(({ body }) => body.verdict === 'PROCEED').length;
      await learn(approval, world);
      assert.ok(isDrawn(before, approval.status), `from ${before} to ${approval.status}`);
      const isUsedNow = approval.status === 'consumed' && before !== 'consumed';
      assert.equal(proceeded, isUsedNow ? 1 : 0);
    }),
  );

async function learn(approval: ModelApproval, world: World): Promise<void> {
  const { service, app } = nodeOf(world, 0);
  const [row] = await rowsOf(service, [approval.id]);
  approval.status = row?.status ?? assert.fail('it is gone');
  const { body } = await ask(app, 'b', `/v1/approvals/${approval.id}`);
  const keyIds = await Promise.all(
    world.keys.map(async (key) => (await service.authenticator.authenticate(key)).party),
  );
  const made = body.decisions as { party: string; decision: Decided }[];
  approval.decisions = new Map(made.map(({ party, decision }) => [keyIds.indexOf(party), decision]));
}

/** Ages of exactly the lifetime, or an hour less or more, come up often. */
const move = fc.constantFrom(-24, -12, -1, 1, 12, 12, 23, 24).map((hours) =>
  step(`move the clock by ${hours} h`, async (model, world) => {
    model.hours += hours;
    world.offset.ms = model.hours * HOUR_MS;
  }),
);

const sweep = fc.constantFrom([0], [1], [0, 1]).map((on) =>
  step(`sweep on ${on}`, async (model, world) => {
    const { signal } = new AbortController();
    await Promise.all(on.map((place) => expiryChore(nodeOf(world, place).service).run(signal)));
    modelSweep(model);
  }),
);

const restartOne = node.map((on) => step(`restart ${on}`, (_model, world) => restart(world, on)));

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  often(6, escalate),
  often(20, decideOne),
  often(14, useOne),
  often(4, useOtherwise),
  often(2, useElsewhere),
  often(2, simulate),
  often(4, useAtOnce),
  often(4, decideAndUseAtOnce),
  often(8, move),
  often(6, sweep),
  often(1, restartOne),
);
