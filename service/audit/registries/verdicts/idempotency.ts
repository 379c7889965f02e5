/** Compares stored answers to repeated requests with their evaluations, which do not record the keys. */
import { canonicalJson, type JsonObject, parseJson, sha256 } from '@assize/evidence-format';
import { claimedText, type RecordedEvaluation } from '../../../evaluation/index.ts';
import type { EvaluationRequest } from '../../../evaluation/question/index.ts';
import { type EvaluationRecord, lawsOfRecord, requestText } from '../../../evaluation/record/index.ts';
import { IDEMPOTENCY_LIFETIME_MS } from '../../../evidence/append/index.ts';
import { isId } from '../../../foundation/ids.ts';
import type { Act } from '../../comparing/acts.ts';
import { naming } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsOf } from '../../comparing/rows.ts';
import type { CheckContext } from '../../registry.ts';

type Outcome = Partial<RecordedEvaluation>;
type Row = RowOf<'idempotency_records'> & {
  answer: Outcome;
  evidence_id: string | null;
  execution_id: string | null;
};

export const idempotency = naming({
  rows: readLive,
  names: ['evidence_id', 'execution_id'],
  compare: (row, { evidence_id: act, execution_id: execution }, { noted }) => {
    const { evidenceId: id, executionEvidenceId } = row.answer;
    const isSecond = act !== undefined && noted.has(act.position);
    const isFollowing =
      typeof executionEvidenceId !== 'string' || execution?.position === (act?.position ?? 0) + 1;
    const what = faultOf(row, act) ?? (isFollowing ? null : NOT_FOLLOWING);
    const faults = [...(isSecond ? [TWO_KEYS] : []), ...(what === null ? [] : [what])];
    return { what: faults, at: { position: act?.position, id } };
  },
});

const TWO_KEYS = 'Two idempotency keys are answered with one evaluation.';
const NOT_FOLLOWING =
  'A repetition would be answered with an execution that does not directly follow its evaluation.';

async function* readLive(context: CheckContext): AsyncGenerator<Row[], void> {
  const live = rowsOf(context, 'idempotency_records').where('expires_at', '>', context.nowMs);
  const idOf = (id: unknown) => (typeof id === 'string' && isId('ev', id) ? id : null);
  for await (const rows of pagesBy(live, 'key_hash')) {
    yield rows.map((row) => {
      const answer = answerIn(row.outcome);
      const { evidenceId, executionEvidenceId } = answer;
      return { ...row, answer, evidence_id: idOf(evidenceId), execution_id: idOf(executionEvidenceId) };
    });
  }
}

/** The parts of a stored record; empty if it has another form. */
function answerIn(text: string): Outcome {
  try {
    const value = parseJson(text);
    const isOne = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isOne && typeof value.evidenceId === 'string' ? (value as Outcome) : {};
  } catch {
    return {};
  }
}

function faultOf(row: Row, act: Act | undefined): string | null {
  const { answer } = row;
  if (act?.type !== 'governance_eval') {
    return 'A repetition would be answered with an evaluation that is not in this chain.';
  }
  if (row.expires_at !== act.at + IDEMPOTENCY_LIFETIME_MS) {
    return 'An idempotency key holds for another time than from its evaluation on.';
  }
  // The form that redaction leaves: the key stays taken, and request and answer are gone.
  if (Object.keys(answer).length === 1 && row.request_hash.every((byte) => byte === 0)) {
    return act.isGone ? null : 'The outcome of an idempotency key is gone, but its evaluation is not.';
  }
  if (answer.verdict !== act.verdict) {
    return `A repetition would be answered with ${answer.verdict}, but the verdict was ${act.verdict}.`;
  }
  if (answer.action !== act.action || answer.evaluatedAt !== act.at) {
    return 'A repetition would be answered with another action or time than was recorded.';
  }
  return act.isGone ? null : faultBeside(row, act.payload);
}

function faultBeside({ answer, request_hash }: Row, payload: JsonObject | null): string | null {
  try {
    const record = payload as unknown as EvaluationRecord & { escalation_id?: string };
    const request = requestText(record.request as unknown as EvaluationRequest);
    const asked = sha256(claimedText(request, answer.executionEvidenceId));
    if (Buffer.compare(asked, request_hash) !== 0) {
      return 'An idempotency key stands for another request than its evaluation records.';
    }
    const textOf = (laws: object) => canonicalJson(laws as JsonObject[]);
    const laws = answer.laws?.map(({ duration_ms: _, ...law }) => law) ?? [];
    const isSame =
      answer.escalationId === record.escalation_id && textOf(laws) === textOf(lawsOfRecord(record));
    if (isSame) return null;
  } catch {
    // An unreadable record can't give the same answer.
  }
  return 'A repetition would be answered with other law results than were recorded.';
}
