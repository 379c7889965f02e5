/** Claims an idempotency key for an evaluation, and repeats its answer where that is still allowed. */

import { compareRisk } from '@assize/act-reading/risk';
import { parseJson, sha256 } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { IDEMPOTENCY_LIFETIME_MS } from '../../evidence/append/index.ts';
import type { IdempotencyClaim } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import type { RecordedEvaluation } from '../decision/judge.ts';
import { claimsRefusedSince, refusable } from '../facts/recent-refusals.ts';
import type { Question } from '../question/question.ts';
import { claimedText } from './execution.ts';

/** @param overruled the remembered answer under the key that may not be repeated. */
export function claimOf(
  key: string,
  text: string,
  recorded: RecordedEvaluation,
  overruled?: RecordedEvaluation,
): IdempotencyClaim {
  return {
    keyHash: sha256(key),
    requestHash: sha256(claimedText(text, recorded.executionEvidenceId)),
    outcome: JSON.stringify(recorded),
    expiresAt: recorded.evaluatedAt + IDEMPOTENCY_LIFETIME_MS,
    inPlaceOf: overruled?.evidenceId,
  };
}

/** @throws {Failure} `idempotency_key_reuse` where it came with another request. */
export function replay(
  earlier: { requestHash: Uint8Array; outcome: string },
  claim: IdempotencyClaim | undefined,
): RecordedEvaluation {
  if (claim === undefined || Buffer.compare(earlier.requestHash, claim.requestHash) !== 0) {
    throw new Failure('idempotency_key_reuse', 'This idempotency key was used with another request.');
  }
  return { ...(parseJson(earlier.outcome) as unknown as RecordedEvaluation), replayed: true };
}

/**
 * Whether a remembered `proceed` may no longer be repeated. A halt stops repetitions too, and so do the end of its
 * mandate and, in `verified` mode, a graver claim that was refused since. No other change does: the answer was given,
 * and it has already used its budget and its approval.
 * @param known the present request and facts.
 */
export async function isOverruled(
  { db }: { db: Database },
  { chain }: Principal,
  { question }: { question: Question },
  remembered: RecordedEvaluation,
): Promise<boolean> {
  const { request, facts, settings, risk, irreversible } = question;
  if (remembered.verdict !== 'proceed') return false;
  if (facts.halt !== null || hasEnded(question)) return true;
  const { context } = request;
  const past = refusable(chain, request);
  if (settings.attestation !== 'verified' || past === null || facts.refused_claims.length === 0) {
    return false;
  }
  // A human has seen the claims of this request, so refused claims do not count against it.
  if (context.has_approval === true && context.approval_id !== undefined) return false;
  const refused = await claimsRefusedSince(db, { ...past, at: remembered.evaluatedAt });
  return refused.some(
    (claim) => compareRisk(risk, claim.risk_level) < 0 || (claim.is_irreversible && !irreversible),
  );
}

/** A mandate that was used up since may have been used up by this very request. */
function hasEnded({ act, judgesMandate }: Question): boolean {
  const state = judgesMandate ? act?.mandate?.state : undefined;
  return state === 'closed' || state === 'expired';
}
