/**
 * Decides who may sign in by a tenant's SAML provider: a member of that tenant, or someone whom it has invited and who has
 * no account yet. The provider belongs to the tenant, so it proves nothing about an account outside of it: it never signs
 * in to another tenant, and never makes a member of someone who has an account, which could be in other hands.
 */
import { Failure } from '../../foundation/failure.ts';
import { freeNameFor } from '../rename.ts';
import type { VouchedPerson } from '../sign-in/saml.ts';
import { refused } from '../sign-in/single-sign-on.ts';
import { invitationsOf, membersOf } from '../store.ts';
import { acceptInvitation } from './join.ts';
import type { AccountDeps } from './reset.ts';

/** @returns the id of the person. @throws {Failure} `forbidden`; `conflict` if the tier has no place left. */
export async function comeInBySaml(
  deps: Omit<AccountDeps, 'passwordStrength' | 'signInFailures'>,
  tenantId: string,
  { email, name }: VouchedPerson,
): Promise<string> {
  const { db, clock } = deps;
  const member = (await membersOf(db, tenantId)).find((each) => each.email === email);
  if (member !== undefined) return member.userId;
  const invited = await invitationsOf(db, tenantId, clock.now());
  const offer = invited.find((each) => each.email === email);
  if (offer === undefined) throw refused('uninvited');
  const identity = await deps.identity();
  const free = await freeNameFor(db, [tenantId], { name, email });
  const person = await identity
    .createPerson({ email, name: free, password: null })
    .catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'conflict' ? refused('account', error) : error;
    });
  try {
    await acceptInvitation(deps, offer, person);
  } catch (error) {
    // An account without a place would block the next invitation.
    await identity.removePerson(person.userId);
    throw error;
  }
  return person.userId;
}
