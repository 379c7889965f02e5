/** The sighting of the agent that an evaluation names, for the inventory. */
import type { Sighting } from '../../agents/index.ts';
import type { Question } from '../question/question.ts';
import type { EvaluationRequest } from '../question/request.ts';

/** null where the request names no agent. */
export function sightingOf(
  { agent_id: agentId }: EvaluationRequest,
  { facts }: Question,
  { chain, evidenceId, at }: Pick<Sighting, 'chain' | 'evidenceId' | 'at'>,
): Sighting | null {
  const { identity } = facts;
  return agentId === undefined || identity === null
    ? null
    : { chain, agentId, how: identity.how, evidenceId, at };
}
