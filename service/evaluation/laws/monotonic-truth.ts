/**
 * A caller can't take back a claim to get a better answer: an approval must hold, and claims must not be milder than
 * the catalogue, the requests refused before, and the ledger.
 */

import { compareRisk, type RiskLevel } from '@assize/act-reading/risk';
import type { JsonObject } from '@assize/evidence-format';
import type { Question } from '../question/question.ts';
import { type Law, notApplicable } from './law.ts';

/** The findings of the checks: their doubts, the compared values, and the change that would resolve them. */
interface Findings {
  doubts: string[];
  details: JsonObject;
  change: JsonObject;
}

export const monotonicTruth: Law = {
  id: 'monotonic_truth',
  name: 'Monotonic Truth',
  /** Fails on an approval that does not hold; warns on claims milder than the known facts. */
  apply(question) {
    if (!hasClaims(question)) return notApplicable('no claim');
    const findings: Findings = { doubts: [], details: {}, change: {} };
    const holds = checkApproval(question, findings);
    checkCatalogue(question, findings);
    if (question.settings.attestation === 'verified') {
      checkRefusals(question, findings);
      checkTrust(question, findings);
    }
    const { doubts, details, change } = findings;
    if (doubts.length === 0) return { result: 'pass', reason: 'claims agree with what is known', details };
    return {
      result: holds ? 'warn' : 'fail',
      reason: doubts.join(', and '),
      details,
      remedy: {
        change,
        note: holds
          ? 'claim no less than what is already known of the action and the agent'
          : 'leave out the approval that does not hold, or obtain a new human approval and send its approval_id',
      },
    };
  },
};

function hasClaims({ request, facts, settings, catalogued }: Question): boolean {
  const { context } = request;
  if (context.approval_id !== undefined) return true;
  if (catalogued.risk_level !== null && context.risk_level !== undefined) return true;
  if (catalogued.is_irreversible && context.is_irreversible !== undefined) return true;
  if (settings.attestation === 'accepted') return false;
  return (
    facts.refused_claims.length > 0 || (context.trust_score !== undefined && facts.ledger_trust !== null)
  );
}

/** A pending approval is not a lie; it does not count yet. */
function checkApproval(
  { request, facts, settings }: Question,
  { doubts, details, change }: Findings,
): boolean {
  const { context } = request;
  if (context.approval_id === undefined) return true;
  const state = facts.approval === 'none' ? 'unknown' : facts.approval;
  details.approval_state = state;
  if (state === 'approved' || state === 'pending') return true;
  doubts.push(
    state === 'unknown' ? 'the approval is not known' : `the approval is ${state.replaceAll('_', ' ')}`,
  );
  change.approval_id = null;
  // Without its id, a refused approval would count as a claimed one. The remedy must not be a way round the refusal.
  if (context.has_approval === true && settings.attestation === 'accepted') change.has_approval = null;
  return false;
}

/** A missing field is not a claim: where the caller states nothing, the catalogue counts. */
function checkCatalogue({ request, catalogued }: Question, { doubts, details, change }: Findings): void {
  const { risk_level: claimed, is_irreversible: claimedIrreversible } = request.context;
  const floor = catalogued.risk_level;
  if (floor !== null && claimed !== undefined) {
    details.catalogued_risk = floor;
    if (compareRisk(claimed, floor) < 0) {
      doubts.push(`the claimed risk is ${claimed}, the catalogued one ${floor}`);
      change.risk_level = floor;
    }
  }
  if (catalogued.is_irreversible && claimedIrreversible !== undefined) {
    details.catalogued_irreversible = true;
    if (!claimedIrreversible) {
      doubts.push('the action is claimed reversible but catalogued irreversible');
      change.is_irreversible = true;
    }
  }
}

/**
 * Shows a human an agent that was stopped and asks again with milder claims. A proven approval belongs to this very
 * request, so a human has already seen its claims and the known facts.
 */
function checkRefusals(question: Question, { doubts, details, change }: Findings): void {
  const { facts, risk, irreversible, approval } = question;
  if (facts.refused_claims.length === 0) return;
  let refusedRisk: RiskLevel = 'low';
  let refusedIrreversible = false;
  for (const claim of facts.refused_claims) {
    if (compareRisk(claim.risk_level, refusedRisk) > 0) refusedRisk = claim.risk_level;
    if (claim.is_irreversible) refusedIrreversible = true;
  }
  details.refused_risk = refusedRisk;
  details.refused_irreversible = refusedIrreversible;
  if (approval === 'verified') return;
  if (compareRisk(risk, refusedRisk) < 0) {
    doubts.push(`the risk is now ${risk}, and was ${refusedRisk} when it was refused`);
    change.risk_level = refusedRisk;
  }
  if (refusedIrreversible && !irreversible) {
    doubts.push('the action is now reversible, and was irreversible when it was refused');
    change.is_irreversible = true;
  }
}

function checkTrust({ request, facts, settings }: Question, { doubts, details, change }: Findings): void {
  const claimed = request.context.trust_score;
  const known = facts.ledger_trust;
  if (claimed === undefined || known === null) return;
  details.claimed_trust = claimed;
  details.ledger_trust = known;
  if (claimed <= known + settings.trust.claim_tolerance) return;
  doubts.push(
    `the claimed trust of ${claimed} is more than ${settings.trust.claim_tolerance} above the ${known} known`,
  );
  change.trust_score = known;
}
