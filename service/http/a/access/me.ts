/** Surface A: the caller and its rights. */

import { keyNamed, ROLES, SCOPES } from '../../../keys/index.ts';
import { findMember, tenantsOf } from '../../../members/index.ts';
import { ENVIRONMENTS, PLANS, TIERS, tenantOf } from '../../../tenants/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';

const Tenant = object({ id: is.text(), name: is.text() });

const Me = describedRecord('Me', 'The key or the member', {
  kind: is.oneOf(['key', 'member']),
  id: is.text(),
  name: is.text(),
  email: is.orNull(is.text(), 'null for a key'),
  role: is.orNull(is.oneOf(ROLES), 'In this environment; null for a key'),
  has_second_factor: is.orNull(is.flag(), 'Whether a code is required after the password; null for a key'),
  scopes: is.list(is.oneOf(SCOPES)),
  environment: is.oneOf(ENVIRONMENTS),
  tenant: object({ ...Tenant.properties, tier: is.oneOf(TIERS), plan: is.oneOf(PLANS) }),
  tenants: is.list(Tenant, 'The tenants that the member can switch to'),
});

const route = routesOf('a', 'API keys');

const GET = route('getMe', 'See who you are: the key, or the member who is signed in', { 200: Me });

export const meA: Noun = (app, { db }) => {
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
};
