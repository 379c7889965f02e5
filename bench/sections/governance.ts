/**
 * The cost of policies, budgets, trust, halts and `verified` mode; of tools, targets and mandates; and a draft tried
 * against recorded evaluations.
 */
import type { Context } from '../context.ts';
import { filledDatabase } from '../fill/fill.ts';
import { askJson } from '../http.ts';
import { type Compared, compare, type Side, verdictsTable, warmUp } from '../load/measure.ts';
import { timed, untilQuiet } from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { atLeast, joinParts, type Part, type SectionReport, tableOf } from '../report.ts';
import { installAssize, onEachDatabase, post, type RunningAssize, startAssize } from '../servers/assize.ts';
import { quotient } from '../statistics.ts';
import { actsPart, measureActs } from './governance/acts.ts';
import { attacksPart, measureAttacks } from './governance/attacks.ts';
import { contentsPart, measureContents } from './governance/contents.ts';
import { measureReads, readsPart } from './governance/reads.ts';
import { measureRecords, recordsPart } from './governance/records.ts';
import { bodyIn, STATES, type State, typicalRules } from './governance/states.ts';

const RULES = 10;
const BACKTESTS = 2;
/** A million in less than a minute. */
const TARGET_PER_SECOND = 16_667;

export async function governance(context: Context): Promise<SectionReport> {
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureDatabase(context, kind));
  const attacked = measureAttacks(context);
  const contents = await measureContents();
  const parts: Part[] = [
    skipped,
    verdictsPart(outcomes.flatMap(({ verdicts }) => verdicts)),
    readsPart(outcomes.flatMap(({ reads }) => reads)),
    actsPart(outcomes.flatMap(({ acts }) => acts)),
    recordsPart(outcomes.flatMap(({ records }) => records)),
    contentsPart(contents),
    backtestPart(outcomes.map(({ backtest }) => backtest)),
    attacksPart(attacked),
  ];
  return joinParts('what it costs when a tenant governs', parts, { outcomes, contents, attacked });
}

async function measureDatabase(context: Context, kind: DatabaseKind) {
  const installation = await installAssize(context, kind);
  const running = await startAssize(context, installation);
  const verdicts = await measureVerdicts(context, running);
  await running.stop();
  const reads = await measureReads(context, installation);
  const acts = await measureActs(context, kind);
  const records = await measureRecords(context, kind);
  return { verdicts, reads, acts, records, backtest: await measureBacktest(context, kind) };
}

/** The best of a few: the first reads from the disk what the next finds in memory. */
async function measureBacktest(context: Context, kind: DatabaseKind) {
  const { installation } = await filledDatabase(context, kind, context.options.evaluations);
  const running = await startAssize(context, installation);
  const { database } = running;
  await untilQuiet(running);
  const measured = [];
  const policy = { rules: typicalRules(RULES) };
  const question = post(running, '/api/v1/policies/bench/backtest', { policy });
  while (measured.length < BACKTESTS) {
    context.progress(`governance: ${database}: a draft of ${RULES} rules against what is recorded`);
    const { result, seconds, cpuSeconds } = await timed(running, () =>
      askJson<{ evaluations: number; changed_count: number }>(question),
    );
    const { evaluations, changed_count: wouldChange } = result;
    const cpuUs = quotient(cpuSeconds === null ? null : cpuSeconds * 1e6, evaluations);
    measured.push({ database, evaluations, wouldChange, seconds, perSecond: evaluations / seconds, cpuUs });
  }
  await running.stop();
  return measured.reduce((best, one) => (one.perSecond > best.perSecond ? one : best));
}

function backtestPart(all: Awaited<ReturnType<typeof measureBacktest>>[]): Part {
  const columns = ['database', 'evaluations', 'wouldChange', 'seconds', 'perSecond', 'cpuUs'] as const;
  const table = tableOf(all, columns, { evaluations: 'evaluations tried again', cpuUs: 'CPU µs each' });
  const what = `evaluations a draft of ${RULES} rules is tried against (a million in a minute)`;
  const checks = all.map(({ database, perSecond }) =>
    atLeast(TARGET_PER_SECOND, '/s', perSecond, `${database}: ${what}`),
  );
  return { tables: [table], checks };
}

const CONNECTIONS = 64;
const WARM_UP_TURNS = 3;
const ALL: readonly State[] = Object.values(STATES);

type Verdicts = Compared & { database: string };

async function measureVerdicts(context: Context, running: RunningAssize): Promise<Verdicts[]> {
  const plain = { ...running, name: 'nothing set', body: bodyIn({}) };
  const sides = ALL.map((state) => sideIn(running, state));
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await warmUp(context, plain, CONNECTIONS);
  for (const { during } of sides) await during((contender) => warmUp(context, contender, CONNECTIONS));
  const { database } = running;
  const compared = await compare(context, `governance: ${database}: verdicts`, plain, sides, CONNECTIONS);
  return compared.map((of) => ({ ...of, database }));
}

function sideIn(running: RunningAssize, state: State): Side {
  return {
    name: state.name,
    async during(act) {
      const undo = await state.enter(running);
      const contender = { ...running, body: bodyIn(state) };
      const { verdict } = await askJson<{ verdict: string }>(contender);
      if (verdict !== 'proceed') throw new Error(`${state.name}: the verdict is ${verdict}`);
      const result = await act(contender);
      await undo(running);
      return result;
    },
  };
}

function verdictsPart(all: readonly Verdicts[]): Part {
  const checks = all.flatMap(({ database, name, rateRatio }) => {
    const target = ALL.find((state) => state.name === name)?.targets?.[database === 'SQLite' ? 0 : 1];
    if (target === undefined || rateRatio === undefined) return [];
    return [atLeast(target, '×', rateRatio, `${database}: verdicts with ${name}, of those without`)];
  });
  const note = 'of without: median of the ratios to the same service right before or after, with nothing set';
  return { tables: [verdictsTable(all, CONNECTIONS, 'without')], checks, notes: [note] };
}
