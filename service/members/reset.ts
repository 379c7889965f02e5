/** Sets a forgotten password anew: by a link that works once, within an hour. It ends every session of the person. */
import { OPERATOR } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { Identity, Person } from './identity/identity.ts';
import { requireGoodPassword } from './identity/passwords.ts';
import type { MemberDeps } from './invite.ts';
import { nameOfReset, placesOf, recordingChanges, recordOfPerson, statedOf } from './record/index.ts';
import { identifierOf, issueSecret, takeSecret, withdrawSecrets } from './single-use.ts';
import { invitationsFor } from './store.ts';

export interface ResetDeps extends MemberDeps {
  identity: () => Promise<Identity>;
}

export const RESET_LIFETIME_MS = 3_600_000;

/** @returns whose password it resets, and the token of the link; null where there is no such person, or they are a member nowhere and invited nowhere. */
export async function beginReset(
  deps: ResetDeps,
  email: string,
): Promise<{ person: Person; token: string } | null> {
  const person = await (await deps.identity()).findPerson(email);
  if (person === null) return null;
  const isMember = (await placesOf(deps.db, person.userId)).length > 0;
  // Or was one, and is invited again.
  const comesBack = async () => (await invitationsFor(deps.db, person.email, deps.clock.now())).length > 0;
  if (!isMember && !(await comesBack())) return null;
  const lifetime = { nowMs: deps.clock.now(), lifetimeMs: RESET_LIFETIME_MS };
  const token = await issueSecret(deps, 'reset', person.userId, lifetime);
  const reset = nameOfReset(identifierOf('reset', token));
  const { [reset]: digest = '' } = await statedOf(deps, person.userId);
  await recordOfPerson(deps, person.userId, 'member.begin_reset', { reset, person: { [reset]: digest } });
  return { person, token };
}

/** @throws {Failure} `invalid` for a weak password, and the link works still; `not_found` where the link does not. */
export async function resetPassword(deps: ResetDeps, token: string, password: string): Promise<void> {
  await requireGoodPassword(password, []);
  const userId = await takeSecret(deps.db, 'reset', token, deps.clock.now());
  if (userId === null) {
    throw new Failure('not_found', 'This link was used, or has ended. Ask for another one.');
  }
  const identity = await deps.identity();
  const work = async () => {
    await identity.setPassword(userId, password);
    await identity.endSessions(userId);
    await withdrawSecrets(deps.db, 'reset', userId);
  };
  const change = { reset: nameOfReset(identifierOf('reset', token)) };
  await recordingChanges(deps, userId, work, { action: 'member.reset_password', change });
}

/** For who has lost their telephone and their backup codes. The operator vouches for them. */
export async function removeSecondFactors(deps: ResetDeps, userId: string): Promise<void> {
  const work = async () => {
    await deps.db.deleteFrom('person_second_factors').where('user_id', '=', userId).execute();
    await deps.db.deleteFrom('person_passkeys').where('user_id', '=', userId).execute();
    await deps.db.updateTable('people').set({ two_factor_enabled: 0 }).where('id', '=', userId).execute();
  };
  const change = { what: 'second factors removed' };
  await recordingChanges(deps, userId, work, { actor: OPERATOR, change });
}
