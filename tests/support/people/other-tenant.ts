/** Creates a second tenant, whose data the first must never see. */
import { createKey, type Scope } from '@assize/service/keys/index.ts';
import { ensureTenant, type Tenant, type Tier } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';

export interface Holder {
  tenant: Tenant;
  /** The secret of a production key of that tenant. */
  secret: string;
  keyId: string;
}

/**
 * Returns a production key with these scopes (default: all) of the tenant with this name, which is created if needed.
 */
export async function keyHolder(
  service: Service,
  name: string,
  { tier = 'free', scopes }: { tier?: Tier; scopes?: Scope[] } = {},
): Promise<Holder> {
  const tenant = await ensureTenant(service, name, tier);
  const created = await createKey(service, tenant, null, { name: 'test', environment: 'production', scopes });
  if (created === null) throw new Error('the key was not stored');
  return { tenant, secret: created.secret, keyId: created.key.keyId };
}
