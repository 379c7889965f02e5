/** `assize judgement report`, `assize tools suggest` and `assize targets suggest`, which learn from the evidence. */

import type { WrittenEntry } from '@assize/act-reading/tools';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { backtestFields, prepareBacktest } from '../../evaluation/backtest/index.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import type { Period } from '../../evidence/search/index.ts';
import { ENFORCEMENTS, type Enforcement } from '../../governance/settings/terms/index.ts';
import {
  csvOfTargets,
  DEFAULT_DAYS,
  heldReport,
  MAX_DAYS,
  MAX_EVALUATIONS,
  proposeSuggested,
  reportFields,
  suggestTargets,
  suggestTools,
  type TargetSuggestions,
  type ToolSuggestions,
  targetSuggestionFields,
  toolSuggestionFields,
} from '../../reports/index.ts';
import { readTargetsCsv } from '../../targets/index.ts';
import type { Service } from '../../wiring.ts';
import { readNamed } from '../explain.ts';
import { type ChainOptions, onChain, withChain } from '../options.ts';
import { reportOf } from '../policies/backtest.ts';
import { progressBar } from '../progress.ts';
import { readDocument } from '../read-document.ts';
import type { WithService } from '../service-for-command.ts';
import { Listing, note, print, printJson, table } from '../terminal.ts';

interface PeriodOptions extends ChainOptions {
  days: number;
}

type Report = ReturnType<typeof reportFields>;

const DAY_MS = 86_400_000;

export function judgementCommands(program: Command, withService: WithService): void {
  const judgement = program
    .command('judgement')
    .description('see what judging by tools, targets and mandates holds back, or would hold back');
  inPeriod(judgement.command('report'), 'whose evaluations')
    .description('count actions that were held, or would be held, by day and by reason')
    .action(async (options: PeriodOptions) => {
      const report = await withChain(withService, options, async (service, chain) =>
        reportFields(await heldReport(service.db, chain, periodOf(service, options))),
      );
      if (options.json) printJson(report);
      else print(linesOf(report));
    });
  backtestCommand(judgement, withService);
}

interface BacktestOptions extends PeriodOptions {
  tools?: string;
  targets?: string;
  enforcement?: Enforcement;
}

function backtestCommand(judgement: Command, withService: WithService): void {
  inPeriod(judgement.command('backtest'), 'whose evaluations')
    .description('judge recorded evaluations again with other tools, targets or enforcement')
    .option('--tools <file>', 'the whole catalogue to try: a list of entries, JSON or YAML')
    .option('--targets <file>', 'CSV of records to try, as targets import takes it')
    .addOption(new Option('--enforcement <mode>', 'default: the one in the settings').choices(ENFORCEMENTS))
    .action(async (options: BacktestOptions) => {
      const { tenant, environment, enforcement, json } = options;
      const tools = options.tools === undefined ? undefined : await entriesIn(options.tools);
      const targets = options.targets === undefined ? undefined : await recordsIn(options.targets);
      if (tools === undefined && targets === undefined && enforcement === undefined) {
        throw new Error('Name what to try: --tools, --targets or --enforcement.');
      }
      const bar = json ? null : progressBar('artifacts');
      const found = await withChain(withService, options, async (service, chain) => {
        const wanted = { tools, targets, enforcement, ...periodOf(service, options), examples: MAX_SHOWN };
        const { question } = await prepareBacktest(service, { chain, environment }, wanted);
        return backtestFields(await service.backtests.run(question, { onProgress: bar?.show }));
      }).finally(() => bar?.end());
      if (json) printJson(found);
      else print(reportOf('The draft', `${tenant}/${environment}`, found));
    });
}

/** Examples of each change. */
const MAX_SHOWN = 5;

async function entriesIn(file: string): Promise<WrittenEntry[]> {
  const read = await readDocument(file);
  return (Array.isArray(read) ? read : [read]) as WrittenEntry[];
}

async function recordsIn(file: string) {
  const { records, faults } = readTargetsCsv(String(await readNamed(file)));
  if (faults.length > 0) throw new Listing(faults.map(({ line, message }) => `line ${line}: ${message}`));
  return records;
}

export function suggestToolsCommand(tools: Command, withService: WithService): void {
  inPeriod(tools.command('suggest'), 'whose evaluations')
    .description('suggest entries for actions in the evidence that are not in the catalogue')
    .option('--propose', 'store them as proposals, for a review')
    .action(async (options: PeriodOptions & { propose?: true }) => {
      const { found, stored } = await withChain(withService, options, async (service, chain) => {
        const found = await suggestTools(service, chain, periodOf(service, options));
        const owner = { chain, actor: OPERATOR };
        return { found, stored: options.propose ? await proposeSuggested(service, owner, found) : [] };
      });
      const proposed = stored.filter(({ outcome }) => outcome === 'proposed').length;
      if (options.json) printJson({ ...toolSuggestionFields(found), proposed });
      else {
        print(linesOfTools(found));
        if (options.propose) print('', `${proposed} proposed. Review them: assize tools review`);
      }
    });
}

