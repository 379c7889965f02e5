/** Accepts an invitation with a new account. */
import { Failure } from '../../foundation/failure.ts';
import { isMailAddress } from '../../tenants/index.ts';
import { addressTaken, type Person } from '../identity/identity.ts';
import { normalizedEmail } from '../member.ts';
import { recordingChanges } from '../record/index.ts';
import { renamePerson, requireFreeName, requirePlainName } from '../rename.ts';
import { claim, markProven } from './claim.ts';
import { joinTenant, provesAddress, readInvitation } from './join.ts';
import type { AccountDeps } from './reset.ts';

/** The fields that the page for joining sends. */
export interface Newcomer {
  token: string;
  name: string;
  /** Only if the invitation names none. */
  email: string | undefined;
  password: string;
}

/**
 * Reveals whether the address has an account only at the end: to those whose password could have created one.
 * @param from the address of the caller.
 * @throws {Failure} `not_found`; `invalid`; `rate_limited`; `conflict` if there is an account.
 */
export async function joinAnew(deps: AccountDeps, newcomer: Newcomer, from: string): Promise<Person> {
  const { token, name, password } = newcomer;
  const invitation = await readInvitation(deps, token);
  const email = invitation.email ?? normalizedEmail(newcomer.email ?? '');
  if (!isMailAddress(email)) throw noAddress();
  requirePlainName(name);
  const attempt = `join:${invitation.invitationId}`;
  await deps.signInFailures.begin(attempt, from);
  await deps.passwordStrength.requireGood(password, [name, email]);
  const isProven = await provesAddress(deps, token, invitation);
  const identity = await deps.identity();
  const found = await identity.findPerson(email);
  if (found !== null && (found.isProven || !isProven)) throw addressTaken();
  if (found !== null) {
    await requireFreeName(deps.db, invitation.tenantId, found.userId, name);
    // An account that others created with this address now belongs to the address's owner, with its name.
    await recordingChanges(deps, found.userId, async () => {
      await claim(deps, found.userId, null);
      await identity.setPassword(found.userId, password);
    });
    await renamePerson(deps, found.userId, name);
  }
  const person = found ?? (await identity.createPerson({ email, name, password }));
  try {
    if (isProven) await markProven(deps, person.userId);
    await joinTenant(deps, token, person);
  } catch (error) {
    // An account without a place would block the next invitation.
    if (found === null) await identity.removePerson(person.userId);
    throw error;
  }
  await deps.signInFailures.forgive(attempt, from);
  return person;
}

function noAddress(): Failure {
  const fault = { field: ['email'], message: 'This is not an e-mail address', type: 'value_error' };
  return Failure.invalid([fault]);
}
