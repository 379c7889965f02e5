/** The curve of a soak, as written with `--json`, printed in a few lines with the slopes of memory and descriptors. */
import { atMost, type Check, type Part } from '../../report.ts';
import { mean, sum } from '../../statistics.ts';
import type { Ending } from './ending.ts';
import type { DatabaseHeld, Held } from './sampling.ts';

/** Counts and latencies are those since the previous sample. */
export interface Sample extends Held, DatabaseHeld {
  minutes: number;
  /** Processor time of the service, % of one core. */
  cpuPercent: number | null;
  databaseCpuPercent: number | null;
  requests: number;
  errors: number;
  underWay: number;
  /** For single evaluations, from their due time. */
  p50Ms: number | null;
  p99Ms: number | null;
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
  /** null while it runs, and for an interrupted run. */
  ending: Ending | null;
}

const LINES = 24;
const WINDOW_MINUTES = 5;
const MEASURED = ['heapUsedMb', 'externalMb', 'rssMb', 'databaseMemoryMb', 'descriptors', 'threads'] as const;
type Measured = (typeof MEASURED)[number];

export function soakPart(soak: Soak): Part {
  const { samples, ending, wrong, examples, hours, rate } = soak;
  const minutes = samples.at(-1)?.minutes ?? 0;
  const requests = sum(samples.map((sample) => sample.requests));
  const slopes = MEASURED.map((of) => ({ of, ...slopeOf(samples, of) }));
  const state = ending === null ? 'so far, or cut' : 'whole';
  const { rows = [], ...rest } = ending ?? {};
  return {
    tables: [
      { name: 'curve', rows: thinned(samples) },
      {
        name: `slopes of the least of each ${WINDOW_MINUTES} minutes, second half`,
        rows: slopes.filter(({ windows }) => windows > 0),
        titles: { perHour: 'per hour' },
      },
      { name: 'wrong answers', rows: Object.entries(wrong).map(([kind, count]) => ({ kind, count })) },
      { name: 'at the end', rows, titles: { perhaps: 'not answered' } },
      {
        name: 'also at the end',
        rows: Object.entries(rest).map(([what, figure]) => ({ what, figure: `${figure}` })),
      },
    ],
    checks: checksOf(soak, surelyGrown(slopes.find(({ of }) => of === 'heapUsedMb'))),
    notes: [
      `${minutes.toFixed(1)} of ${hours * 60} minutes (${state}), ${rate} evaluations/s, ${requests} requests`,
      'Latencies are those of this machine with all that ran on it, from when a request was due.',
      ...examples,
    ],
    data: [soak],
  };
}

/** The slope minus twice its error: growth that noise alone does not explain. */
function surelyGrown(slope: ReturnType<typeof slopeOf> | undefined): number | null {
  const { perHour = null, standardError = null } = slope ?? {};
  return perHour === null || standardError === null ? null : Math.max(0, perHour - 2 * standardError);
}

function checksOf({ ending, wrong }: Soak, heapPerHour: number | null): Check[] {
  const always = [
    atMost(1, 'MB/hour', heapPerHour, 'growth of the heap that noise does not explain, second half'),
    atMost(0, '', sum(Object.values(wrong)), 'wrong answers'),
  ];
  if (ending === null) return always;
  const { rows, idsMissing, isValid } = ending;
  const lost = sum(rows.map(({ answered, found }) => Math.max(0, answered - found)));
  const invented = sum(rows.map(({ answered, perhaps, found }) => Math.max(0, found - answered - perhaps)));
  return [
    ...always,
    atMost(0, '', lost + idsMissing, 'answered, and not in the evidence'),
    atMost(0, '', invented, 'in the evidence, and never asked for'),
    atMost(0, '', isValid ? 0 : 1, 'chains that do not verify'),
  ];
}

/** The first, the last, and some in between. Requests and errors stay those of one sample. */
function thinned(samples: readonly Sample[]): Sample[] {
  const step = Math.max(1, Math.ceil(samples.length / LINES));
  return samples.filter((_, place) => place % step === 0 || place === samples.length - 1);
}

/**
 * Least squares over the lowest value of each window, which is close to the value right after a garbage collection.
 * Returns the first and last window of the half, the slope per hour, and its standard error.
 */
function slopeOf(samples: readonly Sample[], of: Measured) {
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
  const hours = mean(points.map((point) => point.hours));
  const value = mean(points.map((point) => point.value));
  const spread = mean(points.map((point) => (point.hours - hours) ** 2));
  const perHour = mean(points.map((point) => (point.hours - hours) * (point.value - value))) / spread;
  const unexplained = mean(
    points.map((point) => (point.value - value - perHour * (point.hours - hours)) ** 2),
  );
  const standardError = Math.sqrt(unexplained / spread / (points.length - 2));
  return { windows: points.length, first, last, perHour, standardError };
}
