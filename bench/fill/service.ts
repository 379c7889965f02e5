/** The code of the service that the bench runs in its own process, apart from the law engine's rules. */
import { randomFillSync } from 'node:crypto';
import { termsOf } from '../../service/approvals/use/index.ts';
import { readConfig } from '../../service/config/config.ts';
import type { OpenedApproval } from '../../service/database/tables/approval.ts';
import { decide } from '../../service/evaluation/decide.ts';
import { NO_FACTS } from '../../service/evaluation/facts.ts';
import type { EvaluationRequest } from '../../service/evaluation/index.ts';
import { buildQuestion } from '../../service/evaluation/question.ts';
import { evaluationRecordText, requestText } from '../../service/evaluation/record.ts';
import type { ArtifactDraft } from '../../service/evidence/artifact.ts';
import { createFirstKeys } from '../../service/first-run.ts';
import { DEFAULT_SETTINGS, versionOf } from '../../service/governance/settings/terms/index.ts';
import { createLogger } from '../../service/logging/log.ts';
import { type Service, startService } from '../../service/wiring.ts';

const { settings, version } = versionOf(DEFAULT_SETTINGS);

export const fillRandom = (target: Uint8Array): void => void randomFillSync(target);

/** What the eight laws say, by the settings that a tenant begins with. */
export function judge(request: EvaluationRequest): ReturnType<typeof decide> {
  return decide(buildQuestion(request, NO_FACTS, settings));
}

/** What the service records of the evaluation. @param escalated what an escalation opens. */
export function recordOf(
  request: EvaluationRequest,
  decision: ReturnType<typeof decide>,
  party: string,
  escalated?: { escalationId: string; approval: OpenedApproval },
): string {
  return evaluationRecordText(requestText(request), decision, {
    facts: NO_FACTS,
    settingsVersion: version,
    party,
    ...(escalated && { escalationId: escalated.escalationId, approval: termsOf(escalated.approval) }),
  });
}

export function evaluationDraft(
  { action, agent_id: actor = '' }: EvaluationRequest,
  verdict: string,
  payload: string,
  created_at: number,
  id: string,
): ArtifactDraft {
  return { id, artifact_type: 'governance_eval', action, verdict, actor, created_at, payload };
}

/** Runs work with the service's own code on a database that no process serves. Its first keys are there. */
export async function withService<T>(
  environment: Record<string, string>,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const service = await startService(readConfig(environment), createLogger('warn'));
  try {
    await createFirstKeys(service);
    return await work(service);
  } finally {
    await service.close();
  }
}
