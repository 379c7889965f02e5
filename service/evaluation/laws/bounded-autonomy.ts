/**
 * An agent acts alone only as far as it has earned: the trust it needs grows with the risk, and more still where
 * nothing can be undone. Humans and approved agents are not bound by it.
 */
import { remedyByApproval } from '../approval-remedy.ts';
import { type Judgement, type Law, notApplicable, type Remedy } from '../judgement.ts';
import type { Question } from '../question.ts';

const MAX_TRUST = 100;

export const boundedAutonomy: Law = {
  id: 'bounded_autonomy',
  name: 'Bounded Autonomy',
  judge,
  asksForApproval: true,
};

/** Fails below a share of the required trust, warns below all of it or where grave risk meets unknown trust. */
function judge(question: Question): Judgement {
  const { risk, irreversible, trust } = question;
  if (!question.isAgent) return notApplicable('a human acts');
  if (question.approved) return { result: 'pass', reason: 'approved', details: { approved: true } };
  const policy = question.settings.trust;
  const required = policy.required[risk] + (irreversible ? policy.irreversible_margin : 0);
  if (trust === null) {
    if (risk === 'low' || risk === 'medium') return notApplicable('no trust known');
    const reason = `no trust is known, and ${required} is required`;
    return untrusted('warn', reason, question, required);
  }
  if (trust >= required) {
    return { result: 'pass', reason: `trust ${trust} of ${required} required`, details: { required, trust } };
  }
  if (trust < policy.fail_share * required) {
    const reason = `the trust of ${trust} is below ${policy.fail_share} of the ${required} required`;
    return untrusted('fail', reason, question, required);
  }
  return untrusted('warn', `the trust of ${trust} is below the ${required} required`, question, required);
}

function untrusted(result: 'warn' | 'fail', reason: string, question: Question, required: number): Judgement {
  return {
    result,
    reason,
    details: { required, trust: question.trust },
    remedy: remedyOf(question, required),
  };
}

/** An approval is quicker to get than trust; a claim of trust is offered only where it would count. */
function remedyOf(question: Question, required: number): Remedy {
  const { request, facts, settings } = question;
  const byApproval = remedyByApproval(question);
  const approvalInHand = request.context.approval_id !== undefined && facts.approval === 'approved';
  const ceiling = settings.attestation === 'verified' ? (facts.ledger_trust ?? -1) : MAX_TRUST;
  if (approvalInHand || required > ceiling) return byApproval;
  return { change: { trust_score: required }, note: `show a trust of ${required}, or ${byApproval.note}` };
}
