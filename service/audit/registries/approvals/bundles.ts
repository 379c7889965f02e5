/**
 * Compares the bundle of an approval with the recorded request: a human decides approvals of one bundle together, so
 * one that does not belong there could be overlooked. An approval without a bundle can only be decided alone.
 */
import type { ApprovalRow } from '../../../approvals/index.ts';
import { BUNDLES_SECRET, bundleOf } from '../../../approvals/use/index.ts';
import { storedSecret } from '../../../database/installation/installation-secret.ts';
import type { Database } from '../../../database/open.ts';
import { type EvaluationRequest, READING_VERSION } from '../../../evaluation/question/index.ts';
import {
  type EvaluationRecord,
  factsOfRecord,
  questionsIn,
  requestText,
} from '../../../evaluation/record/index.ts';
import type { Act } from '../../comparing/acts.ts';

export type FaultOfBundle = (row: ApprovalRow, act: Act | undefined) => string | null;

const OTHER = 'is in another bundle than its request';

export async function bundlesBeside(db: Database): Promise<FaultOfBundle> {
  const secret = await storedSecret(db, BUNDLES_SECRET);
  return ({ chain, bundle, risk_level: riskLevel }, act) => {
    // Without its request, an approval can neither be used nor be decided together with others.
    if (bundle === null || act === undefined || act.isGone) return null;
    if (secret === undefined || act.payload === null || riskLevel === null) return OTHER;
    const record = act.payload as unknown as EvaluationRecord;
    const known = factsOfRecord(record).act;
    if (known === null) return OTHER;
    // Targets are read as they were written down, and what an earlier version read is no longer pending.
    if (known.reading !== READING_VERSION) return null;
    const request = record.request as unknown as EvaluationRequest;
    const { reaches, contents } = known;
    const characters = requestText(request).length;
    const asked = { chain, party: record.key_id, request, characters, riskLevel, reaches, contents };
    return bundleOf(secret, { ...asked, questions: questionsIn(act.payload) }) === bundle ? null : OTHER;
  };
}
