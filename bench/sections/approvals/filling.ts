/**
 * Fills an installation with approvals that were resolved last month and the month before. Artifacts are decided, worded,
 * sealed and stored by the service's own code, and the rows are those that it leaves; truth verification says whether
 * they are. Their causes of trust wait, for the service to take up when it starts. There are no events: of that time
 * they are forgotten.
 */

import type { Decision } from '../../../service/approvals/approval.ts';
import { openedApproval } from '../../../service/approvals/index.ts';
import { resolutionDraft } from '../../../service/approvals/resolution.ts';
import { readConfig } from '../../../service/config/config.ts';
import { openAppendStore } from '../../../service/database/append-open.ts';
import { type Database, openDatabase } from '../../../service/database/open.ts';
import type { ApprovalStatus, OpenedApproval } from '../../../service/database/tables/approval.ts';
import type { TrustCausesTable } from '../../../service/database/tables/governance.ts';
import { decide } from '../../../service/evaluation/decide.ts';
import { type ApprovalState, NO_FACTS } from '../../../service/evaluation/facts.ts';
import type { EvaluationRequest } from '../../../service/evaluation/index.ts';
import { buildQuestion } from '../../../service/evaluation/question.ts';
import { evaluationRecordText, requestText } from '../../../service/evaluation/record.ts';
import type { ArtifactDraft } from '../../../service/evidence/artifact.ts';
import { createFirstKeys } from '../../../service/first-run.ts';
import { IdSource } from '../../../service/foundation/ids.ts';
import {
  DEFAULT_APPROVAL_SETTINGS,
  DEFAULT_SETTINGS,
  versionOf,
} from '../../../service/governance/settings/index.ts';
import type { Principal } from '../../../service/keys/index.ts';
import { createLogger } from '../../../service/log/log.ts';
import { startService } from '../../../service/wiring.ts';
import type { Context } from '../../context.ts';
import { addDrafts, fillRandom } from '../../fill/fill.ts';
import type { Installation } from '../../servers/assize.ts';

const PERIOD_MS = 30 * 86_400_000;
const ENDED_BEFORE_MS = 31 * 86_400_000;
const DECIDED_AFTER_MS = 60_000;
const USED_AFTER_MS = 90_000;
const AT_ONCE = 2000;
/** Of the rows of one statement, whose parameters are limited. */
const ROWS_AT_ONCE = 500;

const { settings, version } = versionOf(DEFAULT_SETTINGS);

/** A human is asked, and an approval is all that is missing. */
export function graveRequest(number: number): EvaluationRequest {
  return {
    action: 'invoice.pay',
    agent_id: agentOf(number),
    context: {
      risk_level: 'high',
      confidence_score: 0.95,
      trust_score: 95,
      invoice: { number, customer: `customer-${number % 1000}`, subject: 'Closing of the month' },
    },
  };
}

function agentOf(number: number): string {
  return `agent-${number % 300}`;
}

interface Row extends OpenedApproval {
  status: ApprovalStatus;
  resolved_at: number;
  resolution_evidence_id: string;
  consumed_at: number | null;
  consumed_by: string | null;
}

interface Resolved {
  row: Row;
  decision: Decision;
  cause: TrustCausesTable;
  artifacts: ArtifactDraft[];
}

/** @param count at least one. */
export async function fillResolved(
  context: Context,
  installation: Installation,
  count: number,
): Promise<void> {
  const { database } = readConfig(installation.environment);
  const principal = await firstPrincipal(installation);
  const ids = new IdSource(fillRandom);
  const beganAt = Date.now() - ENDED_BEFORE_MS - PERIOD_MS;
  const store = await openAppendStore(database);
  const db = await openDatabase(database, () => undefined);
  try {
    for (let done = 0; done < count; done += AT_ONCE) {
      context.progress(`approvals: ${done} of ${count} resolved in ${installation.name}`);
      const some = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, place) => {
        const at = beganAt + Math.floor(((done + place) / count) * (PERIOD_MS - USED_AFTER_MS));
        return resolvedAt(done + place, at, principal, ids);
      });
      const drafts = some.flatMap(({ artifacts }) => artifacts.map((artifact) => ({ artifact })));
      await addDrafts(store, principal.chain, drafts);
      await insertRows(db, some);
    }
  } finally {
    await db.destroy();
    await store.close();
  }
}

