/**
 * How the service knows which agent asks, and for whom: from the request alone, from a key that belongs to the agent, or
 * from a token of a trusted issuer.
 */
import type { Identity } from '../../keys/index.ts';

export interface IdentityFact {
  /** `claimed`: only the request says so. */
  how: 'claimed' | Identity['how'];
  /** Whether the tenant's inventory has the agent. */
  agent_registered: boolean;
  /** Left out where the agent is active, or not registered. */
  agent_status?: 'suspended' | 'retired';
  /** The claim `iss` of the token; left out for all but tokens, like the members below. */
  issuer?: string;
  /** The claim `sub`. */
  subject?: string;
  /** The person whom the agent acts for, as the issuer's mapping names them; left out where it names none. */
  on_behalf_of?: string;
  /** The subjects of `act`, the present actor first (RFC 8693, section 4.1); left out where there are none. */
  actors?: readonly string[];
  /** The SHA-256 of the token: `sha256:` and hex. */
  token?: string;
}

/** The standing of an agent in the tenant's inventory; null where it has none. */
export type AgentStanding = 'active' | 'suspended' | 'retired' | null;

const CLAIMED: IdentityFact = { how: 'claimed', agent_registered: false };
const CLAIMED_AND_REGISTERED: IdentityFact = { how: 'claimed', agent_registered: true };

/**
 * @param identity of the credential; null for a key without an agent, and for a member.
 * @param standing of the agent that asks.
 */
export function identityFact(identity: Identity | null, standing: AgentStanding): IdentityFact {
  if (identity === null && standing === null) return CLAIMED;
  if (identity === null && standing === 'active') return CLAIMED_AND_REGISTERED;
  return {
    // A token may name a person only; then the request alone names the agent.
    how: identity === null || identity.agentId === null ? 'claimed' : identity.how,
    agent_registered: standing !== null,
    ...(standing !== null && standing !== 'active' && { agent_status: standing }),
    ...(identity?.token && tokenMembers(identity, identity.token)),
  };
}

function tokenMembers(
  { userId }: Identity,
  { issuer, subject, actors, hash }: NonNullable<Identity['token']>,
): Partial<IdentityFact> {
  return {
    issuer,
    subject,
    token: hash,
    ...(userId !== null && { on_behalf_of: userId }),
    ...(actors.length > 0 && { actors }),
  };
}

/** The identity behind a recorded fact, as far as the fact tells it, so that another request can be judged as its. */
export function identityOfFact(
  fact: IdentityFact | null,
  { agent_id: agentId = null }: { agent_id?: string | null },
): Identity | null {
  if (fact === null || (fact.how === 'claimed' && fact.issuer === undefined)) return null;
  const { how, issuer, subject, token: hash, on_behalf_of: userId = null, actors = [] } = fact;
  const isToken = issuer !== undefined && subject !== undefined && hash !== undefined;
  return {
    how: isToken ? 'token' : 'key',
    agentId: how === 'claimed' ? null : agentId,
    userId,
    token: isToken ? { issuerId: '', issuer, subject, actors, hash } : null,
  };
}

/** Whether nothing but the request says which agent asks. Earlier records don't tell, and are judged as they were. */
export function isOnlyClaimed(identity: IdentityFact | null): boolean {
  return identity?.how === 'claimed';
}
