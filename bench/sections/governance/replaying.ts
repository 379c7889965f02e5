/**
 * A draft policy tried against recorded evaluations: how many are judged again in a second, over HTTP as a person
 * would ask for it before he puts the draft in force.
 */
import type { Context } from '../../context.ts';
import { filledDatabase } from '../../fill/filled.ts';
import type { DatabaseKind } from '../../options.ts';
import { startAssize } from '../../servers/assize.ts';
import { figure } from '../../table.ts';
import { type Part, untilQuiet, usedMs } from '../evidence/stand.ts';
import { call, jsonOf } from './governing.ts';
import { typicalRules } from './rules.ts';

const RULES = 10;
const TIMES = 2;
/** A million in less than a minute. */
const TARGET_PER_SECOND = 16_667;

export interface Replaying {
  database: string;
  evaluations: number;
  changed: number;
  seconds: number;
  perSecond: number;
  /** Of the service and of its database, for each evaluation, µs. */
  cpuUs: number | null;
}

/** The best of a few: the first reads from the disk what the next finds in memory. */
export async function measureReplaying(
  context: Context,
  kind: DatabaseKind,
  database: string,
): Promise<Replaying> {
  const filled = await filledDatabase(context, kind, context.options.evaluations);
  if (filled === null) throw new Error('the server was there a moment ago');
  const running = await startAssize(context, filled.installation);
  await untilQuiet({ running });
  const measured: Replaying[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    context.progress(`governance: ${database}: a draft of ${RULES} rules against what is recorded`);
    const usedBefore = usedMs({ running });
    const startedAt = performance.now();
    const policy = { rules: typicalRules(RULES) };
    const answer = await call(running, 'POST', '/api/v1/policies/bench/backtest', { policy });
    const seconds = (performance.now() - startedAt) / 1000;
    const usedAfter = usedMs({ running });
    const { evaluations, changed_count: changed } = jsonOf<Answered>(answer);
    const isKnown = usedBefore !== null && usedAfter !== null;
    const cpuUs = isKnown ? ((usedAfter - usedBefore) / evaluations) * 1000 : null;
    const perSecond = evaluations / seconds;
    measured.push({ database, evaluations, changed, seconds, perSecond, cpuUs });
  }
  await running.stop();
  return measured.reduce((best, one) => (one.perSecond > best.perSecond ? one : best));
}

interface Answered {
  evaluations: number;
  changed_count: number;
}

export function replayingPart(all: readonly Replaying[]): Part {
  return {
    tables: [
      {
        columns: [
          'database',
          'evaluations tried again',
          'would change',
          'seconds',
          'per second',
          'CPU µs each',
        ],
        rows: all.map(({ database, evaluations, changed, seconds, perSecond, cpuUs }) => [
          ...[database, figure(evaluations), figure(changed), figure(seconds)],
          ...[figure(perSecond), figure(cpuUs)],
        ]),
      },
    ],
    checks: all.map(({ database, perSecond }) => ({
      what: `${database}: evaluations a draft of ${RULES} rules is tried against (a million in a minute)`,
      figure: perSecond,
      sense: 'at least',
      target: TARGET_PER_SECOND,
      unit: '/s',
    })),
    notes: [],
  };
}
