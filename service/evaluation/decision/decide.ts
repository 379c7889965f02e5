/**
 * Decides one question by applying each law on its own, and explains the decision. Pure: neither clock nor store, so the
 * same request, facts and settings always give the same decision, and a recorded one can be recomputed.
 */
import { withAnswer } from '../laws/approval.ts';
import { LAWS, lawName } from '../laws/index.ts';
import type { AppliedLaw, Decision, Remedy, Verdict } from '../laws/law.ts';
import type { Basis } from '../question/act.ts';
import { buildQuestion, isObserved, type Question } from '../question/question.ts';

/**
 * Any law that fails blocks; otherwise any law that warns escalates, unless a human has approved this warning;
 * otherwise the action proceeds. Where the act is only observed, the decision says what it would have been. `onLaw` is
 * called after each law, in the order of `LAWS`, for a caller that times them; nothing it does can change the decision.
 * @param question from a request that has passed validation.
 */
export function decide(question: Question, onLaw?: () => void): Decision {
  const decision = applyLaws(question, onLaw);
  if (!isObserved(question)) return decision;
  const { request, facts, settings } = question;
  return { ...decision, wouldBe: applyLaws(buildQuestion(request, facts, settings, true)) };
}

function applyLaws(question: Question, onLaw?: () => void): Decision {
  const laws: AppliedLaw[] = [];
  let verdict: Verdict = 'proceed';
  for (const law of LAWS) {
    const { result, reason, details, remedy } = withAnswer(law, law.apply(question), question);
    laws.push({ law_id: law.id, result, reason, details, remedy });
    if (result === 'fail') verdict = 'block';
    else if (result === 'warn' && verdict === 'proceed') verdict = 'escalate';
    if (onLaw !== undefined) onLaw();
  }
  return { verdict, laws };
}

export interface LawRemedy extends Remedy {
  law_id: string;
}

const ONLY_CLAIMED = ', judged by what the caller claims: nothing else is known of this action';
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * States the verdict and its reasons. A block names only the laws that fail: laws that only warn do not matter until
 * those pass, and are in the law results anyway. A proceed says so where `basis` is claims alone.
 */
export function explain({ verdict, laws }: Decision, basis: readonly Basis[] = []): string {
  switch (verdict) {
    case 'proceed':
      return `Proceed: all ${NUMBERS[LAWS.length] ?? LAWS.length} laws pass${basis[0] === 'claims' ? ONLY_CLAIMED : ''}.`;
    case 'escalate':
      return `Escalate: ${reasonsOf(laws, 'warn', 'asks for a human')}.`;
    case 'block':
      return `Block: ${reasonsOf(laws, 'fail', 'forbids it')}.`;
  }
}

/** The remedy of each law that did not pass, in the order of the laws. */
export function remediesOf({ laws }: Decision): LawRemedy[] {
  const remedies: LawRemedy[] = [];
  for (const { law_id, remedy } of laws) {
    if (remedy !== undefined) remedies.push({ law_id, change: remedy.change, note: remedy.note });
  }
  return remedies;
}

function reasonsOf(laws: AppliedLaw[], result: 'warn' | 'fail', verb: string): string {
  return laws
    .filter((law) => law.result === result)
    .map(
      ({ law_id, reason }, place) => `${lawName(law_id)} ${place === 0 ? verb : 'does too'}, since ${reason}`,
    )
    .join('; ');
}
