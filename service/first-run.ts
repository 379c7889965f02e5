/**
 * Fills an empty database: one tenant, and for each environment a key for its administrator, and one for a
 * first agent, which only asks for verdicts. Keys are created only while there are none, however many
 * nodes start together, and a secret made here is returned once, to be shown once.
 */
import { createKey, SCOPES } from './keys/index.ts';
import { PROVISIONS_MEMBERS } from './members/index.ts';
import { ENVIRONMENTS, type Environment, ensureTenant } from './tenants/index.ts';
import type { Service } from './wiring.ts';

export interface FirstKey {
  environment: Environment;
  holder: 'administrator' | 'agent';
  /** null where the operator chose it, and thus knows it. */
  secret: string | null;
}

const ASKS = ['governance:evaluate'] as const;

/** @returns the keys created now; none where the database has keys already. */
export async function createFirstKeys(service: Service): Promise<FirstKey[]> {
  return (await createChosenKeys(service)).make();
}

/** The keys that the operator chose exist by then. */
export interface FirstKeys {
  /** Whether keys are left to be created and shown. */
  areShown: boolean;
  /** @returns all that were created. */
  make(): Promise<FirstKey[]>;
}

/** Nothing is created where the database has keys already. */
export async function createChosenKeys(service: Service): Promise<FirstKeys> {
  const { db, config } = service;
  const existing = await db
    .selectFrom('api_keys')
    .innerJoin('tenants', 'tenants.tenant_id', 'api_keys.tenant_id')
    .select('key_id')
    // The keys of a demo are for its agents only.
    .where('tenants.demo', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (existing !== undefined) return { areShown: false, make: async () => [] };
  const tenant = await ensureTenant(service, config.init.tenant, config.init.tier, config.init.contact);
  const chosen = { production: config.init.productionKey, sandbox: config.init.sandboxKey };
  const created: FirstKey[] = [];
  const create = async (environment: Environment, secret?: string): Promise<void> => {
    const first = {
      name: `first ${environment} key`,
      environment,
      // A directory gets a key of its own.
      scopes: SCOPES.filter((scope) => scope !== PROVISIONS_MEMBERS),
      secret,
      onlyIfFirst: true,
    };
    const key = await createKey(service, tenant, null, first);
    if (key === null) return;
    const shown = secret === undefined ? key.secret : null;
    created.push({ environment, holder: 'administrator', secret: shown });
    if (shown === null) return;
    // The operator creates it as well, so that it belongs to another party than the administrator's.
    const its = { name: `first ${environment} agent`, environment, scopes: ASKS } as const;
    const agent = await createKey(service, tenant, null, its);
    created.push({ environment, holder: 'agent', secret: agent?.secret ?? null });
  };
  const left = ENVIRONMENTS.filter((environment) => chosen[environment] === null);
  for (const environment of ENVIRONMENTS) {
    const secret = chosen[environment];
    if (secret !== null) await create(environment, secret);
  }
  return {
    areShown: left.length > 0,
    async make() {
      for (const environment of left) await create(environment);
      return created;
    },
  };
}
