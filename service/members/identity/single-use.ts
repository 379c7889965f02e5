/**
 * Secrets that work once, until they expire: the token of a reset link, the state of a sign-in at a provider.
 * Only their hashes are stored, so the database reveals no usable secret; using one deletes it, so that only
 * one of two concurrent uses succeeds.
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

/** @returns the secret, which is returned only here. @param value the data that it stands for. */
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

/** Looks up the value of a secret without using it up; null if it was used, has expired, or never existed. */
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

/** null if it was used, has expired, or never existed. */
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

/**
 * @returns whether this is the first use of the secret in its lifetime; true for only one of two concurrent
 * uses.
 */
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

/** A new password invalidates what was begun before it: reset links, and sign-ins that wait for a code. */
export async function withdrawBegun(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('person_verifications').where('value', '=', userId).execute();
}

export async function deleteEndedSecrets(db: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  await db.deleteFrom('person_verifications').where('expires_at', '<', now).execute();
}

/** The stored form. */
export function identifierOf(purpose: Purpose, secret: string): string {
  return `${purpose}:${hashToken(secret)}`;
}
