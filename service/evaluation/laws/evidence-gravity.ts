/**
 * The graver the action, the surer its author must be: confidence has to reach the caller's own minimum and the floor
 * that the risk sets, and a grave action without a stated confidence is shown to a human.
 */

import { type Law, type LawResult, notApplicable } from './law.ts';

export const evidenceGravity: Law = {
  id: 'evidence_gravity',
  name: 'Evidence Gravity',
  /** Fails below the caller's `min_confidence`; warns below the floor of the risk, or where none is stated but due. */
  apply(question) {
    const { risk, settings } = question;
    const { confidence_score: confidence, min_confidence: minimum } = question.request.context;
    const floor = settings.confidence.floor[risk];
    const required = minimum === undefined ? floor : Math.max(minimum, floor);
    if (confidence === undefined) {
      if (minimum !== undefined) {
        return unsure('warn', `no confidence is stated, though ${minimum} is asked for`, null, required);
      }
      if (risk === 'high' || risk === 'critical') {
        return unsure('warn', `no confidence is stated, and the risk is ${risk}`, null, required);
      }
      return notApplicable('no confidence');
    }
    if (minimum !== undefined && confidence < minimum) {
      const reason = `the confidence of ${confidence} is below the minimum of ${minimum}`;
      return unsure('fail', reason, confidence, required);
    }
    if (confidence < floor) {
      const reason = `the confidence of ${confidence} is below the ${floor} that ${risk} risk requires`;
      return unsure('warn', reason, confidence, required);
    }
    return {
      result: 'pass',
      reason: `${confidence} of ${required} required`,
      details: { confidence, required },
    };
  },
};

function unsure(
  result: 'warn' | 'fail',
  reason: string,
  confidence: number | null,
  required: number,
): LawResult {
  return {
    result,
    reason,
    details: { confidence, required },
    remedy: {
      change: { confidence_score: required },
      note: `gather evidence until the confidence reaches ${required}, and state it`,
    },
  };
}
