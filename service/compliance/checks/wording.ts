/** Writes numbers in findings, and decides by shares whether a check is met. */
import { countText } from '../../documents/wording.ts';
import type { Finding } from '../check.ts';
import type { Result } from '../result.ts';

export { countText };

/** `1 evaluation`, `1,200 evaluations`. */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `47 of 50 (94 %)`; never rounded up to the whole. */
export function shareOf(part: number, whole: number): string {
  return `${countText(part)} of ${countText(whole)} (${Math.floor((100 * part) / whole)} %)`;
}

/** @param limits the shares from which it is met, and met in part. */
export function byShare(part: number, whole: number, limits = { met: 0.9, partial: 0.5 }): Result {
  if (part >= whole * limits.met) return 'met';
  return part >= whole * limits.partial ? 'partial' : 'not_met';
}

/** The time that rules judge. */
export const ALL_THE_TIME = 'from the first evaluation of the period to its end';

const NOTHING = { counts: {}, evidenceIds: [] };

/** @param finding why there was nothing to judge. */
export function unjudged(finding: string, counts: Finding['counts'] = {}): Finding {
  return { ...NOTHING, result: 'not_assessed', finding, counts };
}

/** A finding, by default one that no single record shows. */
export function found(
  result: Result,
  finding: string,
  counts: Finding['counts'] = {},
  evidenceIds: string[] = [],
): Finding {
  return { result, finding, counts, evidenceIds };
}
