/**
 * An agent acts alone only as far as it has earned, and only within what is known: the trust it needs grows with the
 * risk, and its tool, its targets and its effects must be known or covered by a mandate. Humans are not bound by it; an
 * approval answers it.
 */
import type { JsonObject } from '@assize/evidence-format';
import { type ActFacts, mustBeKnown } from '../question/act.ts';
import { isOnlyClaimed } from '../question/identity.ts';
import type { Question } from '../question/question.ts';
import { remedyByApproval } from './approval.ts';
import type { Doubt } from './doubts/doubt.ts';
import { doubtsOf } from './doubts/doubts.ts';
import { originDetails } from './doubts/origin-doubts.ts';
import { type Law, type LawResult, notApplicable, type Remedy } from './law.ts';

const MAX_TRUST = 100;

export const boundedAutonomy: Law = {
  id: 'bounded_autonomy',
  name: 'Bounded Autonomy',
  /** Gives the graver of two results: one on the trust of the agent, one on what it does. */
  apply(question) {
    if (!question.isAgent) return notApplicable('a human acts');
    const earned = judgeTrust(question);
    const doubts = doubtsOf(question);
    if (doubts.length > 0) return doubted(question, earned, doubts);
    const { act, judgesAct } = question;
    return judgesAct && act !== null && act.tool !== null ? vouched(earned, act) : earned;
  },
  asksForApproval: true,
};

/** Fails below a share of the required trust, warns below all of it or where grave risk meets unknown trust. */
function judgeTrust(question: Question): LawResult {
  const { risk, irreversible, trust } = question;
  if (question.approved) return { result: 'pass', reason: 'approved', details: { approved: true } };
  const policy = question.settings.trust;
  const required = policy.required[risk] + (irreversible ? policy.irreversible_margin : 0);
  if (trust === null || (trust >= required && isOnlyNamed(question))) {
    if (risk === 'low' || risk === 'medium') return notApplicable('no trust known');
    const known = trust === null ? 'no trust is known' : 'only the request says which agent asks';
    return untrusted('warn', `${known}, and ${required} is required`, question, required);
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

/**
 * In `verified` mode, the ledger's trust in an agent that only the request names counts against it, never for it: any
 * other agent could name it too.
 */
function isOnlyNamed({ facts, settings }: Question): boolean {
  return settings.attestation === 'verified' && facts.ledger_trust !== null && isOnlyClaimed(facts.identity);
}

function untrusted(result: 'warn' | 'fail', reason: string, question: Question, required: number): LawResult {
  return {
    result,
    reason,
    details: { required, trust: question.trust },
    remedy: remedyOf(question, required),
  };
}

/**
 * Offers an approval first, which is quicker to get than trust; a claim of trust is offered only where it would count.
 */
function remedyOf(question: Question, required: number): Remedy {
  const { request, facts, settings } = question;
  const byApproval = remedyByApproval(question);
  const approvalInHand = request.context.approval_id !== undefined && facts.approval === 'approved';
  const ledger = isOnlyNamed(question) ? null : facts.ledger_trust;
  const ceiling = settings.attestation === 'verified' ? (ledger ?? -1) : MAX_TRUST;
  if (approvalInHand || required > ceiling) return byApproval;
  return { change: { trust_score: required }, note: `show a trust of ${required}, or ${byApproval.note}` };
}

const SEVERITY = { pass: 0, warn: 1, fail: 2 };

function doubted(question: Question, earned: LawResult, doubts: readonly Doubt[]): LawResult {
  const isForbidden = doubts.some(({ result }) => result === 'fail');
  const isApproved = question.approval === 'verified' && !isForbidden;
  if (isApproved) return earned;
  const result = isForbidden ? 'fail' : 'warn';
  const trusted = earned.result === 'pass' ? [] : [earned.reason];
  const wayOut = [...new Set(doubts.map((doubt) => doubt.wayOut))].join('; ');
  return {
    result: SEVERITY[earned.result] > SEVERITY[result] ? earned.result : result,
    reason: [...doubts.map(({ reason }) => reason), ...trusted].join('; '),
    details: {
      ...applicable(earned.details),
      ...(question.act && detailsOf(question.act)),
      ...originsOf(question, doubts),
    },
    remedy: remedyOfDoubt(
      question,
      isForbidden ? wayOut : `${wayOut}; or ${remedyByApproval(question).note}`,
    ),
  };
}

/** A claimed approval answers no doubt, so only one that holds is offered as a change. */
function remedyOfDoubt(question: Question, note: string): Remedy {
  const { request, facts } = question;
  const isInHand = request.context.approval_id !== undefined && facts.approval === 'approved';
  const canAnswer = isInHand && doubtsOf(question).every(({ result }) => result === 'warn');
  return { change: canAnswer ? { has_approval: true } : {}, note };
}

/** The result where nothing speaks against what the agent does. */
function vouched(earned: LawResult, act: ActFacts): LawResult {
  const known = act.reaches.filter((reach) => mustBeKnown(reach));
  const targets =
    known.length === 0
      ? 'it reaches no other'
      : `${known.length} known ${known.length === 1 ? 'target' : 'targets'}`;
  const effects = act.effects.length === 0 ? 'listed' : act.effects.join(', ');
  const details = { ...applicable(earned.details), ...detailsOf(act) };
  if (earned.result !== 'pass') return { ...earned, details };
  const trusted = earned.details.applicable === false ? '' : `${earned.reason}; `;
  return { result: 'pass', reason: `${trusted}${effects}, ${targets}`, details };
}

function applicable({ applicable: _, ...details }: JsonObject): JsonObject {
  return details;
}

/** Nothing where no doubt is about where a value came from, as in all records from before there were sessions. */
function originsOf(question: Question, doubts: readonly Doubt[]): JsonObject {
  const origins = question.act === null ? [] : originDetails(question, question.act, doubts);
  return origins.length === 0 ? {} : { origins };
}

function detailsOf({ tool, effects, reaches, mandate }: ActFacts): JsonObject {
  const unknown = reaches.filter((reach) => mustBeKnown(reach) && reach.known === null);
  return {
    effects,
    ...(tool !== null && { tool: tool.name }),
    ...(unknown.length > 0 && { unknown_targets: unknown.map(({ path }) => path) }),
    ...(mandate !== null && { mandate: mandate.state }),
  };
}
