/** Surface A: the caller and its rights. */
import Type from 'typebox';
import { keyNamed, ROLES, SCOPES } from '../../../keys/index.ts';
import { findMember, tenantsOf } from '../../../members/index.ts';
import { ENVIRONMENTS, PLANS, TIERS, tenantOf } from '../../../tenants/index.ts';
import { named } from '../../answers/named.ts';
import { orNull, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import type { Noun, Services } from '../../services.ts';

const Tenant = Type.Object({ id: Type.String(), name: Type.String() });

const Me = named(
  'Me',
  Type.Object(
    {
      kind: Type.Enum(['key', 'member']),
      id: Type.String(),
      name: Type.String(),
      email: orNull(Type.String(), 'null for a key'),
      role: orNull(Type.Enum([...ROLES]), 'In this environment; null for a key'),
      has_second_factor: orNull(
        Type.Boolean(),
        'Whether a code is required after the password; null for a key',
      ),
      scopes: Type.Array(Type.Enum([...SCOPES])),
      environment: Type.Enum([...ENVIRONMENTS]),
      tenant: Type.Object({
        ...Tenant.properties,
        tier: Type.Enum([...TIERS]),
        plan: Type.Enum([...PLANS]),
      }),
      tenants: Type.Array(Tenant, { description: 'The tenants that the member can switch to' }),
    },
    { description: 'The key or the member' },
  ),
);

const GET = {
  operationId: 'getMe',
  summary: 'See who you are: the key, or the member who is signed in',
  tags: ['API keys'],
  response: { 200: Me, ...refusals('a') },
};

export const meA: Noun<Pick<Services, 'db'>> = (app, { services: { db } }, done) => {
  app.get('/me', { config: { scope: [] }, schema: GET }, async (request) => {
    const { party, member, tenantId, tier, plan, environment, scopes } = principalOf(request);
    const { name } = await tenantOf(db, tenantId);
    const place = member === null ? null : await findMember(db, tenantId, party);
    return {
      kind: member === null ? ('key' as const) : ('member' as const),
      id: party,
      name: member?.name ?? (await keyNamed(db, tenantId, party)),
      email: place?.email ?? null,
      role: member?.role ?? null,
      has_second_factor: place?.hasSecondFactor ?? null,
      scopes: [...scopes],
      environment,
      tenant: { id: tenantId, name, tier, plan },
      tenants: member === null ? [{ id: tenantId, name }] : await tenantsOf(db, tenantId, party),
    };
  });
  done();
};
