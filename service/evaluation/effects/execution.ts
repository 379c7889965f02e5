/**
 * Records an action as executed in the commit of the verdict that let it proceed. The record says that the caller went
 * ahead; the result follows with the outcome that the caller reports later.
 */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { BoundStatement } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { Append, ArtifactDraft } from '../../evidence/index.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { Principal } from '../../keys/index.ts';
import { callStatements, type Quota } from '../../usage/index.ts';
import type { Verdict } from '../laws/law.ts';
import type { EvaluationRequest } from '../question/request.ts';

/** Marks the payload of a record that the service wrote by itself, without a report. */
export const EXECUTE = 'execute';

export interface Execution {
  /** The id of the artifact that records the execution; null where the verdict was not proceed. */
  executionEvidenceId: string | null;
  also: ArtifactDraft[];
  /** The statement that counts its call. */
  statements: BoundStatement[];
}

interface ExecutedEvaluation {
  evidenceId: string;
  verdict: Verdict;
  actor: string;
  /** ms since the epoch. */
  at: number;
}

/** @throws {Failure} `allowance_exceeded` where the tier has no such calls. */
export function executionOf(
  { db, ids }: { db: Database; ids: IdSource },
  principal: Principal,
  quota: Quota | null,
  { action, agent_id, user_id }: EvaluationRequest,
  { evidenceId, verdict, actor, at }: ExecutedEvaluation,
): Execution {
  const statements = callStatements(db, principal, 'core_api_calls', quota, at);
  if (verdict !== 'proceed') return { executionEvidenceId: null, also: [], statements };
  const id = ids.ordered('ev', at);
  const executed: JsonObject = { action, by: EXECUTE, evaluation_id: evidenceId, key_id: principal.party };
  if (agent_id !== undefined) executed.agent_id = agent_id;
  if (user_id !== undefined) executed.user_id = user_id;
  const payload = canonicalJson(executed);
  const artifact_type = 'action_executed';
  const draft: ArtifactDraft = { id, artifact_type, action, verdict, actor, created_at: at, payload };
  return { executionEvidenceId: id, also: [draft], statements };
}

/**
 * Adds parts that commit together with the append. Empty lists are left out, because an append with statements costs
 * several round trips on PostgreSQL, and a copy of the entry on its way to the thread on SQLite.
 */
export function withMore<Part extends Pick<Append, 'also' | 'statements'>>(
  part: Part,
  more: Pick<Execution, 'also' | 'statements'> | undefined,
): Part {
  if (more === undefined) return part;
  const also = [...(part.also ?? []), ...more.also];
  const statements = [...(part.statements ?? []), ...more.statements];
  return { ...part, ...(also.length > 0 && { also }), ...(statements.length > 0 && { statements }) };
}

/** The operation that an idempotency key belongs to: evaluating and executing the same request are two. */
export function claimedText(asked: string, executionEvidenceId: string | null | undefined): string {
  return executionEvidenceId === undefined ? asked : `${EXECUTE} ${asked}`;
}