export function suggestTargetsCommand(targets: Command, withService: WithService): void {
  inPeriod(targets.command('suggest'), 'whose evaluations')
    .description('suggest targets that actions reached and that are not known')
    .option('--approved', 'only those that a human approved at least once')
    .option('--csv', 'print lines for targets import; look at each before you import it')
    .action(async (options: PeriodOptions & { approved?: true; csv?: true }) => {
      const all = await withChain(withService, options, (service, chain) =>
        suggestTargets(service, chain, periodOf(service, options)),
      );
      const targets = all.targets.filter(({ approvedCount }) => !options.approved || approvedCount > 0);
      const found = { ...all, targets };
      if (options.csv) {
        print(csvOfTargets(targets));
        note(cutOf(targetSuggestionFields(found)));
      } else if (options.json) printJson(targetSuggestionFields(found));
      else print(linesOfTargets(found));
    });
}

function inPeriod(command: Command, whose: string): Command {
  return onChain(command, whose)
    .option('--days <days>', `how many days back, at most ${MAX_DAYS}`, daysIn, DEFAULT_DAYS)
    .option('--json', 'print JSON');
}

function daysIn(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_DAYS) return days;
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_DAYS}.`);
}

function periodOf({ clock }: Service, { days }: PeriodOptions): Period {
  const to = clock.now() + 1;
  return { from: to - days * DAY_MS, to };
}

function cutOf({ cut, skipped }: Pick<Report, 'cut' | 'skipped'>): string[] {
  return [
    ...(cut ? [`Only the newest ${MAX_EVALUATIONS} evaluations were read.`] : []),
    ...(skipped > 0 ? [`${skipped} evaluations were skipped, since their payload was removed.`] : []),
  ];
}

function linesOf(report: Report): string[] {
  const { evaluations, held, would_be_held, days, reasons } = report;
  const lines = [
    `${evaluations} evaluations: ${held} were held, and ${would_be_held} more would be.`,
    ...cutOf(report),
  ];
  if (evaluations === 0) return lines;
  lines.push(
    '',
    ...table(
      ['day', 'evaluations', 'held', 'would be held'],
      days.map((day) => [day.date, ...[day.evaluations, day.held, day.would_be_held].map(String)]),
    ),
  );
  if (reasons.length === 0) return lines;
  const rows = reasons.map((one) => [
    one.reason.replaceAll('_', ' '),
    String(one.held),
    String(one.would_be_held),
    one.actions
      .slice(0, 3)
      .map(({ action, count }) => `${action} (${count})`)
      .join(', '),
    one.evidence_ids[0] ?? '-',
  ]);
  return [...lines, '', ...table(['reason', 'held', 'would be held', 'most frequent', 'for example'], rows)];
}

function linesOfTools(found: ToolSuggestions): string[] {
  const fields = toolSuggestionFields(found);
  if (fields.tools.length === 0)
    return ['Every action of this period is in the catalogue.', ...cutOf(fields)];
  const rows = fields.tools.map(({ action, count, approved_count, agents, entry, in_review }) => [
    action,
    String(count),
    String(approved_count),
    agents.join(', ') || '-',
    entry?.effect ?? '-',
    in_review ? 'yes' : 'no',
  ]);
  const refused = fields.tools.flatMap(({ action, entry, reason }) =>
    entry === null ? [`${action} can't be proposed: ${reason}`] : [],
  );
  return [
    ...table(['action', 'seen', 'approved', 'agents', 'effect', 'in review'], rows),
    ...(refused.length === 0 ? [] : ['', ...refused]),
    ...cutOf(fields),
  ];
}

function linesOfTargets(found: TargetSuggestions): string[] {
  const fields = targetSuggestionFields(found);
  if (fields.targets.length === 0) return ['No unknown target was reached in this period.', ...cutOf(fields)];
  const rows = fields.targets.map(({ kind, value, role, effect, count, approved_count, agents }) => [
    ...[kind, value, role, effect, String(count), String(approved_count)],
    agents.join(', ') || '-',
  ]);
  const lines = table(['kind', 'target', 'role', 'effect', 'seen', 'approved', 'agents'], rows);
  if (fields.domains.length > 0) {
    const domains = fields.domains.map(({ domain, role, effect, addresses, approved_count }) => {
      return [domain, role, effect, String(addresses), String(approved_count)];
    });
    lines.push('', ...table(['domain', 'role', 'effect', 'addresses', 'approved'], domains));
  }
  return [...lines, '', 'To import some: assize targets suggest --csv > targets.csv', ...cutOf(fields)];
}
