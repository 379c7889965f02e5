/** Surface A: the caller and its rights; creates, lists and revokes API keys. */

import { isoOrNull } from '../../../foundation/clock.ts';
import {
  type ApiKey,
  createKey,
  findKey,
  keyFields,
  keysOf,
  MAX_LIFETIME_DAYS,
  ROLES,
  SCOPES,
  statusOf,
} from '../../../keys/index.ts';
import { revokeKey } from '../../../keys/revoking/index.ts';
import { findMember, tenantsOf } from '../../../members/index.ts';
import { ENVIRONMENTS, PLANS, TIERS, tenantOf } from '../../../tenants/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, namedBody, object, record } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const route = routesOf('a', 'API keys');

const Tenant = object({ id: is.text(), name: is.text() });

const Me = describedRecord('Me', 'The key, the token or the member', {
  kind: is.oneOf(['key', 'member', 'token']),
  id: is.text(),
  name: is.text('Of a token: its subject'),
  agent_id: is.orNull(is.text(), 'The agent that the key or token belongs to; null: none'),
  email: is.orNull(is.text(), 'null unless you are a member'),
  role: is.orNull(is.oneOf(ROLES), 'In this environment; null unless you are a member'),
  has_second_factor: is.orNull(
    is.flag(),
    'Whether a code is required after the password; null unless you are a member',
  ),
  scopes: is.list(is.oneOf(SCOPES)),
  environment: is.oneOf(ENVIRONMENTS),
  tenant: object({
    ...Tenant.properties,
    tier: is.oneOf(TIERS),
    plan: is.oneOf(PLANS),
    is_demo: is.flag('Whether `assize demo` made it: its people and agents are made up'),
  }),
  tenants: is.list(Tenant, 'The tenants that the member can switch to'),
});

const GET = route('getMe', 'See who you are: the key or token, or the member who is signed in', { 200: Me });

export const meA: Noun<Pick<Services, 'db'>> = (app, { db }) => {
  app.get('/me', { config: { scope: [] }, schema: GET }, async (request) => {
    const { party, member, identity, tenantId, tier, plan, environment, scopes } = principalOf(request);
    const token = identity?.token ?? null;
    const { name, demo } = await tenantOf(db, tenantId);
    const place = member === null ? null : await findMember(db, tenantId, party);
    return {
      kind: member !== null ? ('member' as const) : token !== null ? ('token' as const) : ('key' as const),
      id: party,
      name: member?.name ?? token?.subject ?? (await findKey(db, tenantId, party))?.name ?? party,
      agent_id: identity?.agentId ?? null,
      email: place?.email ?? null,
      role: member?.role ?? null,
      has_second_factor: place?.hasSecondFactor ?? null,
      scopes: [...scopes],
      environment,
      tenant: { id: tenantId, name, tier, plan, is_demo: demo !== null },
      tenants:
        member === null || member.onlyHere ? [{ id: tenantId, name }] : await tenantsOf(db, tenantId, party),
    };
  });
};

const sharedFields = {
  id: is.text(),
  name: is.text(),
  environment: is.oneOf(ENVIRONMENTS),
  scopes: is.list(is.oneOf(SCOPES)),
  agent_id: is.orNull(is.text(), 'The agent that it belongs to; null: none, so its requests say which'),
  made_by: is.orNull(
    is.text(),
    'The member or key that made it, or operator; null if an earlier version did not record it',
  ),
  created_at: is.time(),
  expires_at: is.orNull(is.time()),
};

const ListedKey = record('ApiKey', {
  ...sharedFields,
  prefix: is.text('The secret, its first 7 characters'),
  last4: is.text('The secret, its last 4 characters'),
  last_used_at: is.orNull(is.time()),
  status: is.oneOf(['active', 'expired', 'revoked']),
});

const CreatedKey = describedRecord('NewApiKey', 'The key, with its secret', {
  ...sharedFields,
  key: is.text('The secret, shown only this once'),
});

const CreateBody = namedBody(
  'ApiKeyRequest',
  [{ name: 'ci', environment: 'sandbox', scopes: ['governance:evaluate'] }],
  {
    name: is.text({ minLength: 1, maxLength: 200, pattern: is.NO_NUL }),
    environment: is.oneOf(ENVIRONMENTS),
    agent_id: is.optional(
      is.label('The agent that the key belongs to: its requests are of that agent and no other'),
    ),
    scopes: is.optional(
      is.list(
        is.oneOf(SCOPES),
        'Default: all except members:manage and members:provision, which only an owner grants. The key of an agent never has keys:manage',
        {
          minItems: 1,
          maxItems: SCOPES.length,
        },
      ),
    ),
    expires_in_days: is.optional(
      is.orNull(
        is.integer({ minimum: 1, maximum: MAX_LIFETIME_DAYS }),
        'Default: 90. On the enterprise tier, null makes a key that does not expire',
      ),
    ),
  },
);

const LIST = route('listKeys', "List the tenant's keys, newest first", {
  200: describedRecord(
    'ApiKeyList',
    'The keys of both environments, or with a sandbox caller only its own; revoked and expired keys are included',
    { keys: is.list(ListedKey), total: is.integer() },
  ),
});

const CREATE = route('createKey', 'Create a key; only this answer contains its secret', {
  body: CreateBody,
  201: CreatedKey,
});

const REVOKE = route('revokeKey', 'Revoke a key permanently', {
  params: object({ key_id: is.text() }),
  200: describedRecord('RevokedApiKey', 'The key is revoked, now or earlier', {
    id: is.text(),
    revoked: is.flag(),
    revoked_at: is.time(),
  }),
});

export const apiKeysA: Noun<Pick<Services, 'appender' | 'clock' | 'db' | 'fillRandom' | 'ids'>> = (
  app,
  services,
) => {
  app.get('/api-keys', { config: MANAGE, schema: LIST }, async (request) => {
    const nowMs = services.clock.now();
    const keys: ReturnType<typeof toListed>[] = [];
    const { tenantId, environment } = principalOf(request);
    for await (const key of keysOf(services.db, tenantId)) {
      // A member of the sandbox may have no role in production.
      if (environment === 'production' || key.environment === 'sandbox') keys.push(toListed(key, nowMs));
    }
    return { keys, total: keys.length };
  });

  app.post('/api-keys', { config: MANAGE, schema: CREATE }, async (request, reply) => {
    const principal = principalOf(request);
    const { name, environment, agent_id: agentId, scopes, expires_in_days: expiresInDays } = request.body;
    const created = await createKey(services, principal, principal, {
      name,
      environment,
      agentId,
      scopes,
      expiresInDays,
    });
    if (created === null) throw new Error('a key was not stored');
    reply.code(201);
    return { ...keyFields(created.key), key: created.secret };
  });

  app.delete('/api-keys/:key_id', { config: MANAGE, schema: REVOKE }, async (request) => {
    const principal = principalOf(request);
    const { keyId, revokedAt } = await revokeKey(
      services,
      principal.tenantId,
      principal,
      request.params.key_id,
    );
    return { id: keyId, revoked: true, revoked_at: new Date(revokedAt).toISOString() };
  });
};

function toListed(key: ApiKey, nowMs: number) {
  return {
    ...keyFields(key),
    prefix: key.prefix,
    last4: key.last4,
    last_used_at: isoOrNull(key.lastUsedAt),
    status: statusOf(key, nowMs),
  };
}
