/** The forms of users, groups and lists (RFC 7643, section 4). */
import type { JsonObject } from '@assize/evidence-format';
import type { DirectoryGroup, DirectoryUser } from '../../directory/index.ts';
import type { Attributes } from './filter.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

const iso = (ms: number) => new Date(ms).toISOString();

/** @param base the address of the service's SCIM. */
export function userToScim(user: DirectoryUser, base: string, nameOf: (role: string) => string): JsonObject {
  const { userId, userName, externalId, profile, active, groups, createdAt, changedAt } = user;
  const { displayName, givenName, familyName } = profile;
  const formatted = displayName ?? ([givenName, familyName].filter(Boolean).join(' ') || userName);
  return {
    schemas: [USER],
    id: userId,
    ...(externalId !== null && { externalId }),
    userName,
    name: { formatted, ...(givenName && { givenName }), ...(familyName && { familyName }) },
    displayName: formatted,
    active,
    emails: [{ value: userName, type: 'work', primary: true }],
    groups: groups.map((role) => ({
      value: role,
      display: nameOf(role),
      $ref: `${base}/Groups/${role}`,
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: iso(createdAt),
      lastModified: iso(changedAt),
      location: `${base}/Users/${userId}`,
    },
  };
}

export const USER_FILTERS = [
  'id',
  'username',
  'externalid',
  'emails.value',
  'emails',
  'displayname',
  'active',
];

export function attributesOfUser({
  userId,
  userName,
  externalId,
  profile,
  active,
}: DirectoryUser): Attributes {
  return {
    id: [userId],
    username: [userName],
    externalid: externalId === null ? [] : [externalId],
    'emails.value': [userName],
    emails: [userName],
    displayname: [profile.displayName ?? ''],
    active: [String(active)],
  };
}

export function groupToScim({ role, name, members }: DirectoryGroup, base: string): JsonObject {
  return {
    schemas: [GROUP],
    id: role,
    displayName: name,
    members: members.map(({ userId, userName }) => ({
      value: userId,
      display: userName,
      $ref: `${base}/Users/${userId}`,
    })),
    meta: { resourceType: 'Group', location: `${base}/Groups/${role}` },
  };
}

export const GROUP_FILTERS = ['id', 'displayname', 'members.value', 'members'];

export function attributesOfGroup({ role, name, members }: DirectoryGroup): Attributes {
  const ids = members.map(({ userId }) => userId);
  return { id: [role], displayname: [name], 'members.value': ids, members: ids };
}

export interface ListQuery {
  filter?: string;
  startIndex?: string;
  count?: string;
  attributes?: string;
  excludedAttributes?: string;
}

const DEFAULT_COUNT = 100;
export const MAX_COUNT = 200;

/** A page of a list (RFC 7644, section 3.4.2.4): the first has the index 1. */
export function listToScim(
  all: readonly JsonObject[],
  { startIndex, count, ...query }: ListQuery,
): JsonObject {
  const start = Math.max(1, wholeOf(startIndex, 1));
  const size = Math.min(MAX_COUNT, Math.max(0, wholeOf(count, DEFAULT_COUNT)));
  const page = all.slice(start - 1, start - 1 + size).map((each) => chosen(each, query));
  return {
    schemas: [LIST],
    totalResults: all.length,
    startIndex: start,
    itemsPerPage: page.length,
    Resources: page,
  };
}

function wholeOf(text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback);
  return Number.isSafeInteger(value) ? value : fallback;
}

/** Leaves attributes out that the caller does not want (RFC 7644, section 3.9). */
export function chosen(
  resource: JsonObject,
  { attributes, excludedAttributes }: Pick<ListQuery, 'attributes' | 'excludedAttributes'>,
): JsonObject {
  const only = namesIn(attributes);
  const without = namesIn(excludedAttributes);
  const entries = Object.entries(resource).filter(([name]) => {
    const plain = name.toLowerCase();
    if (plain === 'id' || plain === 'schemas') return true;
    return (only.length === 0 || only.includes(plain)) && !without.includes(plain);
  });
  return Object.fromEntries(entries);
}

/** The first part of each path; a schema in front says nothing more. */
function namesIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map(
      (each) =>
        each
          .trim()
          .replace(/^urn:.*:/, '')
          .split('.')[0]
          ?.toLowerCase() ?? '',
    )
    .filter((each) => each !== '');
}
