/**
 * Secrets that work once, until they end: the token of a reset link, the state of a sign-in elsewhere. Stored only as
 * their hashes, so that what the database holds opens nothing; taken by deleting, so that of two at once one gets it.
 */
import type { Database } from '../../database/open.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import { hashToken } from './token-hash.ts';

export interface SingleUseDeps {
  db: Database;
  fillRandom: FillRandom;
}

export type Purpose = 'reset' | 'mailed-reset' | 'mailed-invitation' | 'sign-in' | 'code';

const TOKEN_BYTES = 32;

/** @returns the secret, which exists only here. @param value what it stands for. */
export async function issueSecret(
  { db, fillRandom }: SingleUseDeps,
  purpose: Purpose,
  value: string,
  { nowMs, lifetimeMs }: { nowMs: number; lifetimeMs: number },
): Promise<string> {
  const bytes = Buffer.alloc(TOKEN_BYTES);
  fillRandom(bytes);
  const secret = bytes.toString('base64url');
  const at = new Date(nowMs).toISOString();
  const identifier = identifierOf(purpose, secret);
  await db
    .insertInto('person_verifications')
    .values({
      id: hashToken(identifier).slice(0, 24),
      identifier,
      value,
      expires_at: new Date(nowMs + lifetimeMs).toISOString(),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return secret;
}

/** Looks up what the secret stands for without using it up; null if it was used, has ended, or never was. */
export async function lookUpSecret(
  db: Database,
  purpose: Purpose,
  secret: string,
  nowMs: number,
): Promise<string | null> {
  const found = await db
    .selectFrom('person_verifications')
    .select('value')
    .where('identifier', '=', identifierOf(purpose, secret))
    .where('expires_at', '>', new Date(nowMs).toISOString())
    .executeTakeFirst();
  return found?.value ?? null;
}

/** null where it was used, has ended, or never was. */
export async function takeSecret(
  db: Database,
  purpose: Purpose,
  secret: string,
  nowMs: number,
): Promise<string | null> {
  const taken = await db
    .deleteFrom('person_verifications')
    .where('identifier', '=', identifierOf(purpose, secret))
    .where('expires_at', '>', new Date(nowMs).toISOString())
    .returning('value')
    .executeTakeFirst();
  return taken?.value ?? null;
}

/** @returns whether it is the first time in the lifetime that the secret is used; of two at once, for one. */
export async function isFirstUse(
  db: Database,
  purpose: Purpose,
  secret: string,
  { nowMs, lifetimeMs }: { nowMs: number; lifetimeMs: number },
): Promise<boolean> {
  await deleteEndedSecrets(db, nowMs);
  const at = new Date(nowMs).toISOString();
  const identifier = identifierOf(purpose, secret);
  const stored = await db
    .insertInto('person_verifications')
    .values({
      id: hashToken(identifier).slice(0, 24),
      identifier,
      value: '',
      expires_at: new Date(nowMs + lifetimeMs).toISOString(),
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** A new password ends what was begun without it: links for another one, and sign-ins that wait for a code. */
export async function withdrawBegun(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('person_verifications').where('value', '=', userId).execute();
}

export async function deleteEndedSecrets(db: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  await db.deleteFrom('person_verifications').where('expires_at', '<', now).execute();
}

/** As it is stored. */
export function identifierOf(purpose: Purpose, secret: string): string {
  return `${purpose}:${hashToken(secret)}`;
}
