/**
 * Compares the stored answer to a repeated request with the evaluation that it repeats. It checks one direction only:
 * an evaluation does not record its idempotency key, and expired records may be deleted at any time.
 */

import { canonicalJson, type JsonObject, parseJson, sha256 } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { IdempotencyRecordsTable } from '../../database/tables/index.ts';
import {
  claimedText,
  type EvaluationRecord,
  type EvaluationRequest,
  lawsOfRecord,
  type RecordedEvaluation,
  requestText,
} from '../../evaluation/index.ts';
import { IDEMPOTENCY_LIFETIME_MS } from '../../evidence/append/index.ts';
import {
  type LeafAndPayload,
  leavesById,
  PAGE_ROWS,
  pagesOf,
  readPayload,
} from '../../evidence/reading/index.ts';
import { isId } from '../../foundation/ids.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { Positions } from './missing-payloads.ts';

export const idempotencyRegistry: Registry = { name: 'idempotency', check };

type Row = Selectable<IdempotencyRecordsTable>;

async function check(tally: Tally, context: CheckContext): Promise<void> {
  const answered = new Positions(context.size);
  for await (const rows of pagesOf((after: Row | undefined) => readLive(context, after))) {
    const outcomes = rows.map(({ outcome }) => readOutcome(outcome));
    const ids = outcomes.flatMap(({ evidenceId, executionEvidenceId }) => [evidenceId, executionEvidenceId]);
    const leaves = await leavesById(
      context.db,
      context.chain,
      ids.filter((id) => typeof id === 'string').filter((id) => isId('ev', id)),
    );
    for (const [place, row] of rows.entries()) {
      const outcome = outcomes[place] ?? {};
      const leaf = leaves.get(outcome.evidenceId ?? '');
      const isSecond = leaf !== undefined && leaf.position < context.size && answered.has(leaf.position);
      if (isSecond)
        tally.gap('Two idempotency keys are answered with one evaluation.', leaf.position, leaf.id);
      else if (leaf !== undefined && leaf.position < context.size) answered.add(leaf.position);
      const what = faultOf(row, outcome, leaf) ?? faultOfExecution(outcome, leaf, leaves);
      tally.compared(what, leaf?.position, outcome.evidenceId);
    }
  }
}

function readLive({ db, chain, nowMs }: CheckContext, after: Row | undefined): Promise<Row[]> {
  let live = db
    .selectFrom('idempotency_records')
    .selectAll()
    .where('chain', '=', chain)
    .where('expires_at', '>', nowMs);
  if (after !== undefined) live = live.where('key_hash', '>', after.key_hash);
  return live.orderBy('key_hash').limit(PAGE_ROWS).execute();
}

/** The parts of a stored record; empty if it has another form. */
function readOutcome(text: string): Partial<RecordedEvaluation> {
  try {
    const value = parseJson(text);
    const isOne = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isOne && typeof value.evidenceId === 'string' ? (value as Partial<RecordedEvaluation>) : {};
  } catch {
    return {};
  }
}

function faultOf(
  row: Row,
  outcome: Partial<RecordedEvaluation>,
  leaf: LeafAndPayload | undefined,
): string | null {
  if (leaf?.artifact_type !== 'governance_eval') {
    return 'A repetition would be answered with an evaluation that is not in this chain.';
  }
  if (row.expires_at !== leaf.created_at + IDEMPOTENCY_LIFETIME_MS) {
    return 'An idempotency key holds for another time than from its evaluation on.';
  }
  if (isEmptied(row, outcome)) {
    return leaf.payload === null
      ? null
      : 'The outcome of an idempotency key is gone, but its evaluation is not.';
  }
  if (outcome.verdict !== leaf.verdict) {
    return `A repetition would be answered with ${outcome.verdict}, but the verdict was ${leaf.verdict}.`;
  }
  if (outcome.action !== leaf.action || outcome.evaluatedAt !== leaf.created_at) {
    return 'A repetition would be answered with another action or time than was recorded.';
  }
  if (leaf.payload === null) return null;
  return faultBeside(row, outcome, readPayload(leaf.payload));
}

function faultOfExecution(
  { executionEvidenceId: id }: Partial<RecordedEvaluation>,
  leaf: LeafAndPayload | undefined,
  leaves: ReadonlyMap<string, LeafAndPayload>,
): string | null {
  if (typeof id !== 'string' || leaves.get(id)?.position === (leaf?.position ?? 0) + 1) return null;
  return 'A repetition would be answered with an execution that does not directly follow its evaluation.';
}

/** The form that redaction leaves: the key stays taken, and request and answer are gone. */
function isEmptied({ request_hash }: Row, outcome: Partial<RecordedEvaluation>): boolean {
  return Object.keys(outcome).length === 1 && request_hash.every((byte) => byte === 0);
}

function faultBeside(
  row: Row,
  outcome: Partial<RecordedEvaluation>,
  payload: JsonObject | null,
): string | null {
  try {
    const record = payload as unknown as EvaluationRecord & { escalation_id?: string };
    const request = requestText(record.request as unknown as EvaluationRequest);
    const asked = sha256(claimedText(request, outcome.executionEvidenceId));
    if (Buffer.compare(asked, row.request_hash) !== 0) {
      return 'An idempotency key stands for another request than its evaluation records.';
    }
    const laws = outcome.laws?.map(({ duration_ms: _, ...law }) => law) ?? [];
    const isSame =
      outcome.escalationId === record.escalation_id &&
      canonicalJson(laws as unknown as JsonObject[]) ===
        canonicalJson(lawsOfRecord(record) as unknown as JsonObject[]);
    if (isSame) return null;
  } catch {
    // An unreadable record can't give the same answer.
  }
  return 'A repetition would be answered with other law results than were recorded.';
}
