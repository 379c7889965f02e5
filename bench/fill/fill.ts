/**
 * Fills an installation with two tenants' evidence, a large one's and a small one's. Tenants and keys are made as the
 * service makes them, and artifacts are sealed and stored by its own code, only many to a transaction: a service that
 * is started on it finds nothing but a chain that it could have written.
 */
import { randomFillSync } from 'node:crypto';
import { meter } from '@assize/service/evidence/append/metered.ts';
import { readConfig } from '../../service/config/config.ts';
import { openAppendStore } from '../../service/database/append-open.ts';
import { type AppendStore, additionTo, headAfter } from '../../service/database/append-store.ts';
import { SALT_BYTES, seal } from '../../service/evidence/append/seal.ts';
import { createFirstKeys } from '../../service/first-run.ts';
import { IdSource } from '../../service/foundation/ids.ts';
import { createKey } from '../../service/keys/index.ts';
import { createLogger } from '../../service/log/log.ts';
import { ensureTenant } from '../../service/tenants/index.ts';
import { startService } from '../../service/wiring.ts';
import type { Context } from '../context.ts';
import type { Installation } from '../servers/assize.ts';
import { type Drafted, draftAt, type Tenant } from './drafts.ts';
import { drawFrom } from './random.ts';

export const SMALL_TENANT = 'small';
export const SMALL_ARTIFACTS = 10_000;

/** In one transaction. PostgreSQL takes each as one statement, which must stay within its time limit. */
const AT_ONCE = { sqlite: 50_000, postgres: 5000 };
const SEED = 20_250_701;

/** Of one tenant's production chain. */
export interface FilledChain {
  chain: number;
  key: string;
}

export interface Filling {
  large: FilledChain;
  small: FilledChain;
  /** Written per second, with deciding and hashing, while the large chain was filled. */
  perSecond: number;
}

export const fillRandom = (target: Uint8Array): void => void randomFillSync(target);

/** @param installation empty as yet. @param smallKey the secret that the small tenant's key is to have. */
export async function fill(
  context: Context,
  installation: Installation,
  artifacts: number,
  smallKey: string,
): Promise<Filling> {
  const config = readConfig(installation.environment);
  const tenants = await makeTenants(installation, smallKey);
  const store = await openAppendStore(config.database);
  try {
    const atOnce = AT_ONCE[config.database.kind];
    const endsAt = Date.now();
    const small = { ...tenants.small, artifacts: SMALL_ARTIFACTS, endsAt };
    await fillChain(store, small, atOnce, () => undefined);
    const startedAt = performance.now();
    const rate = (done: number) => done / ((performance.now() - startedAt) / 1000);
    const tell = (done: number) =>
      context.progress(`evidence: ${done} artifacts in ${installation.name}, ${Math.round(rate(done))}/s`);
    await fillChain(store, { ...tenants.large, artifacts, endsAt }, atOnce, tell);
    const perSecond = rate(artifacts);
    return {
      large: { chain: tenants.large.chain, key: installation.key },
      small: { chain: tenants.small.chain, key: smallKey },
      perSecond,
    };
  } finally {
    await store.close();
  }
}

interface Owner {
  chain: number;
  keyId: string;
}

async function makeTenants(
  installation: Installation,
  smallKey: string,
): Promise<{ large: Owner; small: Owner }> {
  const service = await startService(readConfig(installation.environment), createLogger('warn'));
  try {
    await createFirstKeys(service);
    const small = await ensureTenant(service, SMALL_TENANT, 'enterprise');
    await createKey(service, small, null, { name: 'bench', environment: 'production', secret: smallKey });
    const ownerNamed = (name: string): Promise<Owner> =>
      service.db
        .selectFrom('tenants')
        .innerJoin('chains', 'chains.tenant_id', 'tenants.tenant_id')
        .innerJoin('api_keys', (join) =>
          join
            .onRef('api_keys.tenant_id', '=', 'chains.tenant_id')
            .onRef('api_keys.environment', '=', 'chains.environment'),
        )
        .select(['chains.chain', 'api_keys.key_id as keyId'])
        .where('tenants.name', '=', name)
        .where('chains.environment', '=', 'production')
        .executeTakeFirstOrThrow();
    return { large: await ownerNamed(service.config.init.tenant), small: await ownerNamed(SMALL_TENANT) };
  } finally {
    await service.close();
  }
}

async function fillChain(
  store: AppendStore,
  tenant: Tenant & Owner,
  atOnce: number,
  tell: (done: number) => void,
): Promise<void> {
  const draw = drawFrom(SEED);
  const ids = new IdSource(fillRandom);
  for (let done = 0; done < tenant.artifacts; ) {
    const count = Math.min(atOnce, tenant.artifacts - done);
    const from = done;
    const drafts = Array.from({ length: count }, (_, place) => draftAt(from + place, tenant, draw, ids));
    await addDrafts(store, tenant.chain, drafts);
    done += count;
    tell(done);
  }
}

/** Seals and stores them as the service does, in one transaction. */
export async function addDrafts(
  store: AppendStore,
  chain: number,
  drafts: readonly Drafted[],
): Promise<void> {
  const salts = new Uint8Array(drafts.length * SALT_BYTES);
  fillRandom(salts);
  await store.transact([chain], async (tx) => {
    const head = tx.heads.get(chain);
    if (head === undefined) throw new Error(`chain ${chain} has no head row`);
    const addition = additionTo(chain, head);
    for (const [place, { artifact, approval }] of drafts.entries()) {
      const salt = salts.subarray(place * SALT_BYTES, (place + 1) * SALT_BYTES);
      const row = seal(chain, headAfter(addition), artifact, salt);
      addition.artifacts.push(row);
      meter(addition.metered, row);
      if (approval !== undefined) addition.approvals.push(approval);
    }
    await tx.addToChain(addition);
  });
  store.restartLog();
}
