/** Sets and ends stand-ins, with evidence in the production chain. Members do it for themselves, owners for anyone. */
import { bound } from '../../database/evidence/append-store.ts';
import { partyOf, recordChange, stampNow } from '../../evidence/changes/index.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import type { Principal } from '../../keys/index.ts';
import { chainOf } from '../../tenants/index.ts';
import { requireMayManage } from '../joining/invite.ts';
import type { Member, MemberDeps } from '../member.ts';
import { findMember, membersOf } from '../store.ts';
import { mayDecide } from './people.ts';
import { type StandIn, standInOf, standInStated } from './stand-in.ts';

export const STAND_IN = 'member.stand_in';
/** The longest absence. */
const MAX_DAYS = 366;
const MAX_ATTEMPTS = 20;

export type WantedStandIn = Omit<StandIn, 'memberId'>;

/** The stand-in of a member, if it is not over, and the members who could be. */
export interface Away {
  away: StandIn | null;
  choices: Member[];
}

/** @param memberId `me` for the caller's own. @throws {Failure} `not_found`; `forbidden`; `scope_missing`. */
export async function awayOf(deps: MemberDeps, caller: Principal, memberId: string): Promise<Away> {
  const member = await requireOwnOrManaged(deps, caller, memberId);
  return {
    away: await standInOf(deps.db, member, deps.clock.now()),
    choices: (await membersOf(deps.db, caller.tenantId)).filter((other) => mayStandIn(other, member)),
  };
}

/**
 * @param wanted null ends it.
 * @throws {Failure} as {@link awayOf}; `invalid` for a member who may not decide, and for a period that is over.
 */
export function setStandIn(
  deps: MemberDeps,
  caller: Principal,
  memberId: string,
  wanted: WantedStandIn | null,
): Promise<Away> {
  return retryOvertaken(memberId, MAX_ATTEMPTS, async () => {
    const member = await requireOwnOrManaged(deps, caller, memberId);
    if (wanted !== null) await requireFit(deps, member, wanted);
    const isDone = await write(deps, caller, member, wanted);
    return isDone ? awayOf(deps, caller, member.memberId) : undefined;
  });
}

async function requireOwnOrManaged({ db }: MemberDeps, caller: Principal, memberId: string): Promise<Member> {
  const own = caller.member === null ? null : caller.party;
  const id = memberId === 'me' ? own : memberId;
  if (id === null) throw new Failure('forbidden', 'A key has no stand-in: sign in, or name the member.');
  if (id !== own) requireMayManage(caller, []);
  const member = await findMember(db, caller.tenantId, id);
  if (member === null) throw new Failure('not_found', 'There is no such member.');
  if (id !== own) requireMayManage(caller, [member.role, member.sandboxRole]);
  return member;
}

function mayStandIn(other: Member, { memberId }: Member): boolean {
  return other.memberId !== memberId && (mayDecide(other, 'production') || mayDecide(other, 'sandbox'));
}

async function requireFit(
  { db, clock }: MemberDeps,
  member: Member,
  { standIn, from, to }: WantedStandIn,
): Promise<void> {
  const refuse = (field: string, message: string) =>
    Failure.invalid([{ field: [field], message, type: 'value_error' }]);
  const other = await findMember(db, member.tenantId, standIn);
  if (other === null || !mayStandIn(other, member))
    throw refuse('member_id', 'Value should be the id of another member, whose role may decide on approvals');
  if (to <= Math.max(from, clock.now()))
    throw refuse('to', 'Value should be after the beginning, and in the future');
  if (to - from > MAX_DAYS * DAY_MS)
    throw refuse('to', `Value should be within ${MAX_DAYS} days of the beginning`);
}

/** @returns false where another change came first. */
async function write(
  deps: MemberDeps,
  caller: Principal,
  { tenantId, memberId }: Member,
  wanted: WantedStandIn | null,
): Promise<boolean> {
  const { db } = deps;
  const stamp = stampNow(deps);
  const key = { tenant_id: tenantId, member_id: memberId };
  const row = {
    stand_in: wanted?.standIn ?? null,
    from_at: wanted?.from ?? null,
    to_at: wanted?.to ?? null,
    set_at: stamp.at,
    set_by: partyOf(caller),
    evidence_id: stamp.id,
  };
  const before = await db
    .selectFrom('stand_ins')
    .select(['evidence_id', 'stand_in'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (wanted === null && (before === undefined || before.stand_in === null)) return true;
  const insertion = db
    .insertInto('stand_ins')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.doNothing());
  const update = db
    .updateTable('stand_ins')
    .set(row)
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('evidence_id', '=', before?.evidence_id ?? '');
  const { kind } = await recordChange(deps, {
    chain: await chainOf(db, tenantId, 'production'),
    stamp,
    action: STAND_IN,
    actor: caller,
    change: standInStated({ member_id: memberId, ...row }),
    statements: [before === undefined ? bound(insertion, 1) : bound(update, 1)],
  });
  return kind === 'appended';
}
