/** The invitations of a person who leaves: they are withdrawn with them, so that no one comes in by them. */
import { bound } from '../../database/evidence/append-store.ts';
import { changeDraft, stampNow } from '../../evidence/changes/index.ts';
import type { Principal } from '../../keys/index.ts';
import type { GoingWith } from '../keys-left.ts';
import type { MemberDeps } from '../member.ts';
import { personsBehind } from '../persons.ts';
import { invitationsOf, openInvitations } from '../store.ts';
import { withdrawalOf } from './invite.ts';

/**
 * Finds those that the member made, or a key behind which they stand, each with its own record. Where another invitation
 * is made by then, the last statement fails.
 * @param maker null for the operator.
 */
export async function invitationsLeft(
  deps: MemberDeps,
  maker: Principal | null,
  { tenantId, memberId }: { tenantId: string; memberId: string },
): Promise<GoingWith> {
  const now = deps.clock.now();
  const open = await invitationsOf(deps.db, tenantId, now);
  const behind = await personsBehind(deps.db, tenantId, [
    memberId,
    ...open.map(({ invitedBy }) => invitedBy),
  ]);
  const left = behind.get(memberId)?.person;
  const theirs = open.filter(({ invitedBy }) => behind.get(invitedBy)?.person === left);
  const withdrawals = theirs.map((invitation) => {
    const stamp = stampNow(deps);
    const { recorded, statement } = withdrawalOf(deps, maker, invitation, stamp);
    return { draft: changeDraft(stamp, recorded), statement };
  });
  const others = openInvitations(deps.db, now).where('tenant_id', '=', tenantId);
  return {
    also: withdrawals.map(({ draft }) => draft),
    statements: [
      ...withdrawals.map(({ statement }) => statement),
      bound(others, open.length - theirs.length),
    ],
  };
}
