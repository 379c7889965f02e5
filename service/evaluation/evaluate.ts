/**
 * The road of one evaluation: gather facts, decide, append the evidence, answer. Nothing is answered before the
 * evidence is durable; where it can't be made durable there is no verdict.
 */

import { termsOf } from '../approvals/index.ts';
import { type ArtifactDraft, allowanceExceeded, type EvidenceAppender } from '../evidence/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import type { IdSource } from '../foundation/ids.ts';
import { isTurnUsedUp, nextTurn } from '../foundation/turns.ts';
import { type Draft, policiesWithDraft } from '../governance/policies/index.ts';
import type { ApprovalSettings, SettingsVersion } from '../governance/settings/index.ts';
import type { Principal } from '../keys/index.ts';
import {
  allowanceFor,
  countCall,
  type Quotas,
  requireCall,
  type UsageWarning,
  warningOf,
} from '../usage/index.ts';
import { consequencesOf } from './consequences.ts';
import { decide } from './decide.ts';
import { type Execution, executionOf, withExecution } from './execution.ts';
import { explain, type LawRemedy, remediesOf } from './explain.ts';
import type { Facts } from './facts.ts';
import { type GatherDeps, gather } from './gather.ts';
import type { Decision, LawResult, Verdict } from './judgement.ts';
import { withMatches } from './matches.ts';
import { isOverruled } from './overruled.ts';
import { evaluationRecordText, requestText } from './record.ts';
import { claimOf, replay } from './replay.ts';
import type { EvaluationRequest } from './request.ts';
import { EVERYBODY } from './suspects.ts';

export interface TimedLaw extends Omit<LawResult, 'remedy'> {
  /** ms, with fractions. */
  duration_ms: number;
}

export interface Evaluation {
  verdict: Verdict;
  action: string;
  explanation: string;
  /** ms since the epoch. */
  evaluatedAt: number;
  /** From the question to the verdict, ms with fractions; the evidence is written after it. */
  durationMs: number;
  laws: TimedLaw[];
  remedies: LawRemedy[];
}

export interface RecordedEvaluation extends Evaluation {
  evidenceId: string;
  /** Present when the verdict is `escalate`; its approval has the same digits. */
  escalationId?: string;
  /** Where it was to be executed at once: the artifact that says it was; null where the verdict was no proceed. */
  executionEvidenceId?: string | null;
  /** How much of the month's allowance is used, where that is nearly all of it. */
  usage?: UsageWarning;
  /** It was answered before, under the same idempotency key. */
  replayed?: true;
}

export interface EvaluateDeps extends GatherDeps {
  quotas: Quotas;
  appender: EvidenceAppender;
  /** Of tenants that have set none. */
  approvalSettings: ApprovalSettings;
  ids: IdSource;
}

export interface EvaluateOptions {
  /** Records what may proceed as executed, in the same commit. It costs one core API call. */
  execute?: boolean;
}

/**
 * An approval changes at most three times; a budget that has run low, a past other than assumed, and a remembered
 * answer that may not be repeated, each lead to one more.
 */
const MAX_ATTEMPTS = 6;
const RETRY_AFTER_SECONDS = 1;
const CHANGED_ALL_THE_TIME = 'the approval or the budget changed all the time';

/**
 * @param idempotencyKey the caller's; the same key again, within 24 hours, is answered with the first outcome, unless
 * that was a proceed of an agent that may not act by now.
 * @throws {Failure} `idempotency_key_reuse` where the key came with another request; `allowance_exceeded`; `unavailable`.
 */
