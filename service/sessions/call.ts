/** The evaluated call whose result is reported, and whether this caller may report it. */
import { isSameName } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { type Artifact, findArtifact } from '../evidence/reading/index.ts';
import { Failure, type Fault } from '../foundation/failure.ts';
import type { Principal } from '../keys/index.ts';
import { requireOwnEvaluation } from '../members/index.ts';
import { sessionIdOf } from './session.ts';

/** The id of the session that the evaluation names. */
export async function sessionOfEvaluation(
  db: Database,
  chain: number,
  evaluationId: string,
): Promise<string | undefined> {
  const evaluation = await findArtifact(db, chain, evaluationId);
  if (evaluation?.artifactType !== 'governance_eval' || evaluation.payload === null) return undefined;
  return sessionIdOf(callOf(evaluation, evaluation.payload).context);
}

export interface Call {
  evaluation: Artifact;
  action: string;
  agentId: string | undefined;
  context: JsonObject;
  doesMoreThanRead: boolean;
}

/** The call that the evaluation was about. The same answer for every other id, as for outcomes. */
export async function evaluatedCall(
  db: Database,
  principal: Principal,
  sessionId: string,
  { evaluation_id, tool }: { evaluation_id: string; tool?: string },
): Promise<Call> {
  const evaluation = await findArtifact(db, principal.chain, evaluation_id);
  if (evaluation?.artifactType !== 'governance_eval' || evaluation.payload === null)
    throw faulty('evaluation_id', 'Input should be the evidence id of an evaluation');
  const call = callOf(evaluation, evaluation.payload);
  if (sessionIdOf(call.context) !== sessionId)
    throw faulty('evaluation_id', 'Input should be an evaluation that names this session in its context');
  if (evaluation.verdict === 'block')
    throw faulty('evaluation_id', 'Input should be an evaluation that was not blocked');
  if (tool !== undefined && !isSameName(tool, call.action))
    throw faulty('tool', 'Input should be the action that was evaluated');
  await requireOwnEvaluation(db, principal, evaluation.payload, 'The result of a call');
  return call;
}

function callOf(evaluation: Artifact, { request, facts }: JsonObject): Call {
  const { agent_id, context } = request as { agent_id?: string; context: JsonObject };
  const { act } = (facts ?? {}) as { act?: { effects?: string[] } };
  return {
    evaluation,
    action: evaluation.action ?? '',
    agentId: agent_id,
    context,
    doesMoreThanRead: (act?.effects ?? []).some((effect) => effect !== 'read'),
  };
}

function faulty(field: string, message: string): Failure {
  const fault: Fault = { field: [field], message, type: 'value_error' };
  return Failure.invalid([fault]);
}

/** @throws {Failure} `conflict`. */
export async function requireUnreported(db: Database, chain: number, evaluationId: string): Promise<void> {
  const earlier = await db
    .selectFrom('session_results')
    .select('evidence_id')
    .where('chain', '=', chain)
    .where('evaluation_id', '=', evaluationId)
    .executeTakeFirst();
  if (earlier === undefined) return;
  const told = `The result of this call was reported before, as ${earlier.evidence_id}.`;
  throw Failure.conflict('result_reported', told);
}
