/**
 * Decides who may sign in by single sign-on: a person whom the provider has named before, who has an account
 * with that address, who is invited, or, if the operator allows it, anyone with an account at the provider.
 * People whose place was removed are refused. An invitation can be accepted once they are in.
 */
import type { Database } from '../../database/open.ts';
import { findTenant } from '../../tenants/index.ts';
import { hashToken } from '../identity/single-use.ts';
import { placesOf, recordingChanges } from '../record/index.ts';
import { freeNameFor } from '../rename.ts';
import { type OidcSettings, type ProvenPerson, refused } from '../sign-in/single-sign-on.ts';
import { invitationsFor } from '../store.ts';
import { claim, markProven } from './claim.ts';
import { inviteMember } from './invite.ts';
import { joinTenant } from './join.ts';
import type { AccountDeps } from './reset.ts';

const PROVIDER = 'oidc';

type ComingDeps = Omit<AccountDeps, 'passwordStrength' | 'signInFailures'>;

/** @returns the id of the person. @throws {Failure} `forbidden`; `conflict` if the tier has no place left. */
export async function comeIn(
  deps: ComingDeps,
  settings: OidcSettings,
  firstTenant: string,
  proven: ProvenPerson,
): Promise<string> {
  const { db } = deps;
  const account = `${settings.issuer} ${proven.subject}`;
  const identity = await deps.identity();
  const known = await linkedTo(db, account);
  const found = known === null ? await identity.findPerson(proven.email) : await identity.personOf(known);
  const first = settings.role === null ? null : await findTenant(db, firstTenant);
  const offers = await invitationsFor(db, found?.email ?? proven.email, deps.clock.now());
  const isOffered = offers.some(({ tenantId }) => tenantId === first?.tenantId);
  const getsRole =
    first !== null &&
    known === null &&
    !isOffered &&
    !(found && (await wasMember(db, first.tenantId, found.userId)));
  const hasPlace = found !== null && (await placesOf(db, found.userId)).length > 0;
  if (!hasPlace && offers.length === 0 && !getsRole) throw refused('uninvited');
  const tenants = [...offers.map(({ tenantId }) => tenantId), ...(getsRole ? [first.tenantId] : [])];
  const create = async () =>
    identity.createPerson({ ...proven, name: await freeNameFor(db, tenants, proven), password: null });
  const person = found ?? (await create());
  await recordingChanges(deps, person.userId, async () => {
    if (known === null) await link(deps, account, person.userId);
    if (found === null) await markProven(deps, person.userId);
    else if (!found.isProven) await claim(deps, person.userId, account);
  });
  if (getsRole && settings.role !== null) {
    const offer = { email: person.email, role: settings.role, sandboxRole: null };
    const { token } = await inviteMember(deps, first, null, offer);
    await joinTenant(deps, token, person);
  }
  return person.userId;
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

/** Includes removed members. */
async function wasMember(db: Database, tenantId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

async function link({ db, clock }: ComingDeps, account: string, userId: string): Promise<void> {
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
