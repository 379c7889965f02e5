/**
 * What a person signs in with besides a password: passkeys and a second factor. Each change is on record in the chains
 * of their tenants, with all that there is after it, by ids and digests.
 */
import { hash } from 'node:crypto';
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { recordChange } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import { chainOf } from '../tenants/index.ts';
import type { MemberDeps } from './invite.ts';

/** A person's place in a tenant, and the chain that records it. */
export interface Place {
  /** Of production. */
  chain: number;
  memberId: string;
}

export interface Credentials {
  passkeys: { id: string; name: string; addedAt: string | null; digest: string }[];
  /** null where none was set up to its end. */
  secondFactor: { id: string; digest: string } | null;
  isProven: boolean;
}

/** Which of them outlast a reset. */
export interface Kept {
  passkeys: readonly string[];
  secondFactor: boolean;
}

export const NONE_KEPT: Kept = { passkeys: [], secondFactor: false };

/** What has changed, as `member.change_sign_in` names it. */
export type SignInChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factor_set'
  | 'second_factor_removed'
  | 'backup_codes_made'
  | 'password_changed'
  | 'address_proven'
  | 'joined';

export async function credentialsOf(db: Database, userId: string): Promise<Credentials> {
  const passkeys = await db
    .selectFrom('person_passkeys')
    .select(['id', 'name', 'created_at', 'credential_id', 'public_key'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const factor = await db
    .selectFrom('person_second_factors')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .where((row) => row.or([row('verified', 'is', null), row('verified', '<>', 0)]))
    .executeTakeFirst();
  const person = await db
    .selectFrom('people')
    .select('address_proven_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return {
    passkeys: passkeys.map((row) => ({
      id: row.id,
      name: row.name ?? '',
      addedAt: row.created_at,
      digest: digestOf(`${row.credential_id}\n${row.public_key}`),
    })),
    secondFactor: factor === undefined ? null : { id: factor.id, digest: digestOf(factor.secret) },
    isProven: (person?.address_proven_at ?? null) !== null,
  };
}

/** Ends all sessions as well, and all at once: none of them can add anything meanwhile. */
export async function removeCredentials(
  db: Database,
  userId: string,
  { passkeys, secondFactor }: Kept,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('person_sessions').where('user_id', '=', userId).execute();
    const lost = tx.deleteFrom('person_passkeys').where('user_id', '=', userId);
    await (passkeys.length === 0 ? lost : lost.where('id', 'not in', passkeys)).execute();
    if (secondFactor) return;
    await tx.deleteFrom('person_second_factors').where('user_id', '=', userId).execute();
    await tx.updateTable('people').set({ two_factor_enabled: 0 }).where('id', '=', userId).execute();
  });
}

/** Takes back a passkey that could not be recorded. */
export function keepOnly(db: Database, userId: string, { passkeys }: Credentials): Promise<void> {
  return removeCredentials(db, userId, { passkeys: passkeys.map(({ id }) => id), secondFactor: true });
}

export function recordSignInChange(
  deps: MemberDeps,
  userId: string,
  what: SignInChange,
  actor?: string,
): Promise<void> {
  return recordOfPerson(deps, userId, 'member.change_sign_in', { what }, actor);
}

/** Records what a person changed of themselves in each tenant that they have a place in. */
export async function recordOfPerson(
  deps: MemberDeps,
  userId: string,
  action: string,
  change: Record<string, string>,
  actor?: string,
): Promise<void> {
  const state = recordOf(await credentialsOf(deps.db, userId));
  for (const { tenant_id, member_id } of await placesOf(deps.db, userId)) {
    await recordChange(deps, {
      chain: await chainOf(deps.db, tenant_id, 'production'),
      action,
      actor: actor ?? member_id,
      change: { member_id, ...change, ...state },
      statements: [],
    });
  }
}

export function placesOf(db: Database, userId: string) {
  return db
    .selectFrom('members')
    .select(['tenant_id', 'member_id'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
}

/** @throws {Failure} `not_found` where the person is no member of the tenant. */
export async function placeIn(db: Database, userId: string, tenantId: string): Promise<Place> {
  const place = (await placesOf(db, userId)).find((each) => each.tenant_id === tenantId);
  if (place === undefined) throw new Failure('not_found', 'You are no member of this organisation.');
  return { chain: await chainOf(db, tenantId, 'production'), memberId: place.member_id };
}

function recordOf({ passkeys, secondFactor, isProven }: Credentials): JsonObject {
  return {
    address_proven: isProven,
    passkeys: passkeys.map(({ id, digest }) => ({ passkey_id: id, digest })),
    second_factor: secondFactor && { factor_id: secondFactor.id, digest: secondFactor.digest },
  };
}

function digestOf(text: string): string {
  return hash('sha256', text, 'hex');
}
