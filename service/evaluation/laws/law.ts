/** The types of a law, of its result, and of the decision that follows from the results of all laws. */
import type { JsonObject } from '@assize/evidence-format';
import type { Question } from '../question/question.ts';

export const VERDICTS = ['proceed', 'escalate', 'block'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Makes one law pass. `change` is merged into the request's context; null removes a field. */
export interface Remedy {
  /** Empty where no change of context can help. */
  change: JsonObject;
  /** The necessary step, and who takes it. */
  note: string;
}

export interface LawResult {
  result: 'pass' | 'warn' | 'fail';
  /** One clause that states the numbers that decided, without the law's name and without a full stop. */
  reason: string;
  /** The deciding values in machine form, or empty; `{applicable: false}` where the law has nothing to say. */
  details: JsonObject;
  /** Only where the law did not pass: the least change of context that would make it pass, and the step it needs. */
  remedy?: Remedy;
}

/** One law: a file beside this one, and its line in the list. */
export interface Law {
  /** The recorded and published id, in snake case. */
  id: string;
  /** The same in words. */
  name: string;
  /** Pure, and total for every request that passed validation. */
  apply(question: Question): LawResult;
  /**
   * Only for a law about budgets: the least remainder with which it still passes, micro-USD. The reservation is made
   * on this condition, so that spending by others in the meantime is judged too.
   */
  mustRemain?(question: Question): number;
  /** Its remedy is a human approval; any approval that holds satisfies it. */
  asksForApproval?: true;
}

export interface AppliedLaw extends LawResult {
  law_id: Law['id'];
}

export interface Decision {
  verdict: Verdict;
  /** All laws, in the order of their list. */
  laws: AppliedLaw[];
  /** Only where the act is observed: the decision that would be given if it were judged. */
  wouldBe?: Omit<Decision, 'wouldBe'>;
}

/** The result of a law that has nothing to say on the question. */
export function notApplicable(reason: string): LawResult {
  return { result: 'pass', reason, details: { applicable: false } };
}
