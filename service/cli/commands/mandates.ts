/** `assize mandates open|list|show|narrow|close`: what an agent's task is for. */

import { EFFECTS, type Effect, MAX_TARGET_CHARACTERS } from '@assize/act-reading/targets';
import { type Command, InvalidArgumentError, Option } from 'commander';
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
  type ShownMandate,
  type WantedTerms,
  withStated,
} from '../../mandates/index.ts';
import type { Service } from '../../wiring.ts';
import { type ChainOptions, onChain, textUpTo, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, Listing, print, printJson, table } from '../terminal.ts';

const LONGEST_LABEL = 256;
const AT_ONCE = 1000;
const MAX_HOURS = 720;
const HOUR_MS = DAY_MS / 24;
const EXAMPLE_ID = 'such as mdt_0123456789abcdef01234567';

interface TermOptions {
  effect?: Effect[];
  tool?: string[];
  target?: string[];
  strict?: true;
  budget?: number;
  maxActions?: number;
  hours?: number;
}

export function mandateCommands(program: Command, withService: WithService): void {
  const mandates = program.command('mandates').description("say what an agent's task is for");
  openCommand(mandates, withService);

  ofAgents(mandates.command('list'))
    .description('list mandates, newest first')
    .option('--agent <agent_id>', 'only those of this agent', textUpTo(LONGEST_LABEL))
    .action((options: ChainOptions & { agent?: string }) => list(withService, options));

  ofAgents(mandates.command('show'))
    .argument('<mandate_id>', EXAMPLE_ID)
    .description('show a mandate')
    .action((mandateId: string, options: ChainOptions) =>
      act(withService, options, ({ db }, chain) => findMandate(db, chain, mandateId)),
    );

  withTerms(ofAgents(mandates.command('narrow')).argument('<mandate_id>', EXAMPLE_ID))
    .description('allow less; what you leave out stays as it is')
    .action((mandateId: string, options: ChainOptions & TermOptions) =>
      act(withService, options, (service, chain) => {
        const wanted = termsFrom(options, service.clock.now());
        if (Object.keys(wanted).length === 0) throw new Error('Say what to narrow, such as --effect read.');
        return narrowMandate(service, chain, OPERATOR, mandateId, wanted);
      }),
    );

  ofAgents(mandates.command('close'))
    .argument('<mandate_id>', EXAMPLE_ID)
    .description('close a mandate, so that nothing more is done under it')
    .action((mandateId: string, options: ChainOptions) =>
      act(withService, options, (service, chain) => closeMandate(service, chain, OPERATOR, mandateId)),
    );
}

function openCommand(mandates: Command, withService: WithService): void {
  const command = ofAgents(mandates.command('open'))
    .description('open a mandate; effects and targets that you leave out are derived from the task')
    .addOption(
      new Option('--agent <agent_id>', 'the agent that may act under it')
        .argParser(textUpTo(LONGEST_LABEL))
        .makeOptionMandatory(),
    )
    .option('--task <text>', 'the task, in the words in which it was given', textUpTo(MAX_TASK_CHARACTERS))
    .option('--keep-task', 'keep the text of the task as evidence');
  withTerms(command).action(
    async (options: ChainOptions & TermOptions & { agent: string; task?: string; keepTask?: true }) => {
      const { agent: agent_id, task, keepTask = false } = options;
      await act(withService, options, (service, chain) => {
        const wanted = { ...termsFrom(options, service.clock.now()), agent_id, ...(task && { task }) };
        return openMandate(service, chain, OPERATOR, wanted, { keepTask });
      });
    },
  );
}

function ofAgents(command: Command): Command {
  return onChain(command, 'whose agents').option('--json', 'print JSON');
}

