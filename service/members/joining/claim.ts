/**
 * The first time that a person proves their address, an account with it becomes theirs. Until then it may be another's:
 * who invited them may have opened the link. So all that signs in to it by now is dropped; its places stay.
 */

import { withdrawBegun } from '../identity/single-use.ts';
import type { MemberDeps } from '../member.ts';
import { NONE_KEPT, removeCredentials } from '../sign-in/credentials.ts';

/** The caller records it. @param linked the account at the provider that the person came by; null where they came by a mail. */
export async function claim(deps: MemberDeps, userId: string, linked: string | null): Promise<void> {
  const { db } = deps;
  const others = db.deleteFrom('person_accounts').where('user_id', '=', userId);
  await (linked === null ? others : others.where('account_id', '<>', linked)).execute();
  await withdrawBegun(db, userId);
  await removeCredentials(db, userId, NONE_KEPT);
  // Last, so that a claim that was cut off is made again.
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
