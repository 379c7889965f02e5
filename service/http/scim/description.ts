/** Describes this SCIM, as directories read it (RFC 7643, sections 5 to 7). */
import type { JsonObject } from '@assize/evidence-format';
import { GROUP, MAX_COUNT, USER } from './resources.ts';

const TYPES = [
  { name: 'User', endpoint: '/Users', schema: USER },
  { name: 'Group', endpoint: '/Groups', schema: GROUP },
] as const;

export function serviceProviderConfig(base: string): JsonObject {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_COUNT },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A key with the scope members:provision',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string): JsonObject[] {
  return TYPES.map(({ name, endpoint, schema }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));
}

type Mutability = 'readOnly' | 'readWrite' | 'immutable';

function attribute(name: string, more: JsonObject = {}, mutability: Mutability = 'readWrite'): JsonObject {
  return {
    name,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability,
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

const complex = (name: string, subAttributes: JsonObject[], more: JsonObject = {}, mutability?: Mutability) =>
  attribute(name, { type: 'complex', subAttributes, ...more }, mutability);

const MANY = { multiValued: true };

const OF_USER = [
  attribute('userName', { required: true, uniqueness: 'server' }, 'immutable'),
  complex('name', [attribute('formatted'), attribute('givenName'), attribute('familyName')]),
  attribute('displayName'),
  attribute('active', { type: 'boolean' }),
  complex(
    'emails',
    [
      attribute('value', {}, 'readOnly'),
      attribute('type', {}, 'readOnly'),
      attribute('primary', { type: 'boolean' }, 'readOnly'),
    ],
    MANY,
    'readOnly',
  ),
  complex(
    'groups',
    [attribute('value', {}, 'readOnly'), attribute('display', {}, 'readOnly')],
    MANY,
    'readOnly',
  ),
];

const OF_GROUP = [
  attribute('displayName', { required: true }, 'immutable'),
  complex('members', [attribute('value', {}, 'immutable'), attribute('display', {}, 'readOnly')], MANY),
];

export function schemas(base: string): JsonObject[] {
  const of = { [USER]: OF_USER, [GROUP]: OF_GROUP };
  return TYPES.map(({ name, schema }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: schema,
    name,
    description: name === 'User' ? 'A person' : 'A role',
    attributes: of[schema],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema}` },
  }));
}