function withTerms(command: Command): Command {
  return command
    .addOption(new Option('--effect <effect...>', 'what the agent may do').choices(EFFECTS))
    .addOption(
      new Option('--tool <name...>', 'the tools it may use, such as gmail.*').argParser(
        collected(LONGEST_LABEL),
      ),
    )
    .addOption(
      new Option('--target <value...>', 'whom or what it may reach').argParser(
        collected(MAX_TARGET_CHARACTERS),
      ),
    )
    .option('--strict', 'block what goes beyond the mandate, instead of asking a human')
    .option('--budget <usd>', 'how much it may spend, in USD', dollars)
    .option('--max-actions <n>', 'how many actions it allows', wholeUpTo(MAX_ACTIONS))
    .option('--hours <n>', 'from now; 24 by default', hours);
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

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`);
  };
}

function hours(text: string): number {
  const number = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && number > 0 && number <= MAX_HOURS) return number;
  throw new InvalidArgumentError(`Expected a number of hours, at most ${MAX_HOURS}.`);
}

/** @param at now, ms since the epoch. */
function termsFrom(options: TermOptions, at: number): WantedTerms {
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

/** Applies the change, and shows the changed mandate. */
async function act(
  withService: WithService,
  options: ChainOptions,
  work: (service: Service, chain: number) => Promise<MandateRow>,
): Promise<void> {
  const fields = await withChain(withService, options, async (service, chain) => {
    const row = await work(service, chain).catch(withFields);
    const [shown] = await withStated(service.db, chain, [row]);
    if (shown === undefined) throw new Error('a mandate that was found is not there');
    return mandateFields(shown, service.clock.now());
  });
  if (options.json) printJson(fields);
  else show(fields);
}

/** Several terms may have the same fault. */
function withFields(error: unknown): never {
  const faults = error instanceof Failure ? (error.details.faults ?? []) : [];
  if (faults.length === 0) throw error;
  throw new Listing(faults.map(({ field, message }) => `${field.join('.')}: ${message}`));
}

type Fields = ReturnType<typeof mandateFields>;

function show(mandate: Fields): void {
  const { mandate_id, agent_id, status, derived, targets, tools, effects } = mandate;
  const marked = (name: Fields['derived'][number], text: string) =>
    derived.includes(name) ? `${text} (derived from the task)` : text;
  const lines: [name: string, text: string][] = [
    ['agent', agent_id],
    ['status', status],
    ['effects', marked('effects', effects.join(', ') || 'none')],
    ['tools', tools.join(', ') || 'all'],
    ['targets', marked('targets', shownTargets(targets))],
    ['beyond it', mandate.strict ? 'is blocked' : 'a human is asked'],
    ['actions', used(mandate.actions_used, mandate.max_actions)],
    ['USD', used(mandate.spent_usd, mandate.budget_usd)],
    ['expires', mandate.expires_at],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  print(
    mandate_id,
    lines.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
  );
}

function shownTargets(targets: Fields['targets']): string {
  if (targets === null) return '(removed)';
  return targets.map(({ kind, value }) => `${kind} ${value}`).join(', ') || 'none by name';
}

function used(count: number, most: number | null): string {
  return most === null ? 'no limit' : `${count} of ${most}`;
}

async function list(withService: WithService, options: ChainOptions & { agent?: string }): Promise<void> {
  const mandates = await withChain(withService, options, async (service, chain) => {
    const all: ShownMandate[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listMandates(service, chain, options.agent, AT_ONCE, cursor);
      all.push(...page.items);
      cursor = page.nextCursor;
    }
    const at = service.clock.now();
    return all.map((shown) => mandateFields(shown, at));
  });
  if (options.json) {
    printJson(mandates);
    return;
  }
  const rows = mandates.map(({ mandate_id, agent_id, status, effects, expires_at, ...mandate }) => [
    mandate_id,
    agent_id,
    status,
    effects.join(' '),
    used(mandate.actions_used, mandate.max_actions),
    isoOrDash(Date.parse(expires_at)),
  ]);
  print(table(['id', 'agent', 'status', 'effects', 'actions', 'expires'], rows));
}
