/** Surface A: limits on agents' spending. */

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
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import { withFaultsOf } from '../../requests/body-parsing.ts';
import * as is from '../../schemas/fields.ts';
import { body, described, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';

const Name = is.text({ minLength: 1, maxLength: 200, pattern: is.NO_NUL });
const Limit = is.number('USD, with up to six decimals; 0 means that nothing may be spent', {
  minimum: 0,
  maximum: MAX_USD,
});

const Budget = describedRecord('Budget', 'The current budget', {
  budget_id: is.text(),
  name: is.text(),
  agent_id: is.orNull(is.text(), 'null for every agent'),
  action_pattern: is.orNull(is.text(), 'null for every action'),
  period: is.oneOf(PERIODS),
  limit_usd: is.number(),
  revision: is.integer('A change has to name the revision it expects'),
  created_at: is.time(),
  created_by: is.text('The id of a key, or operator for the command line'),
  deleted_at: is.orNull(is.time()),
  evidence_id: is.text('The evidence id of its last change'),
  period_start: is.time(),
  spent_usd: is.number('Spent in the current period, by reported outcomes'),
  reserved_usd: is.number('Reserved for actions that may proceed and have no reported outcome yet'),
  remaining_usd: is.number('Negative if more was spent than the limit'),
});

const CreateBody = body([{ name: 'Refunds', limit_usd: 250, period: 'day', action_pattern: 'refund.*' }], {
  name: Name,
  limit_usd: Limit,
  period: is.oneOf(PERIODS, 'UTC'),
  agent_id: is.optional(is.label('Only this agent; default: every agent')),
  action_pattern: is.optional(
    is.label('Only actions that match, where * stands for any characters; default: every action'),
  ),
});

const ChangeBody = body([{ limit_usd: 300, expected_revision: 1 }], {
  limit_usd: Limit,
  name: is.optional(Name),
  expected_revision: is.integer('The revision that you want to change', { minimum: 1 }),
});

const route = routesOf('a', 'Budgets');
const params = object({ budget_id: is.text() });

const CREATE = route(
  'createBudget',
  'Limit what may be spent in a day or a month: in total, by one agent or on some actions',
  { body: CreateBody, 200: Budget, also: [409] },
);

const LIST = route('listBudgets', 'List the budgets, oldest first, and their remaining amounts', {
  200: described(`All budgets that are not deleted; at most ${MAX_BUDGETS}`, {
    budgets: is.list(Budget),
    total: is.integer(),
  }),
});

const SHOW = route('getBudget', 'Get a budget, including a deleted one', { params, 200: Budget });

const CHANGE = route('changeBudget', 'Change the limit or the name of a budget', {
  params,
  body: ChangeBody,
  200: Budget,
  also: [409],
});

const DELETE = route(
  'deleteBudget',
  'Delete a budget, so that it no longer limits anything; it stays on record',
  { params, 200: Budget },
);

export const budgetsA: Noun<GovernDeps> = (app, services) => {
  const shown = async (chain: number, { budget_id }: Pick<BudgetRow, 'budget_id'>) =>
    budgetFields(await findBudget(services.db, chain, budget_id, services.clock.now()));

  app.post('/budgets', { config: MANAGE, schema: CREATE, preValidation: judgeLimit }, async (request) => {
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

  const change = { config: MANAGE, schema: CHANGE, preValidation: judgeLimit };
  app.put('/budgets/:budget_id', change, async (request) => {
    const principal = principalOf(request);
    const { chain } = principal;
    const { name, limit_usd, expected_revision: expectedRevision } = request.body;
    const wanted = { name, limitMicroUsd: microUsdOf(limit_usd), expectedRevision };
    return shown(chain, await changeBudget(services, chain, principal, request.params.budget_id, wanted));
  });

  app.delete('/budgets/:budget_id', { config: MANAGE, schema: DELETE }, async (request) => {
    const principal = principalOf(request);
    const { chain } = principal;
    return shown(chain, await deleteBudget(services, chain, principal, request.params.budget_id));
  });
};

const judgeLimit = withFaultsOf(({ limit_usd: limit }) => {
  if (typeof limit !== 'number' || limit < 0 || limit > MAX_USD) return [];
  if (usdOf(microUsdOf(limit)) === limit) return [];
  const msg = 'Input should have no more than 6 decimal places';
  return [{ loc: ['body', 'limit_usd'], msg, type: 'decimal_max_places' }];
});
