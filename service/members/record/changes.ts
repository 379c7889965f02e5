/**
 * Records what a piece of work changes of how a person signs in, in each tenant that they have a place in. What the tables
 * say before and after decides it, so nothing that the library for signing in changes is left out.
 */
import type { JsonObject } from '@assize/evidence-format';
import { digests } from '../../evidence/changes/index.ts';
import type { MemberDeps } from '../member.ts';
import { digestsOfPeople, isPassing, type PersonDigests } from './digests.ts';
import { type Acting, recordOfPerson } from './of-person.ts';

/** How the record says it, by the kind of what changed. */
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
  /** Default: {@link CHANGED}, and then only where something changed. */
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

/** Stated with each change: one that was made under a borrowed address is named by it. */
export function addressIn({ email = '' }: PersonDigests): JsonObject {
  return { email };
}

function wordsFor(names: readonly string[]): string {
  const kinds = new Set(names.map((name) => name.split(':')[0] ?? name));
  return [...kinds].map((kind) => WORDS[kind] ?? kind).join(', ');
}

/** How the tables say now that a person signs in. */
export async function statedOf({ db, fillRandom }: MemberDeps, userId: string): Promise<PersonDigests> {
  const found = await digestsOfPeople(db, await digests(db, fillRandom), [userId]);
  return found.get(userId) ?? {};
}

/** null: it is gone. */
function changesBetween(before: PersonDigests, after: PersonDigests): Record<string, string | null> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const changed = names.filter((name) => !isPassing(name) && before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}
