/** What a law is, what it answers, and what the answers of all laws amount to. */
import type { JsonObject } from '@assize/evidence-format';
import type { Question } from './question.ts';

export const VERDICTS = ['proceed', 'escalate', 'block'] as const;
export type Verdict = (typeof VERDICTS)[number];

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

/** One law: a file in `laws/`, and its line in the list there. */
export interface Law {
  /** As it is recorded and published, in snake case. */
  id: string;
  /** The same in words. */
  name: string;
  /** Pure, and total for every request that passed validation. */
  judge(question: Question): Judgement;
  /**
   * Only of a law that looks at budgets: the least that must remain of them for it to pass as it did, micro-USD. The
   * reservation is made on this condition, so that what others have spent meanwhile is judged too.
   */
  mustRemain?(question: Question): number;
  /** Its remedy is a human approval, and any that holds satisfies it. */
  asksForApproval?: true;
}

export interface LawResult extends Judgement {
  law_id: Law['id'];
}

export interface Decision {
  verdict: Verdict;
  /** Of all laws, in the order of their list. */
  laws: LawResult[];
}

/** The answer of a law that found nothing to judge. */
export function notApplicable(reason: string): Judgement {
  return { result: 'pass', reason, details: { applicable: false } };
}
