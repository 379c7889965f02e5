/** `assize mandates open|list|show|narrow|close`: what an agent's task is for. */
import { EFFECTS, type Effect, MAX_TARGET_CHARACTERS } from '@assize/act-reading/targets';
import { InvalidArgumentError } from 'commander';
import { allPages } from '../../database/signed-cursor.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { MAX_USD } from '../../governance/budgets/index.ts';
import {
  closeMandate,
  findMandate,
  listMandates,
  MAX_ACTIONS,
  MAX_TASK_CHARACTERS,
  type MandateRow,
  mandateFields,
  narrowMandate,
  openMandate,
  type WantedChange,
  withStated,
} from '../../mandates/index.ts';
import type { SentPlan } from '../../mandates/plan/index.ts';
import type { ChainRun, ServiceCommand, View } from '../command.ts';
import { readDocument } from '../documents.ts';
import { textUpTo, wholeNumber } from '../options.ts';
import { Listing } from '../terminal.ts';

const LONGEST_LABEL = 256;
const MAX_HOURS = 720;
const HOUR_MS = DAY_MS / 24;
const ID = ['<mandate_id>', 'such as mdt_0123456789abcdef01234567'] as const;

interface TermOptions {
  effect?: Effect[];
  tool?: string[];
  target?: string[];
  strict?: true;
  budget?: number;
  maxActions?: number;
  hours?: number;
}

interface OpenOptions extends TermOptions {
  agent: string;
  task?: string;
  keepTask?: true;
  plan?: string;
  planByService?: true;
}

export function mandateCommands(program: ServiceCommand): void {
  const mandates = program.command('mandates').description("say what an agent's task is for");
  const command = (name: string) => mandates.command(name).onChain('whose agents').json();

  openCommand(command('open'));

  command('list')
    .description('list mandates, newest first')
    .option('--agent <agent_id>', 'only those of this agent', textUpTo(LONGEST_LABEL))
    .runOnChain(list, {
      columns: {
        id: 'mandate_id',
        agent: 'agent_id',
        status: 'status',
        effects: ({ effects }) => effects.join(' '),
        actions: ({ actions_used, max_actions }) => used(actions_used, max_actions),
        expires: 'expires_at',
      },
    });

  command('show')
    .argument(...ID)
    .description('show a mandate')
    .runOnChain(
      (run, mandateId: string) => fieldsOf(run, findMandate(run.service.db, run.chain, mandateId)),
      MANDATE,
    );

  withTerms(command('narrow').argument(...ID))
    .description('allow less; what you leave out stays as it is')
    .runOnChain((run: ChainRun<TermOptions>, mandateId: string) => {
      const { service, chain, options } = run;
      const wanted = termsFrom(options, service.clock.now());
      if (Object.keys(wanted).length === 0) throw new Error('Say what to narrow, such as --effect read.');
      return fieldsOf(run, narrowMandate(service, chain, OPERATOR, mandateId, wanted));
    }, MANDATE);

  command('close')
    .argument(...ID)
    .description('close a mandate, so that nothing more is done under it')
    .runOnChain(
      (run, mandateId: string) => fieldsOf(run, closeMandate(run.service, run.chain, OPERATOR, mandateId)),
      MANDATE,
    );
}

function openCommand(command: ServiceCommand): void {
  withTerms(command)
    .description('open a mandate; effects and targets that you leave out are derived from the task')
    .requiredOption('--agent <agent_id>', 'the agent that may act under it', textUpTo(LONGEST_LABEL))
    .option('--task <text>', 'the task, in the words in which it was given', textUpTo(MAX_TASK_CHARACTERS))
    .option('--keep-task', 'keep the text of the task as evidence')
    .option('--plan <file>', 'its tools, JSON or YAML: {"by": "person", "steps": [{"tool": "gmail.send"}]}')
    .option('--plan-by-service', 'let the planner of the service plan from the task and the catalogue')
    .runOnChain(async (run: ChainRun<OpenOptions>) => {
      const { service, chain, options } = run;
      const { agent: agent_id, task, keepTask = false } = options;
      const terms = termsFrom(options, service.clock.now());
      const wanted = { ...terms, agent_id, ...(task && { task }), ...(await planFrom(options)) };
      return fieldsOf(run, openMandate(service, chain, OPERATOR, wanted, { keepTask }));
    }, MANDATE);
}

function withTerms(command: ServiceCommand): ServiceCommand {
  return command
    .choice('--effect <effect...>', 'what the agent may do', EFFECTS)
    .option('--tool <name...>', 'the tools it may use, such as gmail.*', collected(LONGEST_LABEL))
    .option('--target <value...>', 'whom or what it may reach', collected(MAX_TARGET_CHARACTERS))
    .option('--strict', 'block what goes beyond the mandate, instead of asking a human')
    .option('--budget <usd>', 'how much it may spend, in USD', dollars)
    .option('--max-actions <n>', 'how many actions it allows', wholeNumber(1, MAX_ACTIONS))
    .option('--hours <n>', 'from now; 24 by default', hours);
}

