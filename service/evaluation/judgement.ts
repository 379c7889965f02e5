/** What a law answers, and what the laws together amount to. */
import type { JsonObject } from '@assize/evidence-format';

export const VERDICTS = ['proceed', 'escalate', 'block'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const LAW_IDS = [
  'audit_conservation',
  'bounded_autonomy',
  'budget_conservation',
  'evidence_gravity',
  'least_action_path',
  'monotonic_truth',
  'policy_adherence',
  'safety_dominance',
] as const;
export type LawId = (typeof LAW_IDS)[number];

/** What would make one law pass. `change` is merged into the request's context; null removes a field. */
export interface Remedy {
  /** Empty where no change of context can help. */
  change: JsonObject;
  /** What has to be done, and by whom. */
  note: string;
}

export interface Judgement {
  result: 'pass' | 'warn' | 'fail';
  /** One clause that states the numbers that decided, without the law's name and without a full stop. */
  reason: string;
  /** Empty, or what decided in machine form; `{applicable: false}` where the law found nothing to judge. */
  details: JsonObject;
  /** Only where the law did not pass: the least change of context that would make it pass, and what that takes. */
  remedy?: Remedy;
}

export interface LawResult extends Judgement {
  law_id: LawId;
}

export interface Decision {
  verdict: Verdict;
  /** All eight, in the order of `LAW_IDS`. */
  laws: LawResult[];
}

/** The answer of a law that found nothing to judge. */
export function notApplicable(reason: string): Judgement {
  return { result: 'pass', reason, details: { applicable: false } };
}
