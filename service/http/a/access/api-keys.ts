/** Surface A: create, list and revoke API keys. */

import Type from 'typebox';
import { isoOrNull } from '../../../foundation/clock.ts';
import {
  type ApiKey,
  createKey,
  keyFields,
  keysOf,
  MAX_LIFETIME_DAYS,
  revokeKey,
  SCOPES,
  statusOf,
} from '../../../keys/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { NO_NUL } from '../../requests/context-schema.ts';
import type { Noun, Services } from '../../services.ts';

const sharedFields = {
  id: Type.String(),
  name: Type.String(),
  environment: Type.Enum([...ENVIRONMENTS]),
  scopes: Type.Array(Type.Enum([...SCOPES])),
  made_by: orNull(
    Type.String(),
    'The member or key that made it, or operator; null if an earlier version did not record it',
  ),
  created_at: IsoTime,
  expires_at: orNull(IsoTime),
};

const ListedKey = named(
  'ApiKey',
  Type.Object({
    ...sharedFields,
    prefix: Type.String({ description: 'The secret, its first 7 characters' }),
    last4: Type.String({ description: 'The secret, its last 4 characters' }),
    last_used_at: orNull(IsoTime),
    status: Type.Enum(['active', 'expired', 'revoked']),
  }),
);

const CreatedKey = named(
  'NewApiKey',
  Type.Object(
    { ...sharedFields, key: Type.String({ description: 'The secret, shown only this once' }) },
    { description: 'The key, with its secret' },
  ),
);

const CreateBody = named(
  'ApiKeyRequest',
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200, pattern: NO_NUL }),
      environment: Type.Enum([...ENVIRONMENTS]),
      scopes: Type.Optional(
        Type.Array(Type.Enum([...SCOPES]), {
          minItems: 1,
          maxItems: SCOPES.length,
          description: 'Default: all except members:manage, which only an owner grants',
        }),
      ),
      expires_in_days: Type.Optional(
        orNull(
          Type.Integer({ minimum: 1, maximum: MAX_LIFETIME_DAYS }),
          'Default: 90. On the enterprise tier, null makes a key that does not expire',
        ),
      ),
    },
    {
      additionalProperties: false,
      examples: [{ name: 'ci', environment: 'sandbox', scopes: ['governance:evaluate'] }],
    },
  ),
);

const SCOPE = { scope: 'keys:manage' } as const;
const TAGS = ['API keys'];

const LIST = {
  operationId: 'listKeys',
  summary: "List the tenant's keys, newest first",
  tags: TAGS,
  response: {
    200: named(
      'ApiKeyList',
      Type.Object(
        { keys: Type.Array(ListedKey), total: Type.Integer() },
        {
          description:
            'The keys of both environments, or with a sandbox caller only its own; revoked and expired keys are included',
        },
      ),
    ),
    ...refusals('a'),
  },
};

const CREATE = {
  operationId: 'createKey',
  summary: 'Create a key; only this answer contains its secret',
  tags: TAGS,
  body: CreateBody,
  response: { 201: CreatedKey, ...refusals('a', 422) },
};

const REVOKE = {
  operationId: 'revokeKey',
  summary: 'Revoke a key permanently',
  tags: TAGS,
  params: Type.Object({ key_id: Type.String() }),
  response: {
    200: named(
      'RevokedApiKey',
      Type.Object(
        { id: Type.String(), revoked: Type.Boolean(), revoked_at: IsoTime },
        { description: 'The key is revoked, now or earlier' },
      ),
    ),
    ...refusals('a', 404),
  },
};

export const apiKeysA: Noun<Pick<Services, 'appender' | 'clock' | 'db' | 'fillRandom' | 'ids'>> = (
  app,
  { services },
  done,
) => {
  app.get('/api-keys', { config: SCOPE, schema: LIST }, async (request) => {
    const nowMs = services.clock.now();
    const keys: ReturnType<typeof toListed>[] = [];
    const { tenantId, environment } = principalOf(request);
    for await (const key of keysOf(services.db, tenantId)) {
      // A member of the sandbox may have no role in production.
      if (environment === 'production' || key.environment === 'sandbox') keys.push(toListed(key, nowMs));
    }
    return { keys, total: keys.length };
  });

  app.post('/api-keys', { config: SCOPE, schema: CREATE }, async (request, reply) => {
    const principal = principalOf(request);
    const { name, environment, scopes, expires_in_days: expiresInDays } = request.body;
    const created = await createKey(services, principal, principal, {
      name,
      environment,
      scopes,
      expiresInDays,
    });
    if (created === null) throw new Error('a key was not stored');
    reply.code(201);
    return { ...keyFields(created.key), key: created.secret };
  });

  app.delete('/api-keys/:key_id', { config: SCOPE, schema: REVOKE }, async (request) => {
    const principal = principalOf(request);
    const { keyId, revokedAt } = await revokeKey(
      services,
      principal.tenantId,
      principal,
      request.params.key_id,
    );
    return { id: keyId, revoked: true, revoked_at: new Date(revokedAt).toISOString() };
  });
  done();
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
