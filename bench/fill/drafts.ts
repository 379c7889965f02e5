/** A tenant's evidence of 90 days: evaluations that the service's own code judges and records, and some rarer types. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { openedApproval } from '../../service/approvals/use/index.ts';
import type { OpenedApproval } from '../../service/database/tables/approval.ts';
import type { ArtifactDraft, ArtifactType } from '../../service/evidence/artifact.ts';
import type { IdSource } from '../../service/foundation/ids.ts';
import { DEFAULT_APPROVAL_SETTINGS } from '../../service/governance/settings/terms/index.ts';
import { actionOf, type Draw, requestOf } from './requests.ts';
import { evaluationDraft, judge, recordOf } from './service.ts';

export const PERIOD_MS = 90 * 86_400_000;
/** Clocks of nodes differ, so times are not quite in the order of the chain. */
const CLOCKS_DIFFER_MS = 40;

interface Rarer {
  /** Of all artifacts. Those of no rarer type are evaluations. */
  share: number;
  verdict?: string;
  action?: string;
  /** In the form that the service reads, and short. */
  payload(common: { agent_id: string; key_id: string; executed_at: string }): JsonObject;
}

const resolved = (resolution: string) => () => ({ decisions: [], required_approvals: 1, resolution });
const CHECKED = { controls: [], checks: [], summary: { met: 1, partial: 0, not_met: 0, not_assessed: 0 } };
const RARER: Partial<Record<ArtifactType, Rarer>> = {
  action_executed: { share: 0.011, payload: (common) => ({ ...common, context: {}, outcome: 'success' }) },
  action_approved: { share: 0.002, verdict: 'proceed', payload: resolved('approved') },
  action_rejected: { share: 0.001, verdict: 'block', payload: resolved('rejected') },
  trust_update: { share: 0.001, payload: ({ agent_id }) => ({ agent_id }) },
  compliance_check: { share: 0.0005, action: 'eu-ai-act', payload: () => CHECKED },
  governance_change: { share: 0.0002, action: 'key.create', payload: () => ({ change: {} }) },
};
export const RARE_TYPE: ArtifactType = 'compliance_check';

export interface Drafted {
  artifact: ArtifactDraft;
  approval?: OpenedApproval;
}

export interface Tenant {
  chain: number;
  party: string;
  artifacts: number;
  /** Of the period, ms since the epoch. */
  endsAt: number;
}

/** @param place of the artifact, from 0, which its time depends on. */
export function draftAt(place: number, tenant: Tenant, draw: Draw, ids: IdSource): Drafted {
  const { chain, artifacts, endsAt, party } = tenant;
  const since = Math.floor(PERIOD_MS * (1 - place / artifacts));
  const at = endsAt - since - draw.below(CLOCKS_DIFFER_MS);
  const id = ids.ordered('ev', at);
  const rarer = rarerType(draw.share());
  if (rarer !== null) {
    const [artifact_type, { action = actionOf(draw), verdict = null, payload }] = rarer;
    const actor = `agent-${draw.below(300)}`;
    const executed_at = new Date(at).toISOString();
    const text = canonicalJson({ action, ...payload({ agent_id: actor, key_id: party, executed_at }) });
    return { artifact: { id, artifact_type, action, verdict, actor, created_at: at, payload: text } };
  }
  const request = requestOf(draw);
  const decision = judge(request);
  const { verdict } = decision;
  if (verdict !== 'escalate') {
    return { artifact: evaluationDraft(request, verdict, recordOf(request, decision, party), at, id) };
  }
  const escalationId = ids.ordered('esc', at);
  const riskLevel = request.context.risk_level ?? 'low';
  const escalation = { chain, evidenceId: id, at, escalationId, party, riskLevel, request };
  const approval = openedApproval(escalation, DEFAULT_APPROVAL_SETTINGS);
  const payload = recordOf(request, decision, party, { escalationId, approval });
  return { artifact: evaluationDraft(request, verdict, payload, at, id), approval };
}

function rarerType(share: number): [ArtifactType, Rarer] | null {
  let end = 0;
  for (const [type, rarer] of Object.entries(RARER)) {
    end += rarer.share;
    if (share < end) return [type as ArtifactType, rarer];
  }
  return null;
}
