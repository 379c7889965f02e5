/**
 * Widening a mandate: an evaluation that always asks a human. Once its approval is used, the wider terms hold in the
 * same commit.
 */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { ArtifactDraft } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { Principal } from '../keys/index.ts';
import {
  changedTerms,
  changeFields,
  changeStatements,
  findMandate,
  MANDATE_WIDENED,
  type MandateRow,
  requireWidenable,
  termsOf,
  type WantedChange,
} from '../mandates/index.ts';
import { readSteps } from '../mandates/plan/index.ts';
import { targetHashes } from '../targets/known/index.ts';
import type { RecordedEvaluation } from './decision/judge.ts';
import { type EvaluateDeps, evaluate } from './evaluate.ts';

export interface Widened {
  evaluation: RecordedEvaluation;
  /** The mandate after the widening. */
  mandate: MandateRow;
}

/**
 * @param approvalId the id of an approval of this very widening; without it, one is asked for.
 * @throws {Failure} `not_found`; `conflict` where the mandate has ended, or changes meanwhile; `invalid`; as {@link
 *    evaluate}.
 */
export async function widenMandate(
  deps: EvaluateDeps,
  principal: Principal,
  mandateId: string,
  wanted: WantedChange,
  approvalId?: string,
): Promise<Widened> {
  const { chain, party } = principal;
  const row = await findMandate(deps.db, chain, mandateId);
  const now = deps.clock.now();
  requireWidenable(row, now);
  const hashes = await targetHashes(deps.db, deps.fillRandom);
  const steps = await readSteps(deps, chain, wanted);
  const changed = changedTerms(hashes, chain, termsOf(row), wanted, steps, 'widen', now);
  const approved = approvalId === undefined ? {} : { approval_id: approvalId, has_approval: true };
  const request = {
    action: MANDATE_WIDENED,
    agent_id: row.agent_id,
    context: { mandate: mandateId, version: row.version, terms: shown(wanted), ...approved },
  };
  const evaluating = evaluate(deps, principal, request, undefined, {
    onProceed: ({ evidenceId, at }) => {
      const stamp = { id: deps.ids.ordered('ev', at), at };
      const change = { ...changeFields(row, changed, wanted), evaluation_id: evidenceId };
      const artifact: ArtifactDraft = {
        id: stamp.id,
        artifact_type: 'governance_change',
        action: MANDATE_WIDENED,
        verdict: null,
        actor: party,
        created_at: at,
        payload: canonicalJson({ action: MANDATE_WIDENED, by: party, change }),
      };
      return { also: [artifact], statements: changeStatements(deps.db, row, changed.terms, stamp) };
    },
  });
  const evaluation = await evaluating.catch((error: unknown) => explained(deps, row, error));
  deps.mandates.drop(chain, mandateId);
  return { evaluation, mandate: await findMandate(deps.db, chain, mandateId) };
}

/** Explains why every attempt to record it was overtaken: by a change of the mandate itself, or by something else. */
async function explained(deps: EvaluateDeps, before: MandateRow, error: unknown): Promise<never> {
  if (!(error instanceof Failure) || error.code !== 'unavailable') throw error;
  const now = await findMandate(deps.db, before.chain, before.mandate_id);
  requireWidenable(now, deps.clock.now());
  if (now.version === before.version) throw error;
  throw new Failure('conflict', 'The mandate has changed meanwhile.', {
    conflict: 'mandate_changed',
    cause: error,
  });
}

/** The terms as the human who is asked sees them. */
function shown({ expires_at, ...terms }: WantedChange): JsonObject {
  if (expires_at === undefined) return terms as JsonObject;
  return { ...(terms as JsonObject), expires_at: new Date(expires_at).toISOString() };
}
