/**
 * Computes keyed digests of everything that identifies a person and lets them sign in. Evidence states these,
 * so truth verification notices a row that was changed only in the database, and the evidence reveals no
 * address and no secret.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import type { Digest } from '../../evidence/changes/index.ts';
import { fingerprintOf } from '../../keys/index.ts';

/** By subject: `email`, `name`, or a kind and the id of a row, such as `passkey:…` and `session:…`. */
export type PersonDigests = Record<string, string>;

/** Sessions and links end by themselves: each is stated once, at its beginning. */
export const SESSION = 'session:';
export const RESET = 'reset:';
/** The stored identifiers of links that set a password, including those that were mailed, or that sign in. */
const RESET_LINK = /^(?:(\w+-)?reset|sign-in-link):/;
export const isPassing = (name: string) => name.startsWith(SESSION) || name.startsWith(RESET);
/** Each sign-in with a backup code uses one up. */
export const BACKUP_CODES = 'backup_codes:';

/**
 * @param tenantId leaves out sessions that open only another tenant. @returns the digests of each person, also if the row
 * is gone.
 */
export async function digestsOfPeople(
  db: Database,
  digest: Digest,
  userIds: readonly string[],
  tenantId?: string,
): Promise<Map<string, PersonDigests>> {
  const found = new Map(userIds.map((id) => [id, { user: digest({ user_id: id }) } as PersonDigests]));
  const state = (userId: string, name: string, value: JsonObject) => {
    const ofPerson = found.get(userId);
    if (ofPerson !== undefined) ofPerson[name] = digest(value);
  };
  if (userIds.length === 0) return found;
  const people = await db.selectFrom('people').selectAll().where('id', 'in', userIds).execute();
  for (const { id, email, name, email_verified, address_proven_at, two_factor_enabled } of people) {
    state(id, 'email', { email });
    state(id, 'name', nameOf(id, name));
    state(id, 'proven', { user_id: id, email_verified, address_proven_at });
    state(id, 'second_factor', { user_id: id, is_asked_for: two_factor_enabled });
  }
  await stateWays(db, userIds, state);
  const sessions = db.selectFrom('person_sessions').selectAll().where('user_id', 'in', userIds);
  for (const { id, user_id, token, created_at, way, only_tenant } of await sessions.execute()) {
    if (tenantId !== undefined && only_tenant !== null && only_tenant !== tenantId) continue;
    const bound = only_tenant !== null && { only_tenant };
    state(user_id, `${SESSION}${id}`, { user_id, token, created_at, ...(way !== null && { way }), ...bound });
  }
  const links = db.selectFrom('person_verifications').selectAll().where('value', 'in', userIds);
  for (const { identifier, value, expires_at } of await links.execute()) {
    if (RESET_LINK.test(identifier)) state(value, nameOfReset(identifier), { user_id: value, expires_at });
  }
  return found;
}

const nameOf = (userId: string, name: string): JsonObject => ({ user_id: userId, name });

/** For a name that is stored together with its record. */
export function digestOfName(digest: Digest, userId: string, name: string): string {
  return digest(nameOf(userId, name));
}

/** @param identifier as it is stored, from which no token can be found. */
export function nameOfReset(identifier: string): string {
  return `${RESET}${fingerprintOf(Buffer.from(identifier))}`;
}

async function stateWays(
  db: Database,
  userIds: readonly string[],
  state: (userId: string, name: string, value: JsonObject) => void,
): Promise<void> {
  const accounts = db.selectFrom('person_accounts').selectAll().where('user_id', 'in', userIds);
  for (const { id, user_id, account_id, provider_id, password } of await accounts.execute()) {
    state(user_id, `account:${id}`, { user_id, account_id, provider_id, password });
  }
  const passkeys = db.selectFrom('person_passkeys').selectAll().where('user_id', 'in', userIds);
  for (const { id, user_id, public_key, credential_id } of await passkeys.execute()) {
    state(user_id, `passkey:${id}`, { user_id, public_key, credential_id });
  }
  const factors = db.selectFrom('person_second_factors').selectAll().where('user_id', 'in', userIds);
  for (const { id, user_id, secret, backup_codes, verified } of await factors.execute()) {
    state(user_id, `factor:${id}`, { user_id, secret, is_verified: verified === 1 });
    state(user_id, `${BACKUP_CODES}${id}`, { user_id, backup_codes });
  }
}
