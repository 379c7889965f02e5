/**
 * A tenant's evidence as it would have come about: evaluations that the laws judged and the service's own code wrote
 * down, and one or two artifacts of rarer types in a hundred. Times run over 90 days up to the present.
 */
import { canonicalJson } from '@assize/evidence-format';
import { openedApproval } from '../../service/approvals/index.ts';
import type { OpenedApproval } from '../../service/database/tables/approval.ts';
import type { ArtifactDraft, ArtifactType } from '../../service/evidence/artifact.ts';
import type { IdSource } from '../../service/foundation/ids.ts';
import { DEFAULT_APPROVAL_SETTINGS } from '../../service/governance/settings/index.ts';
import { actionOf, type Draw, requestOf } from './requests.ts';
import { evaluationDraft, judge, recordOf } from './service.ts';

export const PERIOD_MS = 90 * 86_400_000;
/** Clocks of nodes differ, so times are not quite in the order of the chain. */
const CLOCKS_DIFFER_MS = 40;

/** Shares of all artifacts. The rest are evaluations. */
const RARER: readonly [ArtifactType, number][] = [
  ['action_executed', 0.011],
  ['action_approved', 0.002],
  ['action_rejected', 0.001],
  ['trust_update', 0.001],
  ['compliance_check', 0.0005],
  ['governance_change', 0.0002],
];
const ON_ACTIONS: readonly ArtifactType[] = ['action_executed', 'action_approved', 'action_rejected'];
export const RARE_TYPE: ArtifactType = 'compliance_check';

export interface Drafted {
  artifact: ArtifactDraft;
  approval?: OpenedApproval;
}

export interface Tenant {
  chain: number;
  keyId: string;
  /** How many artifacts share the period. */
  artifacts: number;
  /** When the period ends, ms since the epoch. */
  endsAt: number;
}

/** @param place of the artifact, from 0, which its time depends on. */
export function draftAt(place: number, tenant: Tenant, draw: Draw, ids: IdSource): Drafted {
  const { chain, artifacts, endsAt, keyId } = tenant;
  const since = Math.floor(PERIOD_MS * (1 - place / artifacts));
  const at = endsAt - since - draw.below(CLOCKS_DIFFER_MS);
  const id = ids.ordered('ev', at);
  const rarer = rarerType(draw.share());
  if (rarer !== null) return { artifact: rarerDraft(rarer, keyId, draw, at, id) };
  const request = requestOf(draw);
  const decision = judge(request);
  const { verdict } = decision;
  if (verdict !== 'escalate') {
    return { artifact: evaluationDraft(request, verdict, recordOf(request, decision, keyId), at, id) };
  }
  const escalationId = ids.ordered('esc', at);
  const riskLevel = request.context.risk_level ?? 'low';
  const escalation = { chain, evidenceId: id, at, escalationId, keyId, riskLevel, request };
  const approval = openedApproval(escalation, DEFAULT_APPROVAL_SETTINGS);
  const payload = recordOf(request, decision, keyId, { escalationId, approval });
  return { artifact: evaluationDraft(request, verdict, payload, at, id), approval };
}

function rarerType(share: number): ArtifactType | null {
  let end = 0;
  for (const [type, of] of RARER) {
    end += of;
    if (share < end) return type;
  }
  return null;
}

/** Its payload is of the usual size. Apart from what lists show, it is made up. */
function rarerDraft(
  artifact_type: ArtifactType,
  key_id: string,
  draw: Draw,
  created_at: number,
  id: string,
): ArtifactDraft {
  const actor = `agent-${draw.below(300)}`;
  const action = ON_ACTIONS.includes(artifact_type) ? actionOf(draw) : null;
  const verdict = { action_approved: 'proceed', action_rejected: 'block' }[artifact_type as string] ?? null;
  const context = { attempt: 1 + draw.below(3), target: `order-${draw.below(1_000_000)}` };
  const executed_at = new Date(created_at).toISOString();
  const payload = canonicalJson({
    action,
    agent_id: actor,
    context,
    executed_at,
    key_id,
    outcome: 'success',
  });
  return { id, artifact_type, action, verdict, actor, created_at, payload };
}
