/**
 * Ties an account at a chat service to a member, and unties it. Each is recorded. An account speaks for one member of a
 * tenant at a time.
 */
import type { JsonObject } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import { type Actor, type ChangeDeps, recordChange, stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import { findMember, type Member } from '../../members/index.ts';
import { chainOf } from '../../tenants/index.ts';
import { type ChatAccount, findTied, tieOf } from './accounts.ts';
import { type CodeDeps, type FoundCode, findCode, requireMember, type Typing, takeTry } from './codes.ts';

export type TieDeps = Pick<CodeDeps, 'db' | 'clock'> & ChangeDeps;

export const TIED = 'member.tie_account';
export const UNTIED = 'member.untie_account';

/** `wrong`: no such code, or used, or expired. `taken`: the account speaks for another member. */
export type TieResult = { member: Member } | 'wrong' | 'too_many' | 'taken';

/** @param code as it was typed. */
export async function tieAccount(deps: TieDeps, typing: Typing, code: string): Promise<TieResult> {
  if (!(await takeTry(deps, typing))) return 'too_many';
  const found = await findCode(deps, typing.tenantId, code);
  const member = found === null ? null : await findMember(deps.db, typing.tenantId, found.memberId);
  if (found === null || member === null) return 'wrong';
  const tie = await findTied(deps.db, typing);
  if (tie !== null) {
    const holder = await findMember(deps.db, typing.tenantId, tie.memberId);
    if (holder !== null) return holder.memberId === member.memberId ? { member } : 'taken';
    // Someone left the tenant, and another person has their account now, or they came back.
    await untie(deps, tie, member.memberId);
  }
  return (await tied(deps, typing, found)) ? { member } : 'wrong';
}

/** @returns false if the code was used meanwhile, or the account tied. */
async function tied(deps: TieDeps, { tenantId, kind, account }: Typing, code: FoundCode): Promise<boolean> {
  const { db } = deps;
  const { memberId, codeHash } = code;
  const stamp = stampNow(deps);
  const accountId = deps.ids.random('cac');
  const use = db
    .deleteFrom('chat_codes')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('code_hash', '=', codeHash);
  const row = { tenant_id: tenantId, account_id: accountId, kind, account, member_id: memberId };
  const insert = db
    .insertInto('chat_accounts')
    .values({ ...row, tied_at: stamp.at, untied_at: null })
    .onConflict((conflict) => conflict.doNothing());
  const forget = db
    .deleteFrom('chat_code_tries')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('account', '=', account);
  return record(deps, tenantId, {
    stamp,
    action: TIED,
    actor: memberId,
    change: { account_id: accountId, member_id: memberId, kind, account },
    statements: [bound(use, 1), bound(insert, 1), bound(forget, 1)],
  });
}

/** @throws {Failure} `not_found` also for an account of another member. */
export async function untieAccount(deps: TieDeps, caller: Principal, accountId: string): Promise<void> {
  const memberId = requireMember(caller);
  const tie = await tieOf(deps.db, { tenantId: caller.tenantId, memberId }, accountId);
  if (tie === null || !(await untie(deps, tie, caller))) {
    throw new Failure('not_found', 'You have no such account.');
  }
}

/** Unties an account of any member. @throws {Failure} `not_found`. */
export async function untieFor(deps: TieDeps, caller: Principal, accountId: string): Promise<void> {
  const tie = await tieOf(deps.db, caller, accountId);
  if (tie === null || !(await untie(deps, tie, caller))) {
    throw new Failure('not_found', 'There is no such account.');
  }
}

async function untie(deps: TieDeps, tie: ChatAccount, actor: Actor): Promise<boolean> {
  const { tenantId, accountId, memberId, kind, account } = tie;
  const stamp = stampNow(deps);
  const end = deps.db
    .updateTable('chat_accounts')
    .set({ untied_at: stamp.at })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('untied_at', 'is', null);
  return record(deps, tenantId, {
    stamp,
    action: UNTIED,
    actor,
    change: { account_id: accountId, member_id: memberId, kind, account },
    statements: [bound(end, 1)],
  });
}

interface Recorded {
  stamp: { id: string; at: number };
  action: string;
  actor: Actor;
  change: JsonObject;
  statements: BoundStatement[];
}

/** @returns false if another change came first; then nothing has changed. */
async function record(deps: TieDeps, tenantId: string, wanted: Recorded): Promise<boolean> {
  const chain = await chainOf(deps.db, tenantId, 'production');
  return (await recordChange(deps, { chain, ...wanted })).kind === 'appended';
}
