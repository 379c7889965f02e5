/** Opens the approval of a change of governance, in one commit with the artifact that asks for it. */
import { canonicalJson } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { byIndex } from '../../database/sqlite/by-index.ts';
import type { OpenedApproval } from '../../database/tables/approval.ts';
import { type Actor, type ChangeDeps, partyOf } from '../../evidence/changes/index.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import type { Environment } from '../../tenants/index.ts';
import { approvalIdOf } from '../approval.ts';
import { BINDING_VERSION } from '../binding.ts';
import { approvalCreatedEvent } from '../events.ts';
import { termsOf } from '../use/index.ts';
import {
  type AskedChange,
  bindingOfChange,
  RISK_OF_CHANGES,
  statedChange,
  termsOfChange,
} from './asked-change.ts';

export interface AskingForChange {
  chain: number;
  environment: Environment;
  actor: Actor;
  /** `governance.` and the recorded action. */
  action: string;
  change: AskedChange;
  /** How many must approve, unless a route takes more. */
  approvals: number;
}

/** The same change that already waits is not asked for twice. @returns its approval; undefined where another was asked for meanwhile. */
export async function askForChange(
  deps: ChangeDeps & { db: Database },
  settings: ApprovalSettings,
  { chain, environment, actor, action, change, approvals }: AskingForChange,
): Promise<string | undefined> {
  const { db, ids, clock } = deps;
  const at = clock.now();
  const binding = bindingOfChange(action, change);
  const waiting = db
    .selectFrom(byIndex(db, 'approvals', 'approvals_by_status'))
    .select('approval_id')
    .where('chain', '=', chain)
    .where('status', '=', 'pending')
    .where('expires_at', '>', at)
    .where('governs', '=', change.area)
    .where('binding', '=', binding);
  const found = await waiting.executeTakeFirst();
  if (found !== undefined) return found.approval_id;
  const escalationId = ids.ordered('esc', at);
  const approval: OpenedApproval = {
    ...{ chain, action, binding, binding_version: BINDING_VERSION, created_at: at },
    ...{ approval_id: approvalIdOf(escalationId), evidence_id: ids.ordered('ev', at) },
    ...{ agent_id: null, user_id: null, requested_by: partyOf(actor), risk_level: RISK_OF_CHANGES },
    ...{ bundle: null, governs: change.area },
    ...termsOfChange(action, environment, settings, approvals, at),
  };
  const member = typeof actor === 'string' ? null : actor.member;
  const { kind } = await deps.appender.append({
    chain,
    artifact: {
      id: approval.evidence_id,
      artifact_type: 'governance_change',
      action,
      verdict: null,
      actor: partyOf(actor),
      created_at: at,
      payload: canonicalJson({
        action,
        approval: { ...termsOf(approval) },
        asks: true,
        by: partyOf(actor),
        change: statedChange(change),
        escalation_id: escalationId,
        ...(member !== null && { session_id: member.sessionId }),
      }),
    },
    approval,
    events: [approvalCreatedEvent(ids, approval)],
    statements: [bound(waiting.limit(1), 0)],
  });
  return kind === 'appended' ? approval.approval_id : undefined;
}
