/**
 * Reads the bodies of requests. Directories differ in the case of operations, in booleans that come as texts, and in how
 * they name a part of an attribute; each means one thing here.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { DirectoryUser, Profile, WantedUser } from '../../directory/index.ts';
import { normalizedEmail } from '../../members/index.ts';
import { ScimRefusal } from './errors.ts';

/** Longer than the names and addresses of people. */
const MAX_CHARACTERS = 256;
const MAX_OPERATIONS = 100;

export interface Operation {
  op: 'add' | 'replace' | 'remove';
  /** null: the value has the attributes. */
  path: string | null;
  value: JsonValue | undefined;
}

export function objectOf(body: unknown): JsonObject {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as JsonObject;
  throw new ScimRefusal('invalidSyntax', 'The body should be a JSON object.');
}

/** Attributes have no case (RFC 7643, section 2.1). */
function member(object: JsonObject, name: string): JsonValue | undefined {
  const key = Object.keys(object).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

export function textIn(object: JsonObject, name: string): string | undefined {
  return text(member(object, name), name);
}

/** null and an empty text both stand for nothing (RFC 7643, section 2.5). */
function text(value: JsonValue | undefined, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && value.length <= MAX_CHARACTERS && !value.includes('\0')) return value;
  throw new ScimRefusal('invalidValue', `${name} should be a text of at most ${MAX_CHARACTERS} characters.`);
}

function flag(value: JsonValue | undefined, name: string): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw new ScimRefusal('invalidValue', `${name} should be true or false.`);
}

/** @param activeBefore where the body says nothing of it. @throws {ScimRefusal} `invalidValue` */
export function readUser(body: JsonObject, activeBefore: boolean): WantedUser {
  const userName = textIn(body, 'userName');
  if (userName === undefined)
    throw new ScimRefusal('invalidValue', 'userName should be the mail address of the person.');
  const active = member(body, 'active');
  return {
    userName: normalizedEmail(userName),
    externalId: textIn(body, 'externalId') ?? null,
    profile: profileIn(body),
    active: active === undefined || active === null ? activeBefore : flag(active, 'active'),
  };
}

function profileIn(body: JsonObject): Profile {
  const name = member(body, 'name');
  const parts = typeof name === 'object' && name !== null && !Array.isArray(name) ? name : {};
  const names = {
    displayName: textIn(body, 'displayName') ?? textIn(parts, 'formatted'),
    givenName: textIn(parts, 'givenName'),
    familyName: textIn(parts, 'familyName'),
  };
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
}

/** @throws {ScimRefusal} `invalidSyntax` */
export function readOperations(body: JsonObject): Operation[] {
  const operations = member(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw new ScimRefusal('invalidSyntax', `Operations should be a list of 1 to ${MAX_OPERATIONS}.`);
  return operations.map((each) => {
    const operation = objectOf(each);
    const op = String(member(operation, 'op')).toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw new ScimRefusal('invalidSyntax', 'op should be add, replace or remove.');
    return { op, path: textIn(operation, 'path') ?? null, value: member(operation, 'value') };
  });
}

const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:user:/i;

/** @returns the user after the operations. @throws {ScimRefusal} */
export function patchedUser(user: DirectoryUser, operations: readonly Operation[]): DirectoryUser {
  return operations.reduce((before, { op, path, value }) => {
    if (path !== null) return withAttribute(before, path, op === 'remove' ? null : value);
    if (op === 'remove') throw new ScimRefusal('noTarget', 'remove needs a path.');
    return Object.entries(objectOf(value)).reduce(
      (each, [name, part]) => withAttribute(each, name, part),
      before,
    );
  }, user);
}

/** An attribute that is not kept changes nothing, as RFC 7644 (section 3.5.2) lets a service decide. */
function withAttribute(user: DirectoryUser, path: string, value: JsonValue | undefined): DirectoryUser {
  const name = path.replace(SCHEMA, '').toLowerCase();
  const inProfile = (part: keyof Profile) => {
    const { [part]: _, ...rest } = user.profile;
    const given = text(value, part);
    return { ...user, profile: given === undefined ? rest : { ...rest, [part]: given } };
  };
  switch (name) {
    case 'active':
      return { ...user, active: flag(value, 'active') };
    case 'username':
      requireSameName(user, text(value, 'userName'));
      return user;
    case 'externalid':
      return { ...user, externalId: text(value, 'externalId') ?? null };
    case 'displayname':
    case 'name.formatted':
      return inProfile('displayName');
    case 'name.givenname':
      return inProfile('givenName');
    case 'name.familyname':
      return inProfile('familyName');
    case 'name':
      return Object.entries(objectOf(value ?? {})).reduce(
        (each, [part, given]) => withAttribute(each, `name.${part}`, given),
        user,
      );
    default:
      return user;
  }
}

/** The account with an address belongs to its owner, and no directory can give it another. @throws {ScimRefusal} */
export function requireSameName({ userName }: DirectoryUser, wanted: string | undefined): void {
  if (wanted !== undefined && normalizedEmail(wanted) === userName) return;
  throw new ScimRefusal(
    'mutability',
    'userName is the address of an account, which only its owner can change: create a user with the new address, and delete this one.',
  );
}

const ONE_MEMBER = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i;

/** @returns the ids after the operations. @throws {ScimRefusal} */
export function patchedMembers(
  ids: readonly string[],
  operations: readonly Operation[],
  requireName: (name: string | undefined) => void,
): string[] {
  return operations.reduce<string[]>(
    (before, { op, path, value }) => {
      const one = path === null ? null : ONE_MEMBER.exec(path)?.[1];
      if (typeof one === 'string' && op === 'remove') return before.filter((id) => id !== one);
      const name = path?.toLowerCase();
      if (name === 'members') return changed(before, op, value);
      if (name === 'displayname') requireName(text(value, 'displayName'));
      else if (path === null && op !== 'remove') {
        const given = objectOf(value);
        if (member(given, 'displayName') !== undefined) requireName(textIn(given, 'displayName'));
        const members = member(given, 'members');
        return members === undefined ? before : changed(before, op, members);
      } else if (name !== 'externalid') {
        throw new ScimRefusal('invalidPath', 'A path should be members, or members[value eq "…"].');
      }
      return before;
    },
    [...ids],
  );
}

function changed(before: string[], op: Operation['op'], value: JsonValue | undefined): string[] {
  if (op === 'remove' && (value === undefined || value === null)) return [];
  const ids = readMembers(value);
  if (op === 'add') return [...new Set([...before, ...ids])];
  return op === 'replace' ? ids : before.filter((id) => !ids.includes(id));
}

/** @throws {ScimRefusal} `invalidValue` */
export function readMembers(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => {
    const id = textIn(objectOf(each), 'value');
    if (id === undefined) throw new ScimRefusal('invalidValue', 'Each member should have the id of a user.');
    return id;
  });
}

export function membersIn(body: JsonObject): string[] {
  return readMembers(member(body, 'members'));
}
