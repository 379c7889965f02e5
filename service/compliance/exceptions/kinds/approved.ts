/** The approvals given in the period, with the evaluation that asked, in the order of the chain. */
import type { JsonObject } from '@assize/evidence-format';
import { readPayload } from '../../../evidence/reading/index.ts';
import {
  type FoundRecord,
  leavesOfPeriod,
  type Placed,
  placeOf,
  type Reading,
  recordsById,
  stepsOf,
} from '../reading.ts';
import { shortened } from './kind.ts';

export interface GivenDecision {
  party: string;
  decision: string;
  comment: string | null;
  byRequester: boolean;
}

export interface GivenApproval extends Placed {
  at: number;
  action: string | null;
  decisions: GivenDecision[];
  /** undefined where the approval names none, or its content was removed. */
  evaluation: FoundRecord | undefined;
  isRemoved: boolean;
}

/** Evaluations read at once, since each may be large. */
const PAGE = 100;

export async function* approvalsGiven(reading: Reading): AsyncGenerator<GivenApproval> {
  for (const step of stepsOf(reading)) {
    const rows = await leavesOfPeriod(reading, step)
      .where('artifacts.artifact_type', '=', 'action_approved')
      .leftJoin('artifact_payloads', (join) =>
        join
          .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
          .onRef('artifact_payloads.position', '=', 'artifacts.position'),
      )
      .select(['artifacts.position', 'artifacts.id', 'artifacts.action', 'artifacts.created_at'])
      .select('artifact_payloads.payload')
      .orderBy('artifacts.position')
      .execute();
    for (let from = 0; from < rows.length; from += PAGE) {
      const page = rows.slice(from, from + PAGE).map((row) => {
        return { ...row, payload: row.payload === null ? null : readPayload(row.payload) };
      });
      const evaluations = await recordsById(
        reading,
        page.map(({ payload }) => evaluationIn(payload)),
      );
      for (const { payload, ...row } of page) {
        const { action, created_at: at } = row;
        const evaluation = evaluations.get(evaluationIn(payload) ?? '');
        const decisions = decisionsIn(payload);
        yield { ...placeOf(row), at, action, decisions, evaluation, isRemoved: payload === null };
      }
    }
  }
}

function evaluationIn(payload: JsonObject | null): string | null {
  return typeof payload?.evaluation_id === 'string' ? payload.evaluation_id : null;
}

export function decisionsIn(payload: JsonObject | null): GivenDecision[] {
  const listed = Array.isArray(payload?.decisions) ? payload.decisions : [];
  return (listed as JsonObject[]).map(({ party, decision, comment, by_requester }) => ({
    party: String(party),
    decision: String(decision),
    comment: shortened(comment),
    byRequester: by_requester === true,
  }));
}

/** The people who approved, and what they said. */
export function approvedBy(decisions: readonly GivenDecision[]): { who: string; why: string | null } {
  const approving = decisions.filter(({ decision }) => decision === 'approved');
  const comments = approving.flatMap(({ comment }) => comment ?? []).join('; ');
  return { who: approving.map(({ party }) => party).join(', ') || 'unknown', why: shortened(comments) };
}
