/**
 * The road of one evaluation over HTTP, at 1, 16, 64 and 256 connections, beside a bare Fastify route in the same run.
 * Bare and Assize take turns, and a ratio is of two measurements that stand next to each other, because the speed of
 * a shared machine drifts more within minutes than the figures differ.
 */
import type { Context } from '../context.ts';
import { ask } from '../http.ts';
import { type Contender, type Measure, measure, summarise, warmUp } from '../load/measure.ts';
import type { Check, SectionReport } from '../report.ts';
import { installAssize, startAssize } from '../servers/assize.ts';
import { startBare } from '../servers/bare.ts';
import { NO_POSTGRES, startPostgres } from '../servers/postgres.ts';
import { medianRatio } from '../statistics.ts';
import { figure, type Table } from '../table.ts';

const TITLE = 'verdicts over HTTP, evidence fsynced before each answer';
const TARGET_CONNECTIONS = 64;
const TARGETS = { ratio: 0.5, p99Ratio: 4, memoryMb: 250 };

interface Outcome {
  connections: number;
  name: string;
  measure: Measure;
  /** Of requests per second, and of p99, to the bare server's; null for the bare server itself. */
  ratio: number | null;
  p99Ratio: number | null;
  rounds: Measure[];
}

export async function evaluate(context: Context): Promise<SectionReport> {
  const { options, progress } = context;
  const notes: string[] = [];
  const contenders: Contender[] = [await startAssize(context, installAssize(context, null))];
  const postgres = await startPostgres(context);
  if (postgres === null) notes.push(`PostgreSQL was skipped: ${NO_POSTGRES}`);
  else contenders.push(await startAssize(context, installAssize(context, postgres)));
  const bare = await startBare(context, await answerOf(contenders[0]));
  for (const contender of [bare, ...contenders]) await warmUp(context, contender);

  const outcomes: Outcome[] = [];
  for (const connections of options.connections) {
    progress(`evaluate: ${connections} connections, ${options.rounds} rounds of ${options.seconds} s`);
    outcomes.push(...(await compare(context, bare, contenders, connections)));
  }
  notes.push(
    'CPU is of the server process with its threads; of PostgreSQL separately, all its processes together.',
    'vs bare: median of the ratios of neighbouring rounds. Memory: the peak of the server process under that load.',
  );
  return {
    title: postgres === null ? TITLE : `${TITLE} (PostgreSQL ${postgres.version})`,
    tables: [tableOf(outcomes)],
    checks: checksOf(outcomes),
    notes,
    data: outcomes,
  };
}

async function compare(
  context: Context,
  bare: Contender,
  contenders: readonly Contender[],
  connections: number,
): Promise<Outcome[]> {
  const bareRounds: Measure[] = [];
  const pairs = contenders.map((contender) => ({
    contender,
    rounds: [] as { own: Measure; bare: Measure }[],
  }));
  for (let round = 0; round < context.options.rounds; round++) {
    for (const { contender, rounds } of pairs) {
      const beside = await measure(context, bare, connections);
      bareRounds.push(beside);
      rounds.push({ own: await measure(context, contender, connections), bare: beside });
    }
  }
  const ratioOf = (rounds: readonly { own: Measure; bare: Measure }[], of: 'requestsPerSecond' | 'p99Ms') =>
    medianRatio(rounds.map((round) => [round.own[of], round.bare[of]] as const));
  return [
    {
      connections,
      name: bare.name,
      measure: summarise(bareRounds),
      ratio: null,
      p99Ratio: null,
      rounds: bareRounds,
    },
    ...pairs.map(({ contender, rounds }) => ({
      connections,
      name: contender.name,
      measure: summarise(rounds.map(({ own }) => own)),
      ratio: ratioOf(rounds, 'requestsPerSecond'),
      p99Ratio: ratioOf(rounds, 'p99Ms'),
      rounds: rounds.map(({ own }) => own),
    })),
  ];
}

/** What Assize answers, for the bare server to repeat: so both send answers of the same size. */
async function answerOf(assize: Contender | undefined): Promise<string> {
  if (assize === undefined) throw new Error('there is nothing to compare');
  const { status, body } = await ask(assize);
  if (status !== 200) throw new Error(`Assize answered ${status}: ${body}`);
  return body;
}

function tableOf(outcomes: readonly Outcome[]): Table {
  return {
    columns: [
      ...['connections', 'server', 'requests/s', 'p50 ms', 'p99 ms', 'memory MB', 'CPU ms/request'],
      ...['+ PostgreSQL', 'errors', 'vs bare', 'p99 vs bare'],
    ],
    rows: outcomes.map(({ connections, name, measure, ratio, p99Ratio }) => [
      String(connections),
      name,
      figure(measure.requestsPerSecond),
      figure(measure.p50Ms),
      figure(measure.p99Ms),
      figure(measure.memoryMb),
      figure(measure.cpuMsPerRequest),
      measure.databaseCpuMsPerRequest === null ? '' : figure(measure.databaseCpuMsPerRequest),
      String(measure.errors),
      ratio === null ? '' : figure(ratio),
      p99Ratio === null ? '' : figure(p99Ratio),
    ]),
  };
}

function checksOf(outcomes: readonly Outcome[]): Check[] {
  return outcomes
    .filter(({ connections, name }) => connections === TARGET_CONNECTIONS && name.startsWith('Assize'))
    .flatMap(({ name, measure, ratio, p99Ratio }): Check[] => {
      const of = (what: string) => `${name}, ${TARGET_CONNECTIONS} connections: ${what}`;
      return [
        {
          what: of('requests/s of bare'),
          figure: ratio,
          sense: 'at least',
          target: TARGETS.ratio,
          unit: '×',
        },
        { what: of('p99 of bare'), figure: p99Ratio, sense: 'at most', target: TARGETS.p99Ratio, unit: '×' },
        {
          what: of('memory'),
          figure: measure.memoryMb,
          sense: 'at most',
          target: TARGETS.memoryMb,
          unit: 'MB',
        },
      ];
    });
}
