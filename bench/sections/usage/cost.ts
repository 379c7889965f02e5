/** What counters and limits together take of the rate of evaluations, held against the target. */
import type { Check } from '../../report.ts';
import { figure } from '../../table.ts';
import type { Part } from '../evidence/stand.ts';
import type { Batches, Counting } from './counting.ts';
import { CONNECTIONS, type Verdicts } from './verdicts.ts';

const TARGET_PERCENT = 5;

interface Cost {
  verdicts: Verdicts;
  counting: Counting;
}

export function costPart(all: readonly Cost[]): Part {
  return {
    tables: [
      {
        columns: [
          ...['database', 'batch of', 'pairs', 'append ms', 'without counters'],
          ...['counters µs/evaluation', 'of it CPU', 'verdict µs at as many connections', 'counters %'],
        ],
        rows: all.flatMap(({ verdicts, counting: { database, batches } }) =>
          batches.map((of) => [
            ...[database, String(of.size), String(of.pairs), figure(of.withMs), figure(of.withoutMs)],
            ...[figure(of.addedUs), figure(of.addedCpuUs)],
            ...[figure(evaluationUs(verdicts, of.size)), figure(shareOf(verdicts, of))],
          ]),
        ),
      },
    ],
    checks: all.map(checkOf),
    notes: [
      'counters %: what the counters add to an append, of the time between two verdicts at as many connections.',
      'Of it CPU: of the process that appends; on PostgreSQL the server has its part beside it.',
    ],
  };
}

function checkOf({ verdicts, counting: { database, batches } }: Cost): Check {
  const batch = batches.find(({ size }) => size === CONNECTIONS);
  const counters = batch === undefined ? null : shareOf(verdicts, batch);
  const { ratio } = verdicts.limited;
  const isKnown = counters !== null && ratio !== null;
  return {
    what: `${database}: limits and counters, of evaluate's rate`,
    figure: isKnown ? counters + (1 - ratio) * 100 : null,
    sense: 'at most',
    target: TARGET_PERCENT,
    unit: '%',
  };
}

/** Percent. */
function shareOf(verdicts: Verdicts, { size, addedUs }: Batches): number | null {
  const whole = evaluationUs(verdicts, size);
  return whole === null ? null : (addedUs / whole) * 100;
}

function evaluationUs({ plain }: Verdicts, connections: number): number | null {
  const rate = plain[connections]?.requestsPerSecond ?? null;
  return rate === null ? null : 1e6 / rate;
}
