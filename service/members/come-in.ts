/**
 * Who comes in by single sign-on: someone the provider named before, who has an account with that proven address, who is
 * invited, or, where the operator wants it, anyone of the provider for the first time. Whose place was taken away stays out.
 */
import type { Database } from '../database/open.ts';
import { findTenant } from '../tenants/index.ts';
import { inviteMember } from './invite.ts';
import { joinTenant, joinWhereInvited } from './join.ts';
import { freeNameFor } from './rename.ts';
import type { ResetDeps } from './reset.ts';
import { type OidcSettings, type ProvenPerson, refused } from './single-sign-on.ts';
import { invitationsFor } from './store.ts';
import { hashToken } from './token-hash.ts';

const PROVIDER = 'oidc';

/** @returns the id of the person. @throws {Failure} `forbidden`; `conflict` where the tier has no place left. */
export async function comeIn(
  deps: ResetDeps,
  settings: OidcSettings,
  firstTenant: string,
  proven: ProvenPerson,
): Promise<string> {
  const account = `${settings.issuer} ${proven.subject}`;
  const identity = await deps.identity();
  const known = await linkedTo(deps.db, account);
  const userId = known ?? (await identity.findPerson(proven.email))?.userId ?? null;
  const invitations = await invitationsFor(deps.db, proven.email, deps.clock.now());
  const isInvited = invitations.length > 0;
  const isNew = userId === null || !(await wasMember(deps.db, userId));
  if (isNew && !isInvited && settings.role === null) throw refused('uninvited');
  const tenantIds = isInvited
    ? invitations.map(({ tenantId }) => tenantId)
    : [(await findTenant(deps.db, firstTenant)).tenantId];
  const name = await freeNameFor(deps.db, tenantIds, proven);
  const comer = userId ?? (await identity.createPerson({ ...proven, name, password: null })).userId;
  if (known === null) await link(deps, account, comer);
  const person = { userId: comer, email: proven.email };
  await joinWhereInvited(deps, person);
  if (isNew && !isInvited && settings.role !== null) {
    const offer = { email: proven.email, role: settings.role, sandboxRole: null };
    const { token } = await inviteMember(deps, await findTenant(deps.db, firstTenant), null, offer);
    await joinTenant(deps, token, person);
  }
  return comer;
}

async function linkedTo(db: Database, account: string): Promise<string | null> {
  const row = await db
    .selectFrom('person_accounts')
    .select('user_id')
    .where('provider_id', '=', PROVIDER)
    .where('account_id', '=', account)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Also where the place was taken away. */
async function wasMember(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('member_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

async function link({ db, clock }: ResetDeps, account: string, userId: string): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  await db
    .insertInto('person_accounts')
    .values({
      id: hashToken(`${PROVIDER} ${account}`).slice(0, 24),
      user_id: userId,
      account_id: account,
      provider_id: PROVIDER,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
