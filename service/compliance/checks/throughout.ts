/** Judges settings by how long they were in force: all of the time, part of it, or none. */
import { MAX_EVIDENCE_IDS } from '../chain-in-period.ts';
import type { Finding } from '../check.ts';
import type { Result } from '../result.ts';
import type { Span } from '../spans.ts';
import { found, unjudged } from './wording.ts';

export interface Wording {
  /** The requirement as a clause in the past tense, without a full stop. */
  met: string;
  /** The clause where it was met at no time … */
  never: string;
  /** … and where it was met in part at best. */
  partly?: string;
}

const UNKNOWN = 'The records of what was in force are gone.';

/**
 * Met if it was met all the time, not met if it never was, and in part if it was met for some of the time, or the records
 * of some of it are gone.
 */
export function throughout<V>(
  spans: readonly Span<V>[],
  judge: (value: V) => Exclude<Result, 'not_assessed'>,
  wording: Wording,
  more: Finding['counts'] = {},
): Finding {
  const lasted: Record<Result, number> = { met: 0, partial: 0, not_met: 0, not_assessed: 0 };
  const results = new Set<Result>();
  for (const { from, to, value } of spans) {
    const result = value === undefined ? 'not_assessed' : judge(value);
    lasted[result] += to - from;
    results.add(result);
  }
  const ids = spans.flatMap(({ evidenceId }) => (evidenceId === null ? [] : [evidenceId]));
  const evidenceIds = ids.reverse().slice(0, MAX_EVIDENCE_IDS);
  const whole = lasted.met + lasted.partial + lasted.not_met + lasted.not_assessed;
  const percent = whole === 0 ? 0 : Math.floor((100 * lasted.met) / whole);
  const counts = { ...more, changes: Math.max(0, spans.length - 1), percent_of_time: percent };
  const [only] = results;
  if (results.size > 1) return found('partial', mixed(lasted, percent, wording), counts, evidenceIds);
  if (only === undefined || only === 'not_assessed') return { ...unjudged(UNKNOWN, more), evidenceIds };
  if (only === 'met') {
    const finding = `${wording.met} all the time.`;
    return found('met', finding, { ...counts, percent_of_time: 100 }, evidenceIds);
  }
  const finding = only === 'partial' ? (wording.partly ?? wording.never) : wording.never;
  return found(only, `${finding} at any time.`, counts, evidenceIds);
}

function mixed(lasted: Record<Result, number>, percent: number, { met, never, partly }: Wording): string {
  const unknown = lasted.not_assessed > 0 ? ' The records of some of the time are gone.' : '';
  if (lasted.met === 0) return `${lasted.partial > 0 ? (partly ?? never) : never} at any time.${unknown}`;
  const share = percent === 0 ? 'less than 1' : String(percent);
  return `${met} for ${share} % of the time.${unknown}`;
}
