/** The events of an evaluation that may not proceed. */
import { approvalIdOf } from '../../approvals/index.ts';
import type { WrittenEvent } from '../../database/tables/event.ts';
import { eventOf } from '../../events/index.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { EvaluationRequest } from '../question/request.ts';

interface Told {
  chain: number;
  /** ms since the epoch. */
  at: number;
  evidenceId: string;
  actor: string;
}

export function blockedEvent(
  ids: IdSource,
  { action }: Pick<EvaluationRequest, 'action'>,
  evaluated: Told,
): WrittenEvent {
  const { chain, at, evidenceId, actor } = evaluated;
  const data = { evidence_id: evidenceId, action, actor };
  return eventOf(ids, { chain, type: 'evaluation.blocked', data, at });
}

export function escalatedEvent(
  ids: IdSource,
  { action }: Pick<EvaluationRequest, 'action'>,
  { chain, at, evidenceId, actor }: Told,
  escalationId: string,
): WrittenEvent {
  const data = {
    evidence_id: evidenceId,
    approval_id: approvalIdOf(escalationId),
    escalation_id: escalationId,
    action,
    actor,
  };
  return eventOf(ids, { chain, type: 'evaluation.escalated', data, at });
}
