/** A request is of the agent and the person that its credential proves: it can't name others. */
import { isSameName } from '@assize/act-reading/names';
import { Failure } from '../foundation/failure.ts';
import type { Identity, Principal } from './key.ts';

/** The agent that asks and the person it asks for, by their published names. */
interface Asking {
  agent_id?: string;
  user_id?: string;
}

/**
 * Fills in the agent and the person where the request names none. An agent's id stays as it was sent where it means the
 * same, because every comparison of agents is of that form; people's are compared by letter elsewhere, so the
 * credential's stands. A credential that names no agent, or no person, leaves the request's as a claim.
 * @throws {Failure} `forbidden` if the request names another agent or person than the credential.
 */
export function requestBy<R extends Asking>({ identity }: Pick<Principal, 'identity'>, request: R): R {
  if (identity === null) return request;
  const { agentId, userId } = identity;
  const { agent_id: agent, user_id: user } = request;
  const asked: Asking = {};
  if (agentId !== null) {
    if (!isAlike(agent, agentId)) throw another(identity, `belongs to the agent ${agentId}`, agent);
    asked.agent_id = agent ?? agentId;
  }
  if (userId !== null) {
    if (!isAlike(user, userId)) throw another(identity, `acts for the user ${userId}`, user);
    asked.user_id = userId;
  }
  return { ...request, ...asked };
}

function isAlike(named: string | undefined, own: string): boolean {
  return named === undefined || isSameName(named, own);
}

function another({ how }: Identity, whose: string, named: string | undefined): Failure {
  const credential = how === 'key' ? 'API key' : 'token';
  return new Failure('forbidden', `This ${credential} ${whose}: a request with it can't name ${named}.`);
}
