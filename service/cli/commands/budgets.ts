/** `assize budgets create|list|set|delete`, like the API. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type BudgetStatus,
  budgetFields,
  changeBudget,
  createBudget,
  deleteBudget,
  findBudget,
  listBudgets,
} from '../../budgets/index.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { microUsdOf } from '../../foundation/money.ts';
import { type BudgetRow, MAX_USD, PERIODS, type Period } from '../../governance/budgets/index.ts';
import type { Service } from '../../wiring.ts';
import { type ChainOptions, onChain, textUpTo, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { print, printJson, table } from '../terminal.ts';

const MAX_CHARACTERS = { name: 200, label: 256 };

export function budgetCommands(program: Command, withService: WithService): void {
  const budgets = program.command('budgets').description('limit what agents may spend');
  createCommand(budgets, withService);

  ofAgents(budgets.command('list'))
    .description('list budgets and how much is left in each, oldest first')
    .action(async (options: ChainOptions) => {
      const all = await withChain(withService, options, ({ db, clock }, chain) =>
        listBudgets(db, chain, clock.now()),
      );
      if (options.json) printJson(all.map(budgetFields));
      else print(table(HEADER, all.map(toRow)));
    });

  ofAgents(budgets.command('set'))
    .argument('<budget_id>', 'such as bud_0123456789abcdef01234567')
    .description('set the limit of a budget')
    .addOption(limitOption())
    .option('--name <name>', 'a new name', textUpTo(MAX_CHARACTERS.name))
    .option('--expected-revision <n>', 'refuse if the budget is at another revision', revision)
    .action(
      async (
        id: string,
        options: ChainOptions & { limit: number; name?: string; expectedRevision?: number },
      ) => {
        const { limit: limitMicroUsd, name, expectedRevision } = options;
        const change = { limitMicroUsd, name, expectedRevision };
        await act(withService, options, (service, chain) =>
          changeBudget(service, chain, OPERATOR, id, change),
        );
      },
    );

  ofAgents(budgets.command('delete'))
    .argument('<budget_id>')
    .description('delete a budget, so that it no longer limits anything')
    .action((id: string, options: ChainOptions) =>
      act(withService, options, (service, chain) => deleteBudget(service, chain, OPERATOR, id)),
    );
}

function createCommand(budgets: Command, withService: WithService): void {
  ofAgents(budgets.command('create'))
    .argument('<name>', 'the name of the budget', textUpTo(MAX_CHARACTERS.name))
    .description('create a budget for all agents, for one agent or for some actions')
    .addOption(limitOption())
    .addOption(
      new Option('--period <period>', 'how often it starts again, in UTC')
        .choices(PERIODS)
        .makeOptionMandatory(),
    )
    .option('--agent <agent_id>', 'only this agent', textUpTo(MAX_CHARACTERS.label))
    .option(
      '--action <pattern>',
      'only matching actions; * stands for any characters',
      textUpTo(MAX_CHARACTERS.label),
    )
    .action(
      async (
        name: string,
        options: ChainOptions & { limit: number; period: Period; agent?: string; action?: string },
      ) => {
        const { limit: limitMicroUsd, period, agent: agentId = null, action: actionPattern = null } = options;
        const wanted = { name, agentId, actionPattern, period, limitMicroUsd };
        await act(withService, options, (service, chain) => createBudget(service, chain, OPERATOR, wanted));
      },
    );
}

function ofAgents(command: Command): Command {
  return onChain(command, 'whose agents').option('--json', 'print JSON');
}

function limitOption(): Option {
  return new Option('--limit <usd>', 'USD, to six decimals; 0: nothing may be spent')
    .argParser(limit)
    .makeOptionMandatory();
}

/** @param work returns the budget to show. */
async function act(
  withService: WithService,
  options: ChainOptions,
  work: (service: Service, chain: number) => Promise<BudgetRow>,
): Promise<void> {
  const budget = await withChain(withService, options, async (service, chain) => {
    const { budget_id } = await work(service, chain);
    return findBudget(service.db, chain, budget_id, service.clock.now());
  });
  if (options.json) printJson(budgetFields(budget));
  else if (budget.budget.deleted_at !== null) print(`${budget.budget.budget_id}  deleted`);
  else print(table(HEADER, [toRow(budget)]));
}

const HEADER = [
  'id',
  'name',
  'agent',
  'actions',
  'period',
  'limit',
  'spent',
  'reserved',
  'remaining',
  'revision',
];

function toRow(standing: BudgetStatus): string[] {
  const shown = budgetFields(standing);
  return [
    shown.budget_id,
    shown.name,
    shown.agent_id ?? 'every agent',
    shown.action_pattern ?? 'every action',
    shown.period,
    ...[shown.limit_usd, shown.spent_usd, shown.reserved_usd, shown.remaining_usd].map(usd),
    String(shown.revision),
  ];
}

function usd(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
}

/** Whole micro-USD. */
function limit(value: string): number {
  const amount = /^\d{1,10}(\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
  if (amount <= MAX_USD) return microUsdOf(amount);
  throw new InvalidArgumentError(`It must be 0 to ${MAX_USD}, with at most six decimals.`);
}

function revision(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number, 1 or more.');
}
