/**
 * Compares those who acted with the records about them: their session, the role or key that let them decide, and their
 * name. So a row that was slipped in for one act, and is gone again, is named by the act.
 */
import type { JsonObject } from '@assize/evidence-format';
import { DECISION } from '../../../approvals/index.ts';
import { type Digest, existingDigests } from '../../../evidence/changes/index.ts';
import { isId } from '../../../foundation/ids.ts';
import { isTokenParty } from '../../../members/index.ts';
import { digestOfName } from '../../../members/record/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { rowsOfTenant } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';
import {
  CLOCKS_MS,
  type End,
  type MemberOnRecord,
  type PartiesOnRecord,
  partiesOnRecord,
} from './parties.ts';

interface ActOfParty extends End {
  party: string;
  sessionId: string | undefined;
  /** The name that a decision states; null for any other act. */
  decidedBy: string | null;
}

/** By party; null for a token of a person. */
type AgentsOfTokens = ReadonlyMap<string, string | null>;

/** Whether a name is one that the member has had. */
type HasName = (memberId: string, name: string, of: MemberOnRecord) => boolean;

const TYPES = ['action_approved', 'action_rejected', 'governance_change'] as const;
const DECIDE = 'evidence:write';
const DECIDING_ROLES = ['owner', 'admin', 'approver'];

/** An act from before the run began has all its records before it, so these are read first. */
export const compareActs: Check = async (tally, context) => {
  const parties = await partiesOnRecord(context);
  const tokens = await agentsOfTokens(context);
  const hasName = await namesOf(context, await existingDigests(context.db));
  for (const type of TYPES) {
    for await (const page of actsOfType(context, type, { end: context.size })) {
      for (const act of page) {
        const ofParty = partyIn(act, context.chain);
        if (ofParty === null) continue;
        const fault = isTokenParty(ofParty.party)
          ? faultOfToken(ofParty, tokens)
          : faultOf(ofParty, parties, context.environment, hasName);
        tally.compared(fault, act);
      }
    }
  }
};

/** null where its payload is gone, or the service itself or the operator acts. */
function partyIn(act: Act, chain: number): ActOfParty | null {
  const { actor: party, at, position, action } = act;
  const isParty = isId('mbr', party) || isId('key', party) || isTokenParty(party);
  if (act.payload === null || !isParty) return null;
  const change = act.change ?? {};
  const isDecision = action === DECISION;
  const made = act.type === 'governance_change' ? [isDecision && change.decision] : act.payload.decisions;
  const all = (Array.isArray(made) ? made : []) as (JsonObject | false | undefined)[];
  const decision = all.find((each) => each && each.party === party);
  const session = act.payload.session_id ?? (isDecision ? change.session_id : undefined);
  const sessionId = typeof session === 'string' ? session : undefined;
  const decidedBy = decision ? String(decision.decided_by) : null;
  return { party, chain, position, at, sessionId, decidedBy };
}

function faultOf(
  act: ActOfParty,
  { members, keys, mayHaveMore }: PartiesOnRecord,
  environment: string,
  hasName: HasName,
): string | null {
  const { party, at, decidedBy } = act;
  if (mayHaveMore.has('all') || mayHaveMore.has(party)) return null;
  const did = decidedBy === null ? 'acted' : 'decided';
  if (isId('key', party)) {
    const key = keys.get(party);
    if (key === undefined) return `Key ${party} ${did}, and there is no record of its making.`;
    if (at > key.expiresAt + CLOCKS_MS || isAfter(act, key.revoked))
      return `Key ${party} ${did} after its end.`;
    if (decidedBy !== null && key.agentId !== null)
      return `Key ${party} decided, and it is of the agent ${key.agentId}.`;
    const isShort = decidedBy !== null && !key.scopes.includes(DECIDE);
    return isShort ? `Key ${party} ${did}, and was made without ${DECIDE}.` : null;
  }
  const member = members.get(party);
  // Earlier versions recorded no sessions of members.
  if (act.sessionId !== undefined) {
    const since = member?.sessions.get(act.sessionId) ?? Number.POSITIVE_INFINITY;
    if (since > at + CLOCKS_MS) return `Member ${party} ${did} in a session that they never signed in to.`;
  }
  if (member === undefined) return `Member ${party} ${did}, and there is no record of how they joined.`;
  if (isAfter(act, member.left)) return `Member ${party} ${did} after they had left.`;
  if (decidedBy === null) return null;
  const roles = rolesAt(member, at, environment);
  if (roles.length > 0 && !roles.some((role) => DECIDING_ROLES.includes(role))) {
    return `Member ${party} decided, and was ${roles.at(-1)}.`;
  }
  const isTheirs = act.sessionId === undefined || hasName(party, decidedBy, member);
  return isTheirs ? null : `Member ${party} decided under a name that was not theirs.`;
}

/** Its row says whom a token names, and it is written before the token is first used. */
function faultOfToken({ party, decidedBy }: ActOfParty, agents: AgentsOfTokens): string | null {
  const agentId = agents.get(party);
  if (agentId === undefined) return `Token ${party} acted, and nothing says whom it names.`;
  const isOfAgent = decidedBy !== null && agentId !== null;
  return isOfAgent ? `Token ${party} decided, and it is of the agent ${agentId}.` : null;
}

async function agentsOfTokens(context: CheckContext): Promise<AgentsOfTokens> {
  const rows = await rowsOfTenant(context, 'token_parties').execute();
  return new Map(rows.map(({ party, agent_id }) => [party, agent_id]));
}

/** By the time and, in one chain, by the place too: a clock may have been ahead of the others. */
export function isAfter({ chain, position, at }: End, end: End | null): boolean {
  if (end === null || at <= end.at + CLOCKS_MS) return false;
  return chain !== end.chain || position > end.position;
}

/** Those that could hold at a time, by the clock of one node or another. */
function rolesAt({ roles }: MemberOnRecord, at: number, environment: string): string[] {
  const before = roles.findLastIndex((role) => role.at <= at - CLOCKS_MS);
  const near = roles.slice(Math.max(0, before)).filter((role) => role.at <= at + CLOCKS_MS);
  return near.map(({ role, sandboxRole }) => (environment === 'sandbox' && sandboxRole ? sandboxRole : role));
}

async function namesOf(context: CheckContext, digest: Digest): Promise<HasName> {
  const rows = await rowsOfTenant(context, 'members').execute();
  const people = new Map(rows.map(({ member_id, user_id }) => [member_id, user_id]));
  return (memberId, name, { names }) => {
    const userId = people.get(memberId);
    return userId === undefined || names.size === 0 || names.has(digestOfName(digest, userId, name));
  };
}
