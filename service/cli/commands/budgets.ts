/** `assize budgets create|list|set|delete`, like the API. */
import { InvalidArgumentError } from 'commander';
import {
  budgetFields,
  changeBudget,
  createBudget,
  deleteBudget,
  findBudget,
  listBudgets,
} from '../../budgets/index.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { microUsdOf } from '../../foundation/money.ts';
import { MAX_USD, PERIODS, type Period } from '../../governance/budgets/index.ts';
import type { ChainRun, ServiceCommand, View } from '../command.ts';
import { MAX_NUMBER, textUpTo, wholeNumber } from '../options.ts';
import { type Columns, table } from '../terminal.ts';

const MAX_CHARACTERS = { name: 200, label: 256 };
const LIMIT = ['--limit <usd>', 'USD, to six decimals; 0: nothing may be spent', limit] as const;

interface CreateOptions {
  limit: number;
  period: Period;
  agent?: string;
  action?: string;
}

interface SetOptions {
  limit: number;
  name?: string;
  expectedRevision?: number;
}

export function budgetCommands(program: ServiceCommand): void {
  const budgets = program.command('budgets').description('limit what agents may spend');
  const command = (name: string) => budgets.command(name).onChain('whose agents').json();

  command('create')
    .argument('<name>', 'the name of the budget', textUpTo(MAX_CHARACTERS.name))
    .description('create a budget for all agents, for one agent or for some actions')
    .requiredOption(...LIMIT)
    .choice('--period <period>', 'how often it starts again, in UTC', PERIODS, { isRequired: true })
    .option('--agent <agent_id>', 'only this agent', textUpTo(MAX_CHARACTERS.label))
    .option(
      '--action <pattern>',
      'only matching actions; * stands for any characters',
      textUpTo(MAX_CHARACTERS.label),
    )
    .runOnChain((run: ChainRun<CreateOptions>, name: string) => {
      const {
        limit: limitMicroUsd,
        period,
        agent: agentId = null,
        action: actionPattern = null,
      } = run.options;
      const wanted = { name, agentId, actionPattern, period, limitMicroUsd };
      return changed(run, createBudget(run.service, run.chain, OPERATOR, wanted));
    }, BUDGET);

  command('list')
    .description('list budgets and how much is left in each, oldest first')
    .runOnChain(
      async ({ service: { db, clock }, chain }: ChainRun) =>
        (await listBudgets(db, chain, clock.now())).map(budgetFields),
      { columns: COLUMNS },
    );

  command('set')
    .argument('<budget_id>', 'such as bud_0123456789abcdef01234567')
    .description('set the limit of a budget')
    .requiredOption(...LIMIT)
    .option('--name <name>', 'a new name', textUpTo(MAX_CHARACTERS.name))
    .option(
      '--expected-revision <n>',
      'refuse if the budget is at another revision',
      wholeNumber(1, MAX_NUMBER, 'It must be a whole number, 1 or more.'),
    )
    .runOnChain((run: ChainRun<SetOptions>, id: string) => {
      const { limit: limitMicroUsd, name, expectedRevision } = run.options;
      const change = { limitMicroUsd, name, expectedRevision };
      return changed(run, changeBudget(run.service, run.chain, OPERATOR, id, change));
    }, BUDGET);

  command('delete <budget_id>')
    .description('delete a budget, so that it no longer limits anything')
    .runOnChain(
      (run, id: string) => changed(run, deleteBudget(run.service, run.chain, OPERATOR, id)),
      BUDGET,
    );
}

async function changed(
  { service: { db, clock }, chain }: ChainRun,
  change: Promise<{ budget_id: string }>,
): Promise<Fields> {
  return budgetFields(await findBudget(db, chain, (await change).budget_id, clock.now()));
}

type Fields = ReturnType<typeof budgetFields>;

const COLUMNS: Columns<Fields> = {
  id: 'budget_id',
  name: 'name',
  agent: ({ agent_id }) => agent_id ?? 'every agent',
  actions: ({ action_pattern }) => action_pattern ?? 'every action',
  period: 'period',
  limit: ({ limit_usd }) => usd(limit_usd),
  spent: ({ spent_usd }) => usd(spent_usd),
  reserved: ({ reserved_usd }) => usd(reserved_usd),
  remaining: ({ remaining_usd }) => usd(remaining_usd),
  revision: 'revision',
};

const BUDGET: View<Fields, unknown> = {
  lines: (budget) => (budget.deleted_at === null ? table([budget], COLUMNS) : `${budget.budget_id}  deleted`),
};

function usd(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
}

/** Whole micro-USD. */
function limit(value: string): number {
  const amount = /^\d{1,10}(\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
  if (amount <= MAX_USD) return microUsdOf(amount);
  throw new InvalidArgumentError(`It must be 0 to ${MAX_USD}, with at most six decimals.`);
}
