/**
 * When a person first proves their address, the account with it becomes theirs. Until then it may be someone
 * else's: the person who invited them may have opened the link. So all its credentials and sessions are
 * dropped; its places stay.
 */

import { withdrawBegun } from '../identity/single-use.ts';
import type { MemberDeps } from '../member.ts';
import { NONE_KEPT, removeCredentials } from '../sign-in/credentials.ts';

/**
 * The caller records it. @param linked the provider's account that the person signed in with; null if they
 * followed a mailed link.
 */
export async function claim(deps: MemberDeps, userId: string, linked: string | null): Promise<void> {
  const { db } = deps;
  const others = db.deleteFrom('person_accounts').where('user_id', '=', userId);
  await (linked === null ? others : others.where('account_id', '<>', linked)).execute();
  await withdrawBegun(db, userId);
  await removeCredentials(db, userId, NONE_KEPT);
  // Last, so that an interrupted claim is made again.
  await markProven(deps, userId);
}

export async function markProven(
  { db, clock }: Pick<MemberDeps, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  await db
    .updateTable('people')
    .set({ address_proven_at: clock.now() })
    .where('id', '=', userId)
    .where('address_proven_at', 'is', null)
    .execute();
}
