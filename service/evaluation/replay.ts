/** What an idempotency key claims for an evaluation, and how the same key again is answered. */
import { parseJson, sha256 } from '@assize/evidence-format';
import { IDEMPOTENCY_LIFETIME_MS, type IdempotencyClaim } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { RecordedEvaluation } from './evaluate.ts';
import { askedFor } from './execution.ts';

/** @param overruled the answer that is remembered under the key and may not be repeated. */
export function claimOf(
  key: string,
  asked: string,
  recorded: RecordedEvaluation,
  overruled?: RecordedEvaluation,
): IdempotencyClaim {
  return {
    keyHash: sha256(key),
    requestHash: sha256(askedFor(asked, recorded.executionEvidenceId)),
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
