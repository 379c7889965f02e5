/**
 * A tenant's evidence as it would have come about: evaluations that the laws judged and the service's own code wrote
 * down, and between them, one or two in a hundred, the rarer types. Times run over 90 days up to the present.
 */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { openedApproval } from '../../service/approvals/index.ts';
import type { OpenedApproval } from '../../service/database/tables/approval.ts';
import { decide } from '../../service/evaluation/decide.ts';
import { NO_FACTS } from '../../service/evaluation/facts.ts';
import { buildQuestion } from '../../service/evaluation/question.ts';
import { evaluationRecordText, requestText } from '../../service/evaluation/record.ts';
import type { ArtifactDraft, ArtifactType } from '../../service/evidence/artifact.ts';
import type { IdSource } from '../../service/foundation/ids.ts';
import {
  DEFAULT_APPROVAL_SETTINGS,
  DEFAULT_SETTINGS,
  versionOf,
} from '../../service/governance/settings/index.ts';
import type { Draw } from './random.ts';
import { actionOf, requestOf } from './requests.ts';

export const PERIOD_MS = 90 * 86_400_000;
/** Clocks of nodes differ, so times are not quite in the order of the chain, ms. */
const CLOCKS_DIFFER_MS = 40;

/** Shares of the whole; the rest are evaluations. */
const RARER: readonly [ArtifactType, number][] = [
  ['action_executed', 0.011],
  ['action_approved', 0.002],
  ['action_rejected', 0.001],
  ['trust_update', 0.001],
  ['compliance_check', 0.0005],
  ['governance_change', 0.0002],
];
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

const { settings, version } = versionOf(DEFAULT_SETTINGS);

/** @param place of the artifact, from 0, which is what its time goes by. */
export function draftAt(
  place: number,
  { chain, artifacts, endsAt, keyId }: Tenant,
  draw: Draw,
  ids: IdSource,
): Drafted {
  const since = Math.floor(PERIOD_MS * (1 - place / artifacts));
  const created_at = endsAt - since - draw.below(CLOCKS_DIFFER_MS);
  const id = ids.ordered('ev', created_at);
  const rarer = rarerType(draw.share());
  if (rarer !== null) {
    const rest = rarerArtifact(rarer, keyId, draw, created_at);
    return { artifact: { id, artifact_type: rarer, created_at, ...rest } };
  }
  const request = requestOf(draw);
  const decision = decide(buildQuestion(request, NO_FACTS, settings));
  const { verdict } = decision;
  const escalationId = verdict === 'escalate' ? ids.ordered('esc', created_at) : undefined;
  const asked = requestText(request);
  const artifact: ArtifactDraft = {
    id,
    artifact_type: 'governance_eval',
    action: request.action,
    verdict,
    actor: request.agent_id ?? keyId,
    created_at,
    payload: evaluationRecordText(asked, decision, {
      facts: NO_FACTS,
      settingsVersion: version,
      keyId,
      escalationId,
    }),
  };
  if (escalationId === undefined) return { artifact };
  const riskLevel = request.context.risk_level ?? 'low';
  const escalation = { chain, evidenceId: id, at: created_at, escalationId, keyId, riskLevel, request };
  return { artifact, approval: openedApproval(escalation, DEFAULT_APPROVAL_SETTINGS) };
}

function rarerType(share: number): ArtifactType | null {
  let end = 0;
  for (const [type, of] of RARER) {
    end += of;
    if (share < end) return type;
  }
  return null;
}

type Rest = Pick<ArtifactDraft, 'action' | 'verdict' | 'actor' | 'payload'>;

function rarerArtifact(type: ArtifactType, keyId: string, draw: Draw, at: number): Rest {
  const agent_id = `agent-${draw.below(300)}`;
  const written = (
    action: string | null,
    verdict: string | null,
    actor: string,
    payload: JsonObject,
  ): Rest => {
    return { action, verdict, actor, payload: canonicalJson(payload) };
  };
  switch (type) {
    case 'action_executed': {
      const action = actionOf(draw);
      const executed_at = new Date(at).toISOString();
      const outcome = draw.below(20) === 0 ? 'failure' : 'success';
      const context = { attempt: 1 + draw.below(3), target: `order-${draw.below(1_000_000)}` };
      return written(action, null, agent_id, {
        action,
        agent_id,
        context,
        executed_at,
        key_id: keyId,
        outcome,
      });
    }
    case 'action_approved':
    case 'action_rejected': {
      const approved = type === 'action_approved';
      const resolution = approved ? 'approved' : 'rejected';
      return written(actionOf(draw), approved ? 'proceed' : 'block', keyId, { resolution, comment: 'seen' });
    }
    case 'trust_update': {
      const before = 40 + draw.below(50);
      return written(null, null, agent_id, { agent_id, before, after: before + 1, cause: 'success' });
    }
    case 'compliance_check':
      return written(null, null, keyId, {
        framework: 'soc2',
        met: 40 + draw.below(9),
        not_met: draw.below(4),
      });
    default: {
      const action = 'note.add';
      return written(action, null, keyId, {
        action,
        by: keyId,
        change: { text: `note ${draw.below(1000)}` },
      });
    }
  }
}
