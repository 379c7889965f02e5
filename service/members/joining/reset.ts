/**
 * Sets a forgotten password anew: by a link that works once, within an hour. Others may have come in meanwhile, so it
 * ends every session, and removes each passkey and the second factor unless the person confirms that it is theirs.
 */
import { OPERATOR } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Identity, Person } from '../identity/identity.ts';
import {
  identifierOf,
  issueSecret,
  lookUpSecret,
  takeSecret,
  withdrawBegun,
} from '../identity/single-use.ts';
import type { PasswordStrength } from '../identity/strength.ts';
import type { MemberDeps } from '../member.ts';
import {
  addressIn,
  nameOfReset,
  placesOf,
  recordingChanges,
  recordOfPerson,
  statedOf,
} from '../record/index.ts';
import {
  type Credentials,
  credentialsOf,
  type Kept,
  NONE_KEPT,
  removeCredentials,
} from '../sign-in/credentials.ts';
import type { SignInFailures } from '../sign-in/sign-in-failures.ts';
import { invitationsFor } from '../store.ts';
import { claim } from './claim.ts';

/** Dependencies for making accounts and opening links for them. */
export interface AccountDeps extends MemberDeps {
  identity: () => Promise<Identity>;
  passwordStrength: PasswordStrength;
  signInFailures: SignInFailures;
}

export const RESET_LIFETIME_MS = 3_600_000;

/**
 * @param by `mail` where only who reads the mail of that address gets to see the link, which then proves it.
 * @returns whose password it resets, and the token of the link; null if no person has that address, or they are neither a member nor invited anywhere.
 */
export async function beginReset(
  deps: Omit<AccountDeps, 'passwordStrength' | 'signInFailures'>,
  email: string,
  by: 'mail' | 'hand',
): Promise<{ person: Person; token: string } | null> {
  const person = await (await deps.identity()).findPerson(email);
  if (person === null) return null;
  const isMember = (await placesOf(deps.db, person.userId)).length > 0;
  // Or was one, and is invited again.
  const comesBack = async () => (await invitationsFor(deps.db, person.email, deps.clock.now())).length > 0;
  if (!isMember && !(await comesBack())) return null;
  const lifetime = { nowMs: deps.clock.now(), lifetimeMs: RESET_LIFETIME_MS };
  const purpose = by === 'mail' ? 'mailed-reset' : 'reset';
  const token = await issueSecret(deps, purpose, person.userId, lifetime);
  const reset = nameOfReset(identifierOf(purpose, token));
  const stated = await statedOf(deps, person.userId);
  const now = { ...addressIn(stated), [reset]: stated[reset] ?? '' };
  await recordOfPerson(deps, person.userId, 'member.begin_reset', { reset, person: now });
  return { person, token };
}

/** The credentials that the person may confirm as theirs. @throws {Failure} `not_found` where the link does not work. */
export async function readReset(deps: MemberDeps, token: string): Promise<Credentials> {
  const { userId, purpose } = await requireReset(deps, token);
  const credentials = await credentialsOf(deps.db, userId);
  const stays = purpose === 'reset' || credentials.isProven;
  return stays ? credentials : { ...credentials, passkeys: [], hasSecondFactor: false };
}

/**
 * @param from the address that it is asked from.
 * @returns whose it is.
 * @throws {Failure} `invalid` for a weak password, and the link works still; `rate_limited`; `not_found` where the link
 * does not work.
 */
export async function resetPassword(
  deps: AccountDeps,
  asked: { token: string; password: string; kept: Kept },
  from: string,
): Promise<Person> {
  const { userId, purpose } = await requireReset(deps, asked.token);
  await deps.signInFailures.begin(`reset-link:${userId}`, from);
  await deps.passwordStrength.requireGood(asked.password);
  if ((await takeSecret(deps.db, purpose, asked.token, deps.clock.now())) === null) throw noReset();
  const identity = await deps.identity();
  const work = async () => {
    const { isProven } = await credentialsOf(deps.db, userId);
    if (purpose === 'mailed-reset' && !isProven) await claim(deps, userId, null);
    await identity.setPassword(userId, asked.password);
    await withdrawBegun(deps.db, userId);
    await removeCredentials(deps.db, userId, asked.kept);
  };
  const reset = nameOfReset(identifierOf(purpose, asked.token));
  const change = { by: purpose === 'reset' ? 'hand' : 'mail', reset };
  await recordingChanges(deps, userId, work, { action: 'member.reset_password', change });
  await deps.signInFailures.forgive(`reset-link:${userId}`, from);
  return identity.personOf(userId);
}

async function requireReset({ db, clock }: MemberDeps, token: string) {
  for (const purpose of ['mailed-reset', 'reset'] as const) {
    const userId = await lookUpSecret(db, purpose, token, clock.now());
    if (userId !== null) return { userId, purpose };
  }
  throw noReset();
}

function noReset(): Failure {
  return new Failure('not_found', 'This link was used, or has ended. Ask for another one.');
}

/** For someone who has lost their telephone and backup codes. The operator vouches for them. */
export async function removeSecondFactors(deps: MemberDeps, userId: string): Promise<void> {
  const work = () => removeCredentials(deps.db, userId, NONE_KEPT);
  const change = { what: 'second_factor_removed' };
  await recordingChanges(deps, userId, work, { by: { actor: OPERATOR }, change });
}
