/** Sets a forgotten password anew: by a link that works once, within an hour. It ends every session of the person. */
import type { Database } from '../database/open.ts';
import { OPERATOR, recordChange } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import { chainOf } from '../tenants/index.ts';
import type { Identity, Person } from './identity/identity.ts';
import { requireGoodPassword } from './identity/passwords.ts';
import type { MemberDeps } from './invite.ts';
import { issueSecret, takeSecret, withdrawSecrets } from './single-use.ts';
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
  return { person, token: await issueSecret(deps, 'reset', person.userId, lifetime) };
}

/** @throws {Failure} `invalid` for a weak password, and the link works still; `not_found` where the link does not. */
export async function resetPassword(deps: ResetDeps, token: string, password: string): Promise<void> {
  await requireGoodPassword(password, []);
  const userId = await takeSecret(deps.db, 'reset', token, deps.clock.now());
  if (userId === null) {
    throw new Failure('not_found', 'This link was used, or has ended. Ask for another one.');
  }
  const identity = await deps.identity();
  await identity.setPassword(userId, password);
  await identity.endSessions(userId);
  await withdrawSecrets(deps.db, 'reset', userId);
  await recordOfPerson(deps, userId, 'member.reset_password', {});
}

/** For who has lost their telephone and their backup codes. The operator vouches for them. */
export async function removeSecondFactors(deps: ResetDeps, userId: string): Promise<void> {
  await deps.db.deleteFrom('person_second_factors').where('user_id', '=', userId).execute();
  await deps.db.deleteFrom('person_passkeys').where('user_id', '=', userId).execute();
  await deps.db.updateTable('people').set({ two_factor_enabled: 0 }).where('id', '=', userId).execute();
  await recordOfPerson(deps, userId, 'member.change_sign_in', { what: 'second factors removed' }, OPERATOR);
}

/** Records what a person changed of themselves in each tenant that they have a place in. */
export async function recordOfPerson(
  deps: MemberDeps,
  userId: string,
  action: string,
  change: Record<string, string>,
  actor?: string,
): Promise<void> {
  for (const { tenant_id, member_id } of await placesOf(deps.db, userId)) {
    await recordChange(deps, {
      chain: await chainOf(deps.db, tenant_id, 'production'),
      action,
      actor: actor ?? member_id,
      change: { member_id, ...change },
      statements: [],
    });
  }
}

function placesOf(db: Database, userId: string) {
  return db
    .selectFrom('members')
    .select(['tenant_id', 'member_id'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
}
