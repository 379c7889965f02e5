/**
 * What it costs to be watched: the same service without metrics, with metrics, and with a part or all of its requests
 * traced, in turns. Under load a shared machine shows large differences by chance, so processor time is compared in one process too.
 */
import { NOT_TRACED } from '../../service/telemetry/traced.ts';
import type { Context } from '../context.ts';
import { type Compared, compare, sideOf, verdictsTable, warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { atLeast, atMost, type Check, joinParts, type Part, type SectionReport, tableOf } from '../report.ts';
import { installAssize, onEachDatabase, startAssize } from '../servers/assize.ts';
import { startReceiver } from '../servers/own.ts';
import { timeCalls } from './telemetry/calls.ts';
import { cpuOfStates, tracing, withMetrics } from './telemetry/in-process.ts';

const TITLE = 'verdicts with metrics and traces, beside those of a service that is not watched';
const CONNECTIONS = 64;
const NOT_WATCHED = 'not watched';
const METRICS = 'with metrics';
const SOME = 'with metrics, 1 % traced';
const ALL = 'with metrics, all traced';
/** By state: the least of the rate without it, and the most of its processor time. */
const TARGETS: Record<string, { rate: number; cpu: number }> = {
  [METRICS]: { rate: 0.97, cpu: 1.03 },
  [SOME]: { rate: 0.9, cpu: 1.1 },
};

type Outcome = Compared & { database: string };

export async function telemetry(context: Context): Promise<SectionReport> {
  const inProcess = await measureInProcess(context);
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureWatched(context, kind));
  const rows = outcomes.flat();
  const notes = [
    'All of it counts on the first: "with metrics, 1 % traced" is beside a service with neither.',
    'of one that is not watched: median of the ratios within rounds.',
  ];
  const tables = [verdictsTable(rows, CONNECTIONS, 'one that is not watched')];
  return joinParts(TITLE, [skipped, { tables, checks: rows.flatMap(checksOf), notes }, inProcess], rows);
}

async function measureWatched(context: Context, kind: DatabaseKind): Promise<Outcome[]> {
  const collector = await startReceiver(context);
  const start = async (name: string, settings: Record<string, string>) => {
    const running = await startAssize(context, await installAssize(context, kind, settings));
    await warmUp(context, running);
    return { ...running, name };
  };
  const traced = (ratio: string) => ({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.urlOf('/v1/traces'),
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
  const unwatched = await start(NOT_WATCHED, { ASSIZE_METRICS: 'off' });
  const sides = [await start(METRICS, {}), await start(SOME, traced('0.01')), await start(ALL, traced('1'))];
  const compared = await compare(
    context,
    `telemetry, ${unwatched.database}`,
    unwatched,
    sides.map(sideOf),
    CONNECTIONS,
  );
  for (const side of [unwatched, ...sides]) await side.stop();
  await collector.stop();
  return compared.map((each) => ({ ...each, database: unwatched.database }));
}

function checksOf({ database, name, rateRatio, cpuRatio }: Outcome): Check[] {
  const target = TARGETS[name];
  if (target === undefined) return [];
  const what = `${database}, ${name}: of one that is not watched`;
  return [
    atLeast(target.rate, '×', rateRatio ?? null, `rate, ${what}`),
    atMost(target.cpu, '×', cpuRatio ?? null, `CPU, ${what}`),
  ];
}

/** A verdict takes less here than with sockets: the true shares are smaller. */
async function measureInProcess(context: Context): Promise<Part> {
  const rows = await cpuOfStates(context, NOT_WATCHED, (collector) => {
    const measured = withMetrics();
    return {
      [METRICS]: { measured, traced: NOT_TRACED },
      [SOME]: { measured, traced: tracing(0.01, collector) },
      [ALL]: { measured, traced: tracing(1, collector) },
    };
  });
  const checks = rows.flatMap(({ state, ofFirst }) => {
    const target = TARGETS[state];
    return target === undefined ? [] : [atMost(target.cpu, '×', ofFirst, `CPU of the event loop, ${state}`)];
  });
  const columns = ['state', 'cpuUsPerVerdict', 'moreUs', 'ofFirst'] as const;
  const note =
    'By state: in one process, without sockets, SQLite, in turns with the first of 256 requests; CPU of the event loop alone.';
  const calls = tableOf(timeCalls(), ['calls', 'usPerVerdict'], { usPerVerdict: 'CPU µs/verdict' });
  return { tables: [tableOf(rows, columns, { ofFirst: 'of the first' }), calls], checks, notes: [note] };
}
