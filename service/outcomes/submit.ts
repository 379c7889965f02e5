/**
 * Records the outcome of an action: an `action_executed` artifact, linked to its evaluation if the caller
 * names one. An evaluation has one outcome. Like a verdict, it is durable before the answer.
 */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { settlementStatements } from '../budgets/index.ts';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { actorOf } from '../evaluation/question/index.ts';
import { gravityOfRecord } from '../evaluation/record/index.ts';
import { type EventDraft, eventOf } from '../events/index.ts';
import { allowanceExceeded } from '../evidence/append/index.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { Append } from '../evidence/index.ts';
import { type Artifact, findArtifact } from '../evidence/reading/index.ts';
import { Failure, type Fault } from '../foundation/failure.ts';
import type { Allowance } from '../foundation/meters.ts';
import { type Principal, requestBy } from '../keys/index.ts';
import { requireOwnEvaluation } from '../members/index.ts';
import { causeOfOutcome, causeStatement } from '../trust/index.ts';

/** How far the caller's clock may be ahead of the service's, ms. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const RETRY_AFTER_SECONDS = 1;

export const OUTCOMES = ['success', 'failure'] as const;

export interface ReportedOutcome {
  action: string;
  context: JsonObject;
  outcome: (typeof OUTCOMES)[number];
  /** ms since the epoch. */
  executedAt: number;
  agent_id?: string;
  user_id?: string;
  /** The evidence id of the evaluation of this action. */
  evaluation_id?: string;
  /** The real cost, USD. */
  actual_cost_usd?: number;
}

export interface SubmitDeps extends ChangeDeps {
  db: Database;
}

export interface Submitted {
  artifact: Artifact;
  /** Whether the verdict of the named evaluation was block. */
  executedDespiteBlock: boolean;
}

/**
 * @param allowance the month's limit, if there is one.
 * @throws {Failure} `invalid` if the time is in the future or the evaluation does not belong to this chain;
 * `forbidden` if another party asked for it, or it is of another agent than the credential; `conflict` if its outcome
 * was reported already; `allowance_exceeded`; `unavailable`.
 */
export async function submitOutcome(
  { db, appender, clock, ids }: SubmitDeps,
  principal: Principal,
  sent: ReportedOutcome,
  allowance?: Allowance,
): Promise<Submitted> {
  const reported = requestBy(principal, sent);
  const { chain, party } = principal;
  const nowMs = clock.now();
  const evaluation =
    reported.evaluation_id === undefined ? null : await findArtifact(db, chain, reported.evaluation_id);
  const faults = faultsOf(reported, evaluation, nowMs);
  if (faults.length > 0) throw Failure.invalid(faults);
  if (evaluation !== null) {
    // A report fills its only outcome, settles its reservation, and counts towards the agent's trust.
    await requireOwnEvaluation(db, principal, evaluation.payload, 'The outcome of an evaluation');
    await requireUnreported(db, chain, evaluation.id);
  }

  const verdict = evaluation?.verdict ?? null;
  const executedDespiteBlock = verdict === 'block';
  const id = ids.ordered('ev', nowMs);
  const actor = actorOf(reported, party);
  const { action } = reported;
  const result = await appender.append({
    chain,
    artifact: {
      id,
      artifact_type: 'action_executed',
      action,
      verdict,
      actor,
      created_at: nowMs,
      payload: outcomeText(reported, party, executedDespiteBlock),
    },
    allowance,
    ...(evaluation === null
      ? {}
      : await effectsOf({ db, ids }, reported, evaluation, { id, chain, actor, at: nowMs })),
  });
  if (evaluation !== null && result.kind === 'overtaken') {
    await requireUnreported(db, chain, evaluation.id);
    throw Failure.unavailable(
      RETRY_AFTER_SECONDS,
      new Error('its reservation was removed with its evidence'),
    );
  }
  if (result.kind === 'over' && allowance) throw allowanceExceeded(result, allowance, nowMs);
  const artifact = await findArtifact(db, chain, id);
  if (artifact === null) throw new Error('an appended artifact is missing');
  return { artifact, executedDespiteBlock };
}

interface Reported {
  id: string;
  chain: number;
  actor: string;
  at: number;
}

