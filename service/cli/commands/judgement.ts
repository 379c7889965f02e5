/** `assize judgement report`, `assize tools suggest` and `assize targets suggest`, which learn from the evidence. */
import type { WrittenEntry } from '@assize/act-reading/tools';
import { backtestFields, prepareBacktest } from '../../evaluation/backtest/index.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import type { Period } from '../../evidence/search/index.ts';
import { DAY_MS } from '../../foundation/clock.ts';
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
  targetSuggestionFields,
  toolSuggestionFields,
} from '../../reports/index.ts';
import { readTargetsCsv } from '../../targets/index.ts';
import type { Service } from '../../wiring.ts';
import { type ChainOptions, type ChainRun, type Run, type ServiceCommand, withChain } from '../command.ts';
import { readDocument, readNamed } from '../documents.ts';
import { wholeNumber } from '../options.ts';
import { reportOf } from '../policies/backtest.ts';
import { progressBar } from '../progress.ts';
import { type Columns, Listing, table } from '../terminal.ts';

interface PeriodOptions {
  days: number;
}

/** Adds the options of a period that ends now. */
function inPeriod(command: ServiceCommand): ServiceCommand {
  return command
    .onChain('whose evaluations')
    .option(
      '--days <days>',
      `how many days back, at most ${MAX_DAYS}`,
      wholeNumber(1, MAX_DAYS),
      DEFAULT_DAYS,
    )
    .json();
}

function periodOf({ clock }: Service, { days }: PeriodOptions): Period {
  const to = clock.now() + 1;
  return { from: to - days * DAY_MS, to };
}

export function judgementCommands(program: ServiceCommand): void {
  const judgement = program
    .command('judgement')
    .description('see what judging by tools, targets and mandates holds back, or would hold back');

  inPeriod(judgement.command('report'))
    .description('count actions that were held, or would be held, by day and by reason')
    .runOnChain(
      async ({ service, chain, options }: ChainRun<PeriodOptions>) =>
        reportFields(await heldReport(service.db, chain, periodOf(service, options))),
      { lines: linesOf },
    );

  inPeriod(judgement.command('backtest'))
    .description('judge recorded evaluations again with other tools, targets or enforcement')
    .option('--tools <file>', 'the whole catalogue to try: a list of entries, JSON or YAML')
    .option('--targets <file>', 'CSV of records to try, as targets import takes it')
    .choice('--enforcement <mode>', 'default: the one in the settings', ENFORCEMENTS)
    .run(backtest, {
      lines: (found, { tenant, environment }) => reportOf('The draft', `${tenant}/${environment}`, found),
    });
}

interface BacktestOptions extends PeriodOptions, ChainOptions {
  tools?: string;
  targets?: string;
  enforcement?: Enforcement;
}

/** Examples of each change. */
const MAX_SHOWN = 5;

async function backtest({ options, withService }: Run<BacktestOptions>) {
  const { environment, enforcement, json } = options;
  const tools = options.tools === undefined ? undefined : await entriesIn(options.tools);
  const targets = options.targets === undefined ? undefined : await recordsIn(options.targets);
  if (tools === undefined && targets === undefined && enforcement === undefined) {
    throw new Error('Name what to try: --tools, --targets or --enforcement.');
  }
  const bar = json ? null : progressBar('artifacts');
  return withChain(withService, options, async (service, chain) => {
    const wanted = { tools, targets, enforcement, ...periodOf(service, options), examples: MAX_SHOWN };
    const { question } = await prepareBacktest(service, { chain, environment }, wanted);
    return backtestFields(await service.backtests.run(question, { onProgress: bar?.show }));
  }).finally(() => bar?.end());
}

async function entriesIn(file: string): Promise<WrittenEntry[]> {
  const read = await readDocument(file);
  return (Array.isArray(read) ? read : [read]) as WrittenEntry[];
}

async function recordsIn(file: string) {
  const { records, faults } = readTargetsCsv(String(await readNamed(file)));
  if (faults.length > 0) throw new Listing(faults.map(({ line, message }) => `line ${line}: ${message}`));
  return records;
}

export function suggestToolsCommand(tools: ServiceCommand): void {
  inPeriod(tools.command('suggest'))
    .description('suggest entries for actions in the evidence that are not in the catalogue')
    .option('--propose', 'store them as proposals, for a review')
    .runOnChain(
      async ({ service, chain, options }: ChainRun<PeriodOptions & { propose?: true }>) => {
        const found = await suggestTools(service, chain, periodOf(service, options));
        const owner = { chain, actor: OPERATOR };
        const stored = options.propose ? await proposeSuggested(service, owner, found) : [];
        const proposed = stored.filter(({ outcome }) => outcome === 'proposed').length;
        return { ...toolSuggestionFields(found), proposed };
      },
      {
        lines: (found, { propose }) => [
          ...linesOfTools(found),
          ...(propose ? ['', `${found.proposed} proposed. Review them: assize tools review`] : []),
        ],
      },
    );
}

