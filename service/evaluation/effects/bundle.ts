/** The bundle of the approval that an evaluation opens, from what was judged. */
import { bundleOf } from '../../approvals/use/index.ts';
import type { Principal } from '../../keys/index.ts';
import type { Judged } from '../decision/judge.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { questionsOf } from '../record/record.ts';

interface BundledCall {
  principal: Principal;
  request: EvaluationRequest;
  /** The request in its canonical form. */
  text: string;
  /** Given where the verdict is escalate. */
  bundleSecret?: Uint8Array;
}

/** null where the verdict is not escalate, or the approval can only be decided alone. */
export function bundleFor(
  { gathered: { question }, decision }: Judged,
  { principal, request, text, bundleSecret }: BundledCall,
): string | null {
  const { act, facts, risk: riskLevel } = question;
  if (bundleSecret === undefined || act === null) return null;
  const { chain, party } = principal;
  const questions = questionsOf(decision.laws, facts.policy_matches);
  const { reaches, contents } = act;
  const characters = text.length;
  return bundleOf(bundleSecret, {
    chain,
    party,
    request,
    characters,
    riskLevel,
    questions,
    reaches,
    contents,
  });
}
