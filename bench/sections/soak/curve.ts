/** The curve of a soak as it is written with `--json`, printed in few lines, with the slope of what is held. */
import { atMost, type Check, type Part, tableOf } from '../../report.ts';
import type { DatabaseHeld, Held } from './sampling.ts';

/** Of the time since the sample before. */
export interface Sample extends Held, DatabaseHeld {
  minutes: number;
  /** Processor time of the service, % of one core. */
  cpuPercent: number | null;
  databaseCpuPercent: number | null;
  requests: number;
  errors: number;
  underWay: number;
  /** Of single evaluations, from when they were due. */
  p50Ms: number | null;
  p99Ms: number | null;
}

export interface Ending {
  /** Of the whole chain. */
  isValid: boolean;
  artifacts: number;
  verifiedSeconds: number;
  rows: { what: string; answered: number; perhaps: number; found: number }[];
  /** Of those that were answered, as many as were asked for, and how many were not there. */
  idsAsked: number;
  idsMissing: number;
  webhooksPending: number | null;
  eventsRead: number;
  eventsDelivered: number;
}

export interface Soak {
  database: string;
  startedAt: string;
  hours: number;
  rate: number;
  arrivals: Record<string, number>;
  wrong: Record<string, number>;
  examples: string[];
  samples: Sample[];
  /** null while it runs, and of a run that was cut. */
  ending: Ending | null;
}

const LINES = 24;
const WINDOW_MINUTES = 5;
const MEASURED = ['heapUsedMb', 'externalMb', 'rssMb', 'databaseMemoryMb', 'descriptors', 'threads'] as const;
type Measured = (typeof MEASURED)[number];

export function soakPart(soak: Soak): Part {
  const { database, samples, ending, wrong, examples, hours, rate } = soak;
  const minutes = samples.at(-1)?.minutes ?? 0;
  const requests = samples.reduce((sum, sample) => sum + sample.requests, 0);
  const errors = Object.values(wrong).reduce((sum, count) => sum + count, 0);
  const curve = tableOf(
    thinned(samples),
    [
      ...([
        'minutes',
        'rssMb',
        'heapUsedMb',
        'externalMb',
        'descriptors',
        'threads',
        'eventLoopP99Ms',
      ] as const),
      ...(['cpuPercent', 'databaseMemoryMb', 'databaseCpuPercent', 'databaseMb', 'walMb'] as const),
      ...(['requests', 'errors', 'underWay', 'p50Ms', 'p99Ms', 'webhooksPending'] as const),
    ],
    { databaseMemoryMb: 'DB memory MB', databaseMb: 'DB MB', databaseCpuPercent: 'DB CPU percent' },
  );
  const slopes = MEASURED.map((of) => ({ of, ...slopeOf(samples, of) }));
  const slopesTable = tableOf(
    slopes.filter(({ windows }) => windows > 0),
    ['of', 'windows', 'first', 'last', 'perHour', 'standardError'],
    {
      of: `least of each ${WINDOW_MINUTES} minutes, second half`,
      perHour: 'per hour',
      standardError: 'standard error',
    },
  );
  const kinds = Object.entries(wrong).map(([kind, count]) => ({ kind, count }));
  const state = ending === null ? 'so far, or cut' : 'whole';
  return {
    tables: [
      curve,
      slopesTable,
      tableOf(kinds, ['kind', 'count'], { kind: 'wrong answers' }),
      ...endingTables(ending),
    ],
    checks: checksOf(soak, surelyGrown(slopes.find(({ of }) => of === 'heapUsedMb')), errors),
    notes: [
      `${database}: ${minutes.toFixed(1)} of ${hours * 60} minutes (${state}), ${rate} evaluations/s, ${requests} requests`,
      'Latencies are those of this machine with all that ran on it, from when a request was due.',
      ...examples,
    ],
  };
}

/** By the slope less twice its error: what noise alone does not explain. */
function surelyGrown(slope: ReturnType<typeof slopeOf> | undefined): number | null {
  const { perHour = null, standardError = null } = slope ?? {};
  return perHour === null || standardError === null ? null : Math.max(0, perHour - 2 * standardError);
}

function checksOf({ database, ending }: Soak, heapPerHour: number | null, errors: number): Check[] {
  const always = [
    atMost(
      1,
      'MB/hour',
      heapPerHour,
      `${database}: growth of the heap after collection that is no noise, second half`,
    ),
    atMost(0, '', errors, `${database}: wrong answers`),
  ];
  if (ending === null) return always;
  const lost = ending.rows.reduce((sum, { answered, found }) => sum + Math.max(0, answered - found), 0);
  const invented = ending.rows.reduce(
    (sum, { answered, perhaps, found }) => sum + Math.max(0, found - answered - perhaps),
    0,
  );
  return [
    ...always,
    atMost(0, '', lost + ending.idsMissing, `${database}: answered, and not in the evidence`),
    atMost(0, '', invented, `${database}: in the evidence, and never asked for`),
    atMost(0, '', ending.isValid ? 0 : 1, `${database}: chains that do not verify`),
  ];
}

function endingTables(ending: Ending | null) {
  if (ending === null) return [];
  const { rows, ...rest } = ending;
  const other = Object.entries(rest).map(([of, figure]) => ({ of, figure: String(figure) }));
  return [
    tableOf(rows, ['what', 'answered', 'perhaps', 'found'], { what: 'at the end', perhaps: 'not answered' }),
    tableOf(other, ['of', 'figure'], { of: 'also' }),
  ];
}

/** The first, the last, and some between. Requests and errors stay those of one sample. */
function thinned(samples: readonly Sample[]): Sample[] {
  const step = Math.max(1, Math.ceil(samples.length / LINES));
  return samples.filter((_, place) => place % step === 0 || place === samples.length - 1);
}

/**
 * Least squares over the least value of each window: what is held right after the garbage collector ran.
 * The first window of the half, and the last, per hour, and the slope's standard error.
 */
export function slopeOf(samples: readonly Sample[], of: Measured) {
  const half = (samples.at(-1)?.minutes ?? 0) / 2;
  const windows = Map.groupBy(
    samples.filter((sample) => sample.minutes >= half && sample[of] !== null),
    ({ minutes }) => Math.floor((minutes - half) / WINDOW_MINUTES),
  );
  const points = [...windows.values()].map((inside) => {
    const least = inside.reduce((low, sample) => ((sample[of] ?? 0) < (low[of] ?? 0) ? sample : low));
    return { hours: least.minutes / 60, value: least[of] ?? 0 };
  });
  const [first, last] = [points[0]?.value ?? null, points.at(-1)?.value ?? null];
  if (points.length < 3) return { windows: points.length, first, last, perHour: null, standardError: null };
  const mean = (pick: (point: { hours: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [hours, value] = [mean((point) => point.hours), mean((point) => point.value)];
  const spread = mean((point) => (point.hours - hours) ** 2);
  const perHour = mean((point) => (point.hours - hours) * (point.value - value)) / spread;
  const unexplained = mean((point) => (point.value - value - perHour * (point.hours - hours)) ** 2);
  const standardError = Math.sqrt(unexplained / spread / (points.length - 2));
  return { windows: points.length, first, last, perHour, standardError };
}