export function suggestTargetsCommand(targets: ServiceCommand): void {
  inPeriod(targets.command('suggest'))
    .description('suggest targets that actions reached and that are not known')
    .option('--approved', 'only those that a human approved at least once')
    .option('--csv', 'print lines for targets import; look at each before you import it')
    .runOnChain(
      async ({ service, chain, options }: ChainRun<SuggestTargetsOptions>) => {
        const { approved, csv } = options;
        // The lines are not JSON.
        if (csv) delete options.json;
        const all = await suggestTargets(service, chain, periodOf(service, options));
        const targets = all.targets.filter(({ approvedCount }) => !approved || approvedCount > 0);
        return { targets, fields: targetSuggestionFields({ ...all, targets }) };
      },
      {
        json: ({ fields }) => fields,
        lines: ({ targets, fields }, { csv }) => (csv ? csvOfTargets(targets) : linesOfTargets(fields)),
        note: ({ fields }, { csv }) => (csv ? cutOf(fields) : []),
      },
    );
}

interface SuggestTargetsOptions extends PeriodOptions {
  approved?: true;
  csv?: true;
}

type Report = ReturnType<typeof reportFields>;

function cutOf({ cut, skipped }: Pick<Report, 'cut' | 'skipped'>): string[] {
  return [
    ...(cut ? [`Only the newest ${MAX_EVALUATIONS} evaluations were read.`] : []),
    ...(skipped > 0 ? [`${skipped} evaluations were skipped, since their payload was removed.`] : []),
  ];
}

function linesOf(report: Report): string[] {
  const { evaluations, held, would_be_held, kinds, days, reasons } = report;
  const lines = [
    `${evaluations} evaluations: ${held} were held, and ${would_be_held} more would be.`,
    ...cutOf(report),
  ];
  if (evaluations === 0) return lines;
  const counted: Columns<{ held: number; would_be_held: number }> = {
    held: (counts) => counts.held,
    'would be held': (counts) => counts.would_be_held,
  };
  lines.push(
    '',
    ...table(days, { day: ({ date }) => date, evaluations: (day) => day.evaluations, ...counted }),
  );
  if (reasons.length === 0) return lines;
  lines.push(
    '',
    ...table(kinds, { 'held for': ({ held_for }) => held_for.replaceAll('_', ' '), ...counted }),
  );
  const rows = table(reasons, {
    reason: ({ reason }) => reason.replaceAll('_', ' '),
    ...counted,
    'most frequent': ({ actions }) =>
      actions
        .slice(0, 3)
        .map(({ action, count }) => `${action} (${count})`)
        .join(', '),
    'for example': ({ evidence_ids }) => evidence_ids[0],
  });
  return [...lines, '', ...rows];
}

function linesOfTools(fields: ReturnType<typeof toolSuggestionFields>): string[] {
  if (fields.tools.length === 0)
    return ['Every action of this period is in the catalogue.', ...cutOf(fields)];
  const rows = table(fields.tools, {
    action: 'action',
    seen: 'count',
    approved: 'approved_count',
    agents: ({ agents }) => agents.join(', ') || null,
    effect: ({ entry }) => entry?.effect,
    'in review': ({ in_review }) => (in_review ? 'yes' : 'no'),
  });
  const refused = fields.tools.flatMap(({ action, entry, reason }) =>
    entry === null ? [`${action} can't be proposed: ${reason}`] : [],
  );
  return [...rows, ...(refused.length === 0 ? [] : ['', ...refused]), ...cutOf(fields)];
}

function linesOfTargets(fields: ReturnType<typeof targetSuggestionFields>): string[] {
  if (fields.targets.length === 0) return ['No unknown target was reached in this period.', ...cutOf(fields)];
  const lines = table(fields.targets, {
    kind: 'kind',
    target: 'value',
    role: 'role',
    effect: 'effect',
    seen: 'count',
    approved: 'approved_count',
    agents: ({ agents }) => agents.join(', ') || null,
  });
  if (fields.domains.length > 0) {
    const domains = table(fields.domains, {
      domain: 'domain',
      role: 'role',
      effect: 'effect',
      addresses: 'addresses',
      approved: 'approved_count',
    });
    lines.push('', ...domains);
  }
  return [...lines, '', 'To import some: assize targets suggest --csv > targets.csv', ...cutOf(fields)];
}
