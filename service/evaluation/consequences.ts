/**
 * What a verdict brings about, beside its evidence and in the same commit: it opens an approval, waits for one that is
 * pending, or uses the one it rests on; and whoever wants to hear of it is told.
 */
import {
  type ApprovalSettings,
  type Asking,
  approvalEvent,
  approvalIdOf,
  consumption,
  escalationIdOf,
  openedApproval,
  repetition,
} from '../approvals/index.ts';
import type { WrittenEvent } from '../database/event-tables.ts';
import type { Database } from '../database/open.ts';
import { eventOf } from '../events/index.ts';
import type { Append } from '../evidence/index.ts';
import type { IdSource } from '../foundation/ids.ts';
import { lookUp } from './catalogue.ts';
import type { Facts } from './facts.ts';
import type { Verdict } from './judgement.ts';
import { effectiveRisk } from './question.ts';
import type { EvaluationRequest } from './request.ts';
import type { LawSettings } from './settings.ts';

export interface ConsequenceDeps {
  db: Database;
  ids: IdSource;
  approvalSettings: ApprovalSettings;
}

export interface Judged extends Asking {
  verdict: Verdict;
  actor: string;
  settings: LawSettings;
}

export type Consequences = Pick<Append, 'approval' | 'events' | 'statements'> & { escalationId?: string };

const NONE: Consequences = {};

export function consequencesOf(
  deps: ConsequenceDeps,
  keyId: string,
  request: EvaluationRequest,
  facts: Facts,
  judged: Judged,
): Consequences {
  const { approval_id: named, risk_level } = request.context;
  const { verdict } = judged;
  if (verdict === 'proceed' && named !== undefined && facts.approval === 'approved') {
    return { statements: [consumption(deps.db, judged, named)] };
  }
  if (verdict === 'block') return { events: [blockedEvent(deps.ids, request, judged)] };
  if (verdict !== 'escalate') return NONE;
  if (named !== undefined && facts.approval === 'pending') {
    const escalationId = escalationIdOf(named);
    return {
      escalationId,
      statements: [repetition(deps.db, judged, named)],
      events: [escalatedEvent(deps.ids, request, judged, escalationId)],
    };
  }
  const escalationId = deps.ids.ordered('esc', judged.at);
  const riskLevel = effectiveRisk(risk_level, lookUp(request.action, judged.settings.catalogue));
  const approval = openedApproval(
    { ...judged, escalationId, keyId, riskLevel, request },
    deps.approvalSettings,
  );
  const events = [approvalEvent(deps.ids, approval), escalatedEvent(deps.ids, request, judged, escalationId)];
  return { escalationId, approval, events };
}

function blockedEvent(ids: IdSource, { action }: EvaluationRequest, judged: Judged): WrittenEvent {
  const { chain, at, evidenceId, actor } = judged;
  const data = { evidence_id: evidenceId, action, actor };
  return eventOf(ids, { chain, type: 'evaluation.blocked', data, at });
}

function escalatedEvent(
  ids: IdSource,
  { action }: EvaluationRequest,
  { chain, at, evidenceId, actor }: Judged,
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