async function planFrom({ plan, planByService }: OpenOptions): Promise<{ plan?: true | SentPlan }> {
  if (plan === undefined) return planByService === true ? { plan: true } : {};
  if (planByService === true) throw new Error('Give --plan or --plan-by-service, not both.');
  const sent = await readDocument(plan);
  const isPlan =
    typeof sent === 'object' &&
    sent !== null &&
    'by' in sent &&
    (sent.by === 'person' || sent.by === 'model');
  if (!isPlan) throw new Error(`${plan} has no plan: expected {"by": "person", "steps": […]}.`);
  return { plan: sent as SentPlan };
}

/** Collects the values of an option that may be given more than once. */
function collected(maxCharacters: number): (text: string, before?: string[]) => string[] {
  const read = textUpTo(maxCharacters);
  return (text, before = []) => [...before, read(text)];
}

function dollars(text: string): number {
  const usd = Number(text);
  if (/^\d+(?:\.\d{1,6})?$/.test(text) && usd <= MAX_USD) return usd;
  throw new InvalidArgumentError('Expected an amount in USD, such as 250 or 12.50.');
}

function hours(text: string): number {
  const number = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && number > 0 && number <= MAX_HOURS) return number;
  throw new InvalidArgumentError(`Expected a number of hours, at most ${MAX_HOURS}.`);
}

/** @param at now, ms since the epoch. */
function termsFrom(options: TermOptions, at: number): Omit<WantedChange, 'plan'> {
  const { effect, tool, target, strict, budget, maxActions, hours: lifetime } = options;
  return {
    ...(effect && { effects: [...new Set(effect)] }),
    ...(tool && { tools: tool }),
    ...(target && { targets: target.map((value) => ({ value })) }),
    ...(strict && { strict }),
    ...(budget !== undefined && { budget_usd: budget }),
    ...(maxActions !== undefined && { max_actions: maxActions }),
    ...(lifetime !== undefined && { expires_at: Math.floor(at + lifetime * HOUR_MS) }),
  };
}

/** The mandate as it is after the work on it. */
async function fieldsOf({ service, chain }: ChainRun, work: Promise<MandateRow>): Promise<Fields> {
  const row = await work.catch(withFields);
  const [shown] = await withStated(service.db, chain, [row]);
  if (shown === undefined) throw new Error('a mandate that was found is not there');
  return mandateFields(shown, service.clock.now());
}

/** Several terms may have the same fault. */
function withFields(error: unknown): never {
  const faults = error instanceof Failure ? (error.details.faults ?? []) : [];
  if (faults.length === 0) throw error;
  throw new Listing(faults.map(({ field, message }) => `${field.join('.')}: ${message}`));
}

type Fields = ReturnType<typeof mandateFields>;

const MANDATE: View<Fields, unknown> = { lines: linesOf };

function linesOf(mandate: Fields): string[] {
  const { mandate_id, agent_id, status, derived, targets, tools, effects } = mandate;
  const marked = (name: Fields['derived'][number], text: string) =>
    derived.includes(name) ? `${text} (derived from the task)` : text;
  const lines: [name: string, text: string][] = [
    ['agent', agent_id],
    ['status', status],
    ['effects', marked('effects', effects.join(', ') || 'none')],
    ['by', mandate.source ?? 'not kept'],
    ['tools', tools.join(', ') || 'all'],
    ...(mandate.plan ?? []).map((step): [string, string] => ['step', shownStep(step)]),
    ...mandate.dropped.map((one): [string, string] => [
      'dropped',
      `${one.field} ${one.value}: ${one.reason}`,
    ]),
    ['targets', marked('targets', shownTargets(targets))],
    ['beyond it', mandate.strict ? 'is blocked' : 'a human is asked'],
    ['actions', used(mandate.actions_used, mandate.max_actions)],
    ['USD', used(mandate.spent_usd, mandate.budget_usd)],
    ['expires', mandate.expires_at],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return [mandate_id, ...lines.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)];
}

function shownStep({
  tool,
  effects,
  parties,
  amount,
  currency,
  count,
}: NonNullable<Fields['plan']>[number]): string {
  return [
    `${tool} to ${effects.join(', ') || 'do nothing more'}`,
    ...(parties?.length === 0 ? [] : [shownTargets(parties)]),
    ...(amount === undefined ? [] : [`at most ${amount} ${currency ?? ''}`.trim()]),
    ...(count === undefined ? [] : [`${count} times`]),
  ].join('; ');
}

function shownTargets(targets: Fields['targets']): string {
  if (targets === null) return '(removed)';
  return targets.map(({ kind, value }) => `${kind} ${value}`).join(', ') || 'none by name';
}

function used(count: number, most: number | null): string {
  return most === null ? 'no limit' : `${count} of ${most}`;
}

async function list({ service, chain, options }: ChainRun<{ agent?: string }>): Promise<Fields[]> {
  const all = await allPages((limit, cursor) => listMandates(service, chain, options.agent, limit, cursor));
  const at = service.clock.now();
  return all.map((shown) => mandateFields(shown, at));
}