export async function evaluate(
  deps: EvaluateDeps,
  principal: Principal,
  request: EvaluationRequest,
  idempotencyKey?: string,
  { execute = false }: EvaluateOptions = {},
): Promise<RecordedEvaluation> {
  const asked = requestText(request);
  let remembered: RecordedEvaluation | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const found = deps.quotas.of(principal);
    const quota = found instanceof Promise ? await found : found;
    const known = gather(deps, principal, request, quota);
    const gathered = known instanceof Promise ? await known : known;
    const { at: evaluatedAt, active, facts, cover, assumption } = gathered;
    const allowance = allowanceFor(quota);
    const { laws, approvals } = active.settings;
    const { evaluation, decision } = judge(deps.clock, evaluatedAt, request, facts, laws);
    const evidenceId = deps.ids.ordered('ev', evaluatedAt);
    const actor = request.agent_id ?? request.user_id ?? principal.keyId;
    const judged = { evidenceId, verdict: evaluation.verdict, actor, at: evaluatedAt };
    const { escalationId, reservation, ...withIt } = consequencesOf(deps, principal.keyId, request, facts, {
      chain: principal.chain,
      ...judged,
      settings: laws.settings,
      approvals: approvals ?? deps.approvalSettings,
      cover,
    });
    const execution = execute ? executionOf(deps, principal, quota, request, judged) : undefined;
    const recorded = recordedOf(evaluation, evidenceId, escalationId, execution);
    const isOver = remembered && (await isOverruled(deps, principal, request, gathered, remembered));
    const overruled = isOver ? remembered : undefined;
    const claim =
      idempotencyKey === undefined ? undefined : claimOf(idempotencyKey, asked, recorded, overruled);

    const payload = evaluationRecordText(asked, decision, {
      facts,
      settingsVersion: laws.version,
      policiesVersion: active.policies?.version,
      keyId: principal.keyId,
      escalationId,
      approval: withIt.approval && termsOf(withIt.approval),
    });
    const appending = deps.appender.append({
      chain: principal.chain,
      artifact: artifactOf(recorded, actor, payload),
      ...(execution === undefined ? withIt : withExecution(withIt, execution)),
      allowance,
      idempotency: claim,
      unlessRefusedAfter: assumption?.unlessRefusedAfter,
    });
    const result = await (reservation ? reservation.madeWith(appending) : appending);
    if (result.kind === 'repeated') {
      remembered = replay(result, claim);
      if (!(await isOverruled(deps, principal, request, gathered, remembered))) return remembered;
      continue;
    }
    if (result.kind === 'over' && allowance) throw allowanceExceeded(result, allowance, evaluatedAt);
    if (result.kind === 'appended') return { ...recorded, usage: warningOf(quota, result.used) };
    assumption?.failed();
    if (execute) await requireCall(deps, principal, 'core_api_calls', quota);
  }
  throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error(CHANGED_ALL_THE_TIME));
}

function recordedOf(
  evaluation: Evaluation,
  evidenceId: string,
  escalationId: string | undefined,
  execution: Execution | undefined,
): RecordedEvaluation {
  const recorded: RecordedEvaluation = { ...evaluation, evidenceId };
  if (escalationId !== undefined) recorded.escalationId = escalationId;
  if (execution !== undefined) recorded.executionEvidenceId = execution.executionEvidenceId;
  return recorded;
}

function artifactOf(
  { evidenceId, action, verdict, evaluatedAt }: RecordedEvaluation,
  actor: string,
  payload: string,
): ArtifactDraft {
  const artifact_type = 'governance_eval';
  return { id: evidenceId, artifact_type, action, verdict, actor, created_at: evaluatedAt, payload };
}

/**
 * The same verdict, and nothing recorded but one core API call.
 * @param draft a policy that is tried with those in force, or in place of the one of its name.
 * @throws {Failure} `allowance_exceeded`; `invalid` where the draft is.
 */
export async function simulate(
  deps: GatherDeps & Pick<EvaluateDeps, 'quotas'>,
  principal: Principal,
  request: EvaluationRequest,
  draft?: Draft,
): Promise<Evaluation> {
  const quota = await deps.quotas.of(principal);
  // Before a draft is read, which takes more than being refused does.
  if (draft !== undefined) await requireCall(deps, principal, 'core_api_calls', quota);
  const tried = draft && (await policiesWithDraft(deps.db, principal.chain, draft));
  const looking = { ...deps, suspects: EVERYBODY };
  const { at, active, facts: known } = await gather(looking, principal, request, quota);
  const { laws } = active.settings;
  const { environment, chain } = principal;
  while (tried && isTurnUsedUp()) await nextTurn(chain);
  const facts = tried ? withMatches(known, environment, request, laws.settings, tried) : known;
  const { evaluation } = judge(deps.clock, at, request, facts, laws);
  await countCall(deps, principal, 'core_api_calls', quota);
  return evaluation;
}

/** Decides, with the time each law took: `decide` itself reads no clock. */
function judge(
  clock: Clock,
  evaluatedAt: number,
  request: EvaluationRequest,
  facts: Facts,
  { settings }: SettingsVersion,
): { evaluation: Evaluation; decision: Decision } {
  const startedAt = clock.monotonic();
  const durations: number[] = [];
  let lapAt = startedAt;
  const decision = decide(request, facts, settings, () => {
    const now = clock.monotonic();
    durations.push(microseconds(now - lapAt));
    lapAt = now;
  });
  const laws = decision.laws.map(({ law_id, result, reason, details }, place) => {
    return { law_id, result, reason, details, duration_ms: durations[place] ?? 0 };
  });
  const evaluation = {
    verdict: decision.verdict,
    action: request.action,
    explanation: explain(decision),
    evaluatedAt,
    durationMs: microseconds(clock.monotonic() - startedAt),
    laws,
    remedies: remediesOf(decision),
  };
  return { evaluation, decision };
}

/** Milliseconds to the microsecond: more digits would only be noise. */
function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
