/** Surface A: limits on agents' spending. */

import type { preValidationHookHandler } from 'fastify';
import Type from 'typebox';
import {
  budgetFields,
  changeBudget,
  createBudget,
  deleteBudget,
  findBudget,
  listBudgets,
} from '../../../budgets/index.ts';
import type { GovernDeps } from '../../../evidence/changes/index.ts';
import { microUsdOf, usdOf } from '../../../foundation/money.ts';
import { type BudgetRow, MAX_BUDGETS, MAX_USD, PERIODS } from '../../../governance/budgets/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { label, NO_NUL } from '../../requests/context-schema.ts';
import type { Noun } from '../../services.ts';

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: NO_NUL });
const Limit = Type.Number({
  minimum: 0,
  maximum: MAX_USD,
  description: 'USD, with up to six decimals; 0 means that nothing may be spent',
});

const Budget = named(
  'Budget',
  Type.Object(
    {
      budget_id: Type.String(),
      name: Type.String(),
      agent_id: orNull(Type.String(), 'null for every agent'),
      action_pattern: orNull(Type.String(), 'null for every action'),
      period: Type.Enum([...PERIODS]),
      limit_usd: Type.Number(),
      revision: Type.Integer({ description: 'A change has to name the revision it expects' }),
      created_at: IsoTime,
      created_by: Type.String({ description: 'The id of a key, or operator for the command line' }),
      deleted_at: orNull(IsoTime),
      evidence_id: Type.String({ description: 'The evidence id of its last change' }),
      period_start: IsoTime,
      spent_usd: Type.Number({ description: 'Spent in the current period, by reported outcomes' }),
      reserved_usd: Type.Number({
        description: 'Reserved for actions that may proceed and have no reported outcome yet',
      }),
      remaining_usd: Type.Number({ description: 'Negative if more was spent than the limit' }),
    },
    { description: 'The current budget' },
  ),
);

const CreateBody = Type.Object(
  {
    name: Name,
    limit_usd: Limit,
    period: Type.Enum([...PERIODS], { description: 'UTC' }),
    agent_id: Type.Optional(label('Only this agent; default: every agent')),
    action_pattern: Type.Optional(
      label('Only actions that match, where * stands for any characters; default: every action'),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ name: 'Refunds', limit_usd: 250, period: 'day', action_pattern: 'refund.*' }],
  },
);

const ChangeBody = Type.Object(
  {
    limit_usd: Limit,
    name: Type.Optional(Name),
    expected_revision: Type.Integer({ minimum: 1, description: 'The revision that you want to change' }),
  },
  { additionalProperties: false, examples: [{ limit_usd: 300, expected_revision: 1 }] },
);

const WRITE = { scope: 'keys:manage' } as const;
const READ = { scope: 'evidence:read', payloads: 'none' } as const;
const TAGS = ['Budgets'];
const params = Type.Object({ budget_id: Type.String() });

const CREATE = {
  operationId: 'createBudget',
  summary: 'Limit what may be spent in a day or a month: in total, by one agent or on some actions',
  tags: TAGS,
  body: CreateBody,
  response: { 200: Budget, ...refusals('a', 409, 422) },
};

const LIST = {
  operationId: 'listBudgets',
  summary: 'List the budgets, oldest first, and their remaining amounts',
  tags: TAGS,
  response: {
    200: Type.Object(
      { budgets: Type.Array(Budget), total: Type.Integer() },
      { description: `All budgets that are not deleted; at most ${MAX_BUDGETS}` },
    ),
    ...refusals('a'),
  },
};

const SHOW = {
  operationId: 'getBudget',
  summary: 'Get a budget, including a deleted one',
  tags: TAGS,
  params,
  response: { 200: Budget, ...refusals('a', 404) },
};

const CHANGE = {
  operationId: 'changeBudget',
  summary: 'Change the limit or the name of a budget',
  tags: TAGS,
  params,
  body: ChangeBody,
  response: { 200: Budget, ...refusals('a', 404, 409, 422) },
};

const DELETE = {
  operationId: 'deleteBudget',
  summary: 'Delete a budget, so that it no longer limits anything; it stays on record',
  tags: TAGS,
  params,
  response: { 200: Budget, ...refusals('a', 404) },
};

export const budgetsA: Noun<GovernDeps> = (app, { services }, done) => {
  const shown = async (chain: number, { budget_id }: Pick<BudgetRow, 'budget_id'>) =>
    budgetFields(await findBudget(services.db, chain, budget_id, services.clock.now()));

  app.post('/budgets', { config: WRITE, schema: CREATE, preValidation: judgeLimit }, async (request) => {
    const principal = principalOf(request);
    const { chain } = principal;
    const { name, limit_usd, period, agent_id: agentId = null, action_pattern = null } = request.body;
    const limitMicroUsd = microUsdOf(limit_usd);
    const wanted = { name, agentId, actionPattern: action_pattern, period, limitMicroUsd };
    return shown(chain, await createBudget(services, chain, principal, wanted));
  });

  app.get('/budgets', { config: READ, schema: LIST }, async (request) => {
    const budgets = await listBudgets(services.db, principalOf(request).chain, services.clock.now());
    return { budgets: budgets.map(budgetFields), total: budgets.length };
  });

  app.get('/budgets/:budget_id', { config: READ, schema: SHOW }, (request) =>
    shown(principalOf(request).chain, request.params),
  );

  const change = { config: WRITE, schema: CHANGE, preValidation: judgeLimit };
  app.put('/budgets/:budget_id', change, async (request) => {
    const principal = principalOf(request);
    const { chain } = principal;
    const { name, limit_usd, expected_revision: expectedRevision } = request.body;
    const wanted = { name, limitMicroUsd: microUsdOf(limit_usd), expectedRevision };
    return shown(chain, await changeBudget(services, chain, principal, request.params.budget_id, wanted));
  });

  app.delete('/budgets/:budget_id', { config: WRITE, schema: DELETE }, async (request) => {
    const principal = principalOf(request);
    const { chain } = principal;
    return shown(chain, await deleteBudget(services, chain, principal, request.params.budget_id));
  });
  done();
};

/** Runs before the schema's check, so that the caller gets all faults at once. */
const judgeLimit: preValidationHookHandler = (request, _reply, done) => {
  const limit = (request.body as { limit_usd?: unknown } | null | undefined)?.limit_usd;
  if (typeof limit === 'number' && limit >= 0 && limit <= MAX_USD && usdOf(microUsdOf(limit)) !== limit) {
    const msg = 'Input should have no more than 6 decimal places';
    const fault = { loc: ['body', 'limit_usd'], msg, type: 'decimal_max_places' };
    request.bodyFaults = [...(request.bodyFaults ?? []), fault];
  }
  done();
};
