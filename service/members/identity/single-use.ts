/**
 * Secrets that work once, until they expire: the token of a reset link, the state of a sign-in at a provider.
 * Only their hashes are stored, so the database reveals no usable secret; using one deletes it, so that only
 * one of two concurrent uses succeeds.
 */
import { hash } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import type { FillRandom } from '../../foundation/ids.ts';

export interface SingleUseDeps {
  db: Database;
  fillRandom: FillRandom;
}

export type Purpose =
  | 'reset'
  | 'mailed-reset'
  | 'mailed-invitation'
  | 'sign-in'
  | 'sign-in-link'
  | 'saml'
  | 'saml-answer'
  | 'code';

interface Lifetime {
  nowMs: number;
  lifetimeMs: number;
}

const TOKEN_BYTES = 32;
/** Longer than any code is valid: its half minute, plus one before and one after it for clocks that differ. */
const CODE_LIFETIME_MS = 120_000;

/** The stored form of a token. Tokens are random, so a plain hash can't be reversed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** @returns the secret, which is returned only here. @param value the data that it stands for. */
export async function issueSecret(
  { db, fillRandom }: SingleUseDeps,
  purpose: Purpose,
  value: string,
  lifetime: Lifetime,
): Promise<string> {
  const bytes = Buffer.alloc(TOKEN_BYTES);
  fillRandom(bytes);
  const secret = bytes.toString('base64url');
  await storing(db, identifierOf(purpose, secret), value, lifetime).execute();
  return secret;
}

/** Keeps a value under a secret that its holder has already. @param secretHash by {@link hashToken}. */
export async function keepSecret(
  db: Database,
  purpose: Purpose,
  secretHash: string,
  value: string,
  lifetime: Lifetime,
): Promise<void> {
  await storing(db, `${purpose}:${secretHash}`, value, lifetime).execute();
}

function storing(db: Database, identifier: string, value: string, { nowMs, lifetimeMs }: Lifetime) {
  const at = new Date(nowMs).toISOString();
  return db.insertInto('person_verifications').values({
    id: hashToken(identifier).slice(0, 24),
    identifier,
    value,
    expires_at: new Date(nowMs + lifetimeMs).toISOString(),
    created_at: at,
    updated_at: at,
  });
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
 * An authenticator's code works once, even while it is still shown (RFC 6238, section 5.2): only one of two concurrent
 * uses succeeds.
 * @throws {Failure} `unauthenticated` if the person has just signed in with it.
 */
export async function requireUnusedCode(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  code: string,
): Promise<void> {
  const lifetime = { nowMs: clock.now(), lifetimeMs: CODE_LIFETIME_MS };
  await deleteEndedSecrets(db, lifetime.nowMs);
  const stored = await storing(db, identifierOf('code', `${userId} ${code}`), '', lifetime)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored !== undefined) return;
  throw new Failure('unauthenticated', 'This code was used. Wait for the next one.');
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
