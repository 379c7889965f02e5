/**
 * Decides one question by applying each law on its own. The function is pure and uses neither clock nor store: the
 * same request, facts and settings always give the same decision, so a recorded one can be recomputed.
 */
import { withAnswer } from '../laws/approval/answered.ts';
import { LAWS } from '../laws/index.ts';
import type { AppliedLaw, Decision, Verdict } from '../laws/law.ts';
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
