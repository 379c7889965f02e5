/**
 * What the results of checks come to for a control. Nothing to judge is never a pass, and a check that is not met can't
 * make anything better.
 */
export const RESULTS = ['met', 'partial', 'not_met', 'not_assessed'] as const;
export type Result = (typeof RESULTS)[number];

export interface Judged {
  result: Result;
  /** What it asks for need not happen, so where there was no occasion for it nothing is missing. */
  occasional: boolean;
  /** Where it is not met, nothing else is worth anything. */
  decisive: boolean;
}

/** Why a control is not assessed. */
export type Unassessed = 'outside' | 'nothing_to_judge';

export interface ControlResult {
  result: Result;
  /** null where it was assessed. */
  reason: Unassessed | null;
}

/**
 * In this order:
 * - no checks at all: not assessed, because it is outside;
 * - a decisive check is not met: not met;
 * - nothing was judged: not assessed;
 * - of what was judged, all is met, and nothing but what is occasional was left unjudged: met;
 * - none of it is met, and something is not met: not met;
 * - else: partial.
 */
export function resultOf(judged: readonly Judged[]): ControlResult {
  if (judged.length === 0) return { result: 'not_assessed', reason: 'outside' };
  const has = (wanted: Result) => judged.some(({ result }) => result === wanted);
  const decided = judged.some(({ decisive, result }) => decisive && result === 'not_met');
  if (decided) return assessed('not_met');
  if (!has('met') && !has('partial') && !has('not_met')) {
    return { result: 'not_assessed', reason: 'nothing_to_judge' };
  }
  const counted = judged.filter(({ occasional, result }) => !(occasional && result === 'not_assessed'));
  if (counted.every(({ result }) => result === 'met')) return assessed('met');
  return assessed(!has('met') && has('not_met') ? 'not_met' : 'partial');
}

function assessed(result: Result): ControlResult {
  return { result, reason: null };
}
