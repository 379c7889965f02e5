/** Passkeys and the second factor: the ways of signing in besides a password. */
import type { Database } from '../../database/open.ts';

/** A person's place in a tenant, and the chain that records it. */
export interface Place {
  /** The production chain. */
  chain: number;
  memberId: string;
}

export interface Credentials {
  passkeys: { id: string; name: string; addedAt: string | null }[];
  /** Whether the setup was completed. */
  hasSecondFactor: boolean;
  isProven: boolean;
}

/** The credentials that a reset keeps. */
export interface Kept {
  passkeys: readonly string[];
  secondFactor: boolean;
}

export const NONE_KEPT: Kept = { passkeys: [], secondFactor: false };

export async function credentialsOf(db: Database, userId: string): Promise<Credentials> {
  const passkeys = await db
    .selectFrom('person_passkeys')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const factor = await db
    .selectFrom('person_second_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where((row) => row.or([row('verified', 'is', null), row('verified', '<>', 0)]))
    .executeTakeFirst();
  const person = await db
    .selectFrom('people')
    .select('address_proven_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return {
    passkeys: passkeys.map(({ id, name, created_at }) => ({ id, name: name ?? '', addedAt: created_at })),
    hasSecondFactor: factor !== undefined,
    isProven: (person?.address_proven_at ?? null) !== null,
  };
}

/** The stored form; null if there is none. @param email lower case. */
export async function passwordOf(db: Database, email: string): Promise<string | null> {
  const account = await db
    .selectFrom('person_accounts')
    .innerJoin('people', 'people.id', 'person_accounts.user_id')
    .select('person_accounts.password')
    .where('people.email', '=', email)
    .where('person_accounts.provider_id', '=', 'credential')
    .executeTakeFirst();
  return account?.password ?? null;
}

/** Removes the credentials and ends all sessions at once, so that no session can add anything meanwhile. */
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

/** Removes a passkey that could not be recorded. */
export function keepOnly(db: Database, userId: string, { passkeys }: Credentials): Promise<void> {
  return removeCredentials(db, userId, { passkeys: passkeys.map(({ id }) => id), secondFactor: true });
}
