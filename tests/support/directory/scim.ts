/** Speaks SCIM as a directory does. */
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask } from '../http/in-process.ts';
import { askAs } from '../people/groups.ts';
import { signedIn } from '../people/members.ts';
import { keyHolder } from '../people/other-tenant.ts';
import type { TestTenant } from '../people/tenants.ts';

export const USERS = '/scim/v2/Users';
export const SCIM_GROUPS = '/scim/v2/Groups';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Scim {
  /** The id of its key. */
  keyId: string;
  secret: string;
  (method: Method, url: string, body?: object): Promise<Answer>;
  /** A user, active and in no group. @returns the id. */
  user(name: string, more?: object): Promise<string>;
  patch(url: string, ...operations: object[]): Promise<Answer>;
}

/** With a token of the tenant, which the operator made. */
export async function scimOf(app: FastifyInstance, service: Service, tenant: string): Promise<Scim> {
  const { secret, keyId } = await keyHolder(service, tenant, { scopes: ['members:provision'] });
  const call = (method: Method, url: string, body?: object) => {
    const headers = { 'content-type': 'application/scim+json' };
    return ask(app, 'b', url, { method, key: secret, headers, ...(body !== undefined && { body }) });
  };
  return Object.assign(call, {
    keyId,
    secret,
    user: async (name: string, more: object = {}) => {
      const userName = `${name.toLowerCase()}@${tenant}.example`;
      const { status, body } = await call('POST', USERS, { userName, displayName: name, ...more });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return String(body.id);
    },
    patch: (url: string, ...operations: object[]) =>
      call('PATCH', url, { schemas: [PATCH_OP], Operations: operations }),
  });
}

/** As Okta sends a user. */
export const OKTA_USER = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'Eve@X.example',
  name: { givenName: 'Eve', familyName: 'Adams' },
  emails: [{ primary: true, value: 'eve@x.example', type: 'work' }],
  displayName: 'Eve Adams',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
};
/** As Entra does. */
export const ENTRA_USER = {
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: 'joe',
  userName: 'joe@x.example',
  active: 'True',
  displayName: 'Joe Doe',
  emails: [{ type: 'work', value: 'joe@x.example', primary: true }],
  name: { givenName: 'Joe', familyName: 'Doe', formatted: 'Joe Doe' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
};

/** A directory of the tenant, and an owner who looks on. */
export async function directory({ app, service, name }: TestTenant) {
  const owner = await signedIn(service, name, 'owner', 'Olga');
  const scim = await scimOf(app, service, name);
  const members = async () => (await askAs(app, owner, '/api/v1/members')).body.members as Shown[];
  const invitations = async () => {
    return (await askAs(app, owner, '/api/v1/members/invitations')).body.invitations as Shown[];
  };
  const records = async (action: string) => {
    const found = await ask(app, 'a', '/api/v1/evidence/search', { body: { action } });
    return found.body.items as { payload: { by: string } }[];
  };
  return { owner, scim, members, invitations, records };
}

export interface Shown {
  member_id: string;
  email: string;
  role: string;
}
