/**
 * Compares who acted with what is on record of them: the session that a member acted in, the role or key that let them
 * decide, and the name that they decided under. A row that was slipped in for one act, and is gone again, is named by the
 * act.
 */
import type { JsonObject } from '@assize/evidence-format';
import { DECISION } from '../../approvals/index.ts';
import { changeIn, type Digest, existingDigests } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType, readPayload } from '../../evidence/reading/index.ts';
import { isId } from '../../foundation/ids.ts';
import { digestOfName } from '../../members/record/index.ts';
import type { CheckContext, Tally } from '../registry.ts';
import {
  CLOCKS_MS,
  type End,
  type MemberOnRecord,
  type PartiesOnRecord,
  partiesOnRecord,
} from './parties.ts';

interface Act extends End {
  party: string;
  sessionId: string | undefined;
  /** The name that a decision states; null for any other act. */
  decidedBy: string | null;
}

/** Whether a name is one that the member has had. */
type HasName = (memberId: string, name: string, of: MemberOnRecord) => boolean;

const TYPES = ['action_approved', 'action_rejected', 'governance_change'] as const;
const DECIDE = 'evidence:write';
const DECIDING_ROLES = ['owner', 'admin', 'approver'];

/** An act from before the run began has all its records before it, so these are read first. */
export async function compareActs(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const parties = await partiesOnRecord(context);
  const hasName = await namesOf(context, await existingDigests(db));
  for (const type of TYPES) {
    for await (const page of leavesOfType(db, chain, type)) {
      for (const leaf of page) {
        const act = leaf.position < size ? actOf(chain, leaf) : null;
        if (act === null) continue;
        tally.compared(faultOf(act, parties, context.environment, hasName), leaf.position, leaf.id);
      }
    }
  }
}

/** null where its payload is gone, or neither a member nor a key acts. */
function actOf(chain: number, leaf: LeafAndPayload): Act | null {
  const { payload, actor: party, created_at: at, position, action, artifact_type } = leaf;
  const stated =
    payload === null || !(isId('mbr', party) || isId('key', party)) ? null : readPayload(payload);
  if (stated === null) return null;
  const change = changeIn(payload) ?? {};
  const isChange = artifact_type === 'governance_change';
  const decisions = isChange ? [change.decision] : (stated.decisions as JsonObject[]);
  const decision = isChange && action !== DECISION ? undefined : decisions.find(isBy(party));
  const session = stated.session_id ?? (action === DECISION ? change.session_id : undefined);
  return {
    party,
    chain,
    position,
    at,
    sessionId: typeof session === 'string' ? session : undefined,
    decidedBy: decision === undefined ? null : String((decision as JsonObject).decided_by),
  };
}

const isBy = (party: string) => (decision: unknown) => (decision as JsonObject | undefined)?.party === party;

function faultOf(
  act: Act,
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
    const isShort = decidedBy !== null && !key.scopes.includes(DECIDE);
    return isShort ? `Key ${party} ${did}, and was made without ${DECIDE}.` : null;
  }
  const member = members.get(party);
  // Members of an earlier version have no session on record for what they did then.
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

async function namesOf({ db, tenantId }: CheckContext, digest: Digest): Promise<HasName> {
  const rows = await db
    .selectFrom('members')
    .select(['member_id', 'user_id'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const people = new Map(rows.map(({ member_id, user_id }) => [member_id, user_id]));
  return (memberId, name, { names }) => {
    const userId = people.get(memberId);
    return userId === undefined || names.size === 0 || names.has(digestOfName(digest, userId, name));
  };
}
