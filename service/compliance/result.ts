/**
 * The result of a control, from the results of its checks. Nothing to judge is never a pass, and a check that is not met
 * never improves a control.
 */
export const RESULTS = ['met', 'partial', 'not_met', 'not_assessed'] as const;
export type Result = (typeof RESULTS)[number];

export interface Judged {
  result: Result;
  /** It asks for something that need not happen, so nothing is missing where it did not. */
  occasional: boolean;
  /** If it is not met, its control is not met either. */
  decisive: boolean;
}

/** Why a control is not assessed. */
export type UnassessedReason = 'outside' | 'nothing_to_judge';

export interface ControlResult {
  result: Result;
  /** null where it was assessed. */
  reason: UnassessedReason | null;
}

/**
 * In this order:
 * - there are no checks: not assessed, as it is outside;
 * - a decisive check is not met: not met;
 * - nothing was judged: not assessed;
 * - every judged check is met, and only occasional ones had nothing to judge: met;
 * - no check is met, and at least one is not: not met;
 * - otherwise: partial.
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
