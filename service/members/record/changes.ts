/**
 * Records how a piece of work changes a person's sign-in, in each of their tenants. It compares the tables
 * before and after, so it misses nothing that the sign-in library changes.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { type Actor, digests, recordChange } from '../../evidence/changes/index.ts';
import { chainOf } from '../../tenants/index.ts';
import type { Session } from '../identity/sessions.ts';
import type { MemberDeps } from '../member.ts';
import { digestsOfPeople, isPassing, type PersonDigests, SESSION } from './digests.ts';

/** The wording in the record, by the kind of change. */
const WORDS: Record<string, string> = {
  account: 'password or account',
  backup_codes: 'backup codes',
  factor: 'authenticator',
  name: 'name',
  passkey: 'passkey',
  proven: 'proof of the address',
  second_factor: 'whether a second factor is asked for',
};

/** The change, in the words of `member.change_sign_in`, if a person asked for it. */
export type SignInChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factor_set'
  | 'second_factor_removed'
  | 'backup_codes_made'
  | 'password_changed';

export interface RecordedWork {
  /** Default: {@link CHANGED}, and then only if something changed. */
  action?: string;
  by?: Acting;
  /** Further members of the record. */
  change?: JsonObject;
}

const CHANGED = 'member.change_sign_in';

export async function recordingChanges<Result>(
  deps: MemberDeps,
  userId: string,
  work: () => Promise<Result>,
  { action, by, change = {} }: RecordedWork = {},
): Promise<Result> {
  const before = await statedOf(deps, userId);
  const result = await work();
  const person = changesBetween(before, await statedOf(deps, userId));
  const names = Object.keys(person);
  if (names.length === 0 && action === undefined) return result;
  const recorded: JsonObject = { ...change, person: { ...addressIn(before), ...person } };
  if (action === undefined) recorded.what ??= wordsFor(names);
  await recordOfPerson(deps, userId, action ?? CHANGED, recorded, by);
  return result;
}

/** Part of each change: a change made under someone else's address is recognised by it. */
export function addressIn({ email = '' }: PersonDigests): JsonObject {
  return { email };
}

function wordsFor(names: readonly string[]): string {
  const kinds = new Set(names.map((name) => name.split(':')[0] ?? name));
  return [...kinds].map((kind) => WORDS[kind] ?? kind).join(', ');
}

/** The current state of a person's sign-in. */
export async function statedOf({ db, fillRandom }: MemberDeps, userId: string): Promise<PersonDigests> {
  const found = await digestsOfPeople(db, await digests(db, fillRandom), [userId]);
  return found.get(userId) ?? {};
}

/** null: it was removed. */
function changesBetween(before: PersonDigests, after: PersonDigests): Record<string, string | null> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const changed = names.filter((name) => !isPassing(name) && before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/**
 * Records a sign-in before its session can be used, in each tenant that the session may view, with the credential that was
 * used: a password that was set for this sign-in and removed again appears in no other record.
 * @param way how they signed in, such as `password` or `passkey`.
 * @param more of the record, such as the link that they used.
 */
export async function recordSignIn(
  deps: MemberDeps,
  { sessionId, userId }: Pick<Session, 'sessionId' | 'userId'>,
  way: string,
  more: JsonObject = {},
): Promise<void> {
  await deps.db.updateTable('person_sessions').set({ way }).where('id', '=', sessionId).execute();
  const stated = Object.entries(await statedOf(deps, userId));
  const own = stated.filter(([name]) => !isPassing(name) || name === `${SESSION}${sessionId}`);
  const change = { ...more, way, session_id: sessionId, person: Object.fromEntries(own) };
  const { only_tenant: onlyTenant } = await deps.db
    .selectFrom('person_sessions')
    .select('only_tenant')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  await recordOfPerson(deps, userId, 'member.sign_in', change, {}, onlyTenant);
}

/** The actor, if it is not the member, and their session. */
export interface Acting {
  actor?: string | undefined;
  sessionId?: string | undefined;
}

/** Records an event about a person in each of their tenants. @param only null: all of them. */
export async function recordOfPerson(
  deps: Pick<MemberDeps, 'db' | 'appender' | 'clock' | 'ids'>,
  userId: string,
  action: string,
  change: JsonObject,
  { actor, sessionId }: Acting = {},
  only: string | null = null,
): Promise<void> {
  for (const { tenant_id, member_id } of await placesOf(deps.db, userId)) {
    if (only !== null && only !== tenant_id) continue;
    await recordChange(deps, {
      chain: await chainOf(deps.db, tenant_id, 'production'),
      action,
      actor: actor ?? actingAs(member_id, sessionId),
      change: { member_id, ...change },
      statements: [],
    });
  }
}

/** @param sessionId undefined if they act by a link, or while they sign in. */
export function actingAs(memberId: string, sessionId: string | undefined): Actor {
  return sessionId === undefined ? memberId : { party: memberId, member: { sessionId } };
}

export function placesOf(db: Database, userId: string) {
  return db
    .selectFrom('members')
    .select(['tenant_id', 'member_id'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
}