/** The changes that commit with the outcome of an evaluation. */
async function effectsOf(
  { db, ids }: Pick<SubmitDeps, 'db' | 'ids'>,
  reported: ReportedOutcome,
  evaluation: Artifact,
  { id, chain, actor, at }: Reported,
): Promise<Pick<Append, 'events' | 'statements'>> {
  const row = { chain, evaluation_id: evaluation.id, evidence_id: id, reported_at: at };
  const taken = db
    .insertInto('outcomes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  const settled = await settlementStatements(db, {
    chain,
    evaluationId: evaluation.id,
    outcomeId: id,
    outcome: reported.outcome,
    actualCostUsd: reported.actual_cost_usd,
  });
  const despiteBlock: EventDraft = {
    chain,
    type: 'action.executed_despite_block',
    data: { evidence_id: id, evaluation_id: evaluation.id, action: reported.action, actor },
    at,
  };
  return {
    statements: [bound(taken, 1), ...settled, ...trustIn(db, evaluation, reported, { chain, id, at })],
    ...(evaluation.verdict === 'block' ? { events: [eventOf(ids, despiteBlock)] } : {}),
  };
}

/**
 * Counts towards the trust of the evaluation's agent. If that record is gone, the agent is unknown, and it
 * counts for none.
 */
function trustIn(
  db: Database,
  { verdict, payload }: Artifact,
  { action, outcome }: ReportedOutcome,
  { chain, id, at }: Pick<Reported, 'chain' | 'id' | 'at'>,
): BoundStatement[] {
  const type = causeOfOutcome(verdict, outcome);
  const gravity = gravityOfRecord(payload);
  if (type === null || gravity === null) return [];
  return [causeStatement(db, { chain, evidenceId: id, ...gravity, type, action, at })];
}

/**
 * Those of the given evaluations that have a reported outcome. @param evaluations evidence ids; some
 * hundreds.
 */
export async function reportedAmong(
  db: Database,
  chain: number,
  evaluations: readonly string[],
): Promise<Set<string>> {
  return new Set((await outcomesOf(db, chain, evaluations)).keys());
}

/** The artifacts of the reported outcomes, by evaluation. @param evaluations evidence ids; some hundreds. */
export async function outcomesOf(
  db: Database,
  chain: number,
  evaluations: readonly string[],
): Promise<Map<string, string>> {
  if (evaluations.length === 0) return new Map();
  const rows = await db
    .selectFrom('outcomes')
    .select(['evaluation_id', 'evidence_id'])
    .where('chain', '=', chain)
    .where('evaluation_id', 'in', evaluations)
    .execute();
  return new Map(rows.map(({ evaluation_id, evidence_id }) => [evaluation_id, evidence_id]));
}

/** @throws {Failure} `conflict` */
async function requireUnreported(db: Database, chain: number, evaluationId: string): Promise<void> {
  const earlier = await db
    .selectFrom('outcomes')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('evaluation_id', '=', evaluationId)
    .executeTakeFirst();
  if (earlier === undefined) return;
  throw new Failure(
    'conflict',
    `The outcome of this evaluation was reported before, as ${earlier.evidence_id}.`,
    { conflict: 'outcome_reported' },
  );
}

/** The same answer for every other id, so that it reveals nothing about other tenants' evaluations. */
function faultsOf(reported: ReportedOutcome, evaluation: Artifact | null, nowMs: number): Fault[] {
  const faults: Fault[] = [];
  if (reported.executedAt > nowMs + CLOCK_TOLERANCE_MS) {
    const message = 'Input should be at most 5 minutes in the future';
    faults.push({ field: ['executed_at'], message, type: 'datetime_past' });
  }
  if (reported.evaluation_id !== undefined && evaluation?.artifactType !== 'governance_eval') {
    const message = 'Input should be the evidence id of an evaluation';
    faults.push({ field: ['evaluation_id'], message, type: 'value_error' });
  }
  return faults;
}

function outcomeText(reported: ReportedOutcome, party: string, executedDespiteBlock: boolean): string {
  const { executedAt, ...fields } = reported;
  return canonicalJson({
    ...fields,
    executed_at: new Date(executedAt).toISOString(),
    key_id: party,
    ...(executedDespiteBlock ? { executed_despite_block: true } : {}),
  });
}