async function firstPrincipal(installation: Installation): Promise<Principal> {
  const service = await startService(readConfig(installation.environment), createLogger('warn'));
  try {
    await createFirstKeys(service);
    return await service.authenticator.authenticate(installation.key);
  } finally {
    await service.close();
  }
}

/** One in five is rejected; of the others every other one is used. */
function resolvedAt(number: number, at: number, { chain, keyId }: Principal, ids: IdSource): Resolved {
  const request = graveRequest(number);
  const escalationId = ids.ordered('esc', at);
  const asked = evaluationOf(request, 'none', at, keyId, ids, escalationId);
  const escalation = { chain, evidenceId: asked.id, at, escalationId, keyId, riskLevel: 'high', request };
  const opened = openedApproval(escalation, DEFAULT_APPROVAL_SETTINGS);
  const decided_at = at + DECIDED_AFTER_MS;
  const resolution = number % 5 === 0 ? 'rejected' : 'approved';
  const told = { decision: resolution, decided_by: 'dana', comment: 'seen', decided_at } as const;
  const decision: Decision = { party: keyId, ...told };
  const ended = { resolution, actor: keyId, at: decided_at, decisions: [decision] } as const;
  const resolving = resolutionDraft(ids.ordered('ev', decided_at), opened, ended);
  const row: Row = {
    ...opened,
    status: resolution,
    resolved_at: decided_at,
    resolution_evidence_id: resolving.id,
    consumed_at: null,
    consumed_by: null,
  };
  const cause: TrustCausesTable = {
    chain,
    evidence_id: resolving.id,
    agent_id: agentOf(number),
    cause: resolution,
    risk_level: escalation.riskLevel,
    action: request.action,
    happened_at: decided_at,
  };
  const unused = { row, decision, cause, artifacts: [asked, resolving] };
  if (resolution === 'rejected' || number % 2 === 0) return unused;
  const named = { ...request.context, has_approval: true, approval_id: opened.approval_id };
  const usedAt = at + USED_AFTER_MS;
  const used = evaluationOf({ ...request, context: named }, 'approved', usedAt, keyId, ids);
  const consumed = { status: 'consumed', consumed_at: usedAt, consumed_by: used.id } as const;
  return { ...unused, row: { ...row, ...consumed }, artifacts: [asked, resolving, used] };
}

function evaluationOf(
  request: EvaluationRequest,
  approval: ApprovalState,
  created_at: number,
  keyId: string,
  ids: IdSource,
  escalationId?: string,
): ArtifactDraft {
  const facts = { ...NO_FACTS, approval };
  const decision = decide(buildQuestion(request, facts, settings));
  const wanted = escalationId === undefined ? 'proceed' : 'escalate';
  if (decision.verdict !== wanted) throw new Error(`the verdict is ${decision.verdict} instead of ${wanted}`);
  return {
    id: ids.ordered('ev', created_at),
    artifact_type: 'governance_eval',
    action: request.action,
    verdict: decision.verdict,
    actor: request.agent_id ?? keyId,
    created_at,
    payload: evaluationRecordText(requestText(request), decision, {
      facts,
      settingsVersion: version,
      keyId,
      escalationId,
    }),
  };
}

async function insertRows(db: Database, resolved: readonly Resolved[]): Promise<void> {
  for (let from = 0; from < resolved.length; from += ROWS_AT_ONCE) {
    const some = resolved.slice(from, from + ROWS_AT_ONCE);
    const approvals = some.map(({ row }) => row);
    const decisions = some.map(({ row: { chain, approval_id }, decision }) => {
      return { chain, approval_id, ...decision };
    });
    await db.insertInto('approvals').values(approvals).execute();
    await db.insertInto('approval_decisions').values(decisions).execute();
    const causes = some.map(({ cause }) => cause);
    await db.insertInto('trust_causes').values(causes).execute();
  }
}
