/** Databases with a large and a small tenant, filled by the service's own code: for this run, or kept for the next. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { meter } from '@assize/service/evidence/append/metered.ts';
import { readConfig } from '../../service/config/config.ts';
import { openAppendStore } from '../../service/database/evidence/append-open.ts';
import { type AppendStore, additionTo, headAfter } from '../../service/database/evidence/append-store.ts';
import { SALT_BYTES, seal } from '../../service/evidence/append/seal.ts';
import { IdSource } from '../../service/foundation/ids.ts';
import { createKey } from '../../service/keys/index.ts';
import { ensureTenant } from '../../service/tenants/index.ts';
import type { Context } from '../context.ts';
import type { DatabaseKind } from '../options.ts';
import { type Installation, installAssize, newKey } from '../servers/assize.ts';
import { type Drafted, draftAt, type Tenant } from './drafts.ts';
import { drawFrom } from './requests.ts';
import { fillRandom, withService } from './service.ts';

const SMALL_ARTIFACTS = 10_000;
/** Artifacts in one transaction. PostgreSQL takes each as one statement, which must stay within its time limit. */
const AT_ONCE = { sqlite: 50_000, postgres: 5000 };
const SEED = 20_250_701;

export interface FilledChain {
  chain: number;
  key: string;
}

interface Filling extends Record<'large' | 'small', FilledChain> {
  /** Artifacts of the large chain, including deciding and hashing. */
  perSecond: number;
}

export interface Filled extends Filling {
  installation: Installation;
  artifacts: number;
  /** Whether an earlier run filled it. A service has worked on it since. */
  isReused: boolean;
}

export async function filledDatabase(
  context: Context,
  kind: DatabaseKind,
  artifacts = context.options.artifacts,
): Promise<Filled> {
  const folder = path.resolve(context.options.keepFolder ?? context.folder, `filled-${kind}-${artifacts}`);
  mkdirSync(folder, { recursive: true });
  const written = path.join(folder, 'filled.json');
  const earlier = existsSync(written) ? (JSON.parse(readFileSync(written, 'utf8')) as Filling) : null;
  const kept = { folder, key: earlier?.large.key ?? newKey() };
  const installation = await installAssize(context, kind, {}, kept);
  const filling = earlier ?? (await fill(context, installation, artifacts));
  // Written last: a filling that broke off must not be taken for a whole one.
  writeFileSync(written, JSON.stringify(filling));
  return { ...filling, installation, artifacts, isReused: earlier !== null };
}

async function fill(context: Context, installation: Installation, artifacts: number): Promise<Filling> {
  const { environment, key, kind, database } = installation;
  const smallKey = newKey();
  const owners = await withService(environment, async (service) => {
    const tenant = await ensureTenant(service, 'small', 'enterprise');
    await createKey(service, tenant, null, { name: 'bench', environment: 'production', secret: smallKey });
    const ownerOf = (secret: string) => service.authenticator.authenticate(secret);
    return { large: await ownerOf(key), small: await ownerOf(smallKey) };
  });
  const store = await openAppendStore(readConfig(environment).database);
  const endsAt = Date.now();
  await fillChain(store, { ...owners.small, artifacts: SMALL_ARTIFACTS, endsAt }, AT_ONCE[kind]);
  context.progress(`filling ${database} with ${artifacts} artifacts`);
  const startedAt = performance.now();
  await fillChain(store, { ...owners.large, artifacts, endsAt }, AT_ONCE[kind]);
  const perSecond = artifacts / ((performance.now() - startedAt) / 1000);
  await store.close();
  const { large, small } = owners;
  return { large: { chain: large.chain, key }, small: { chain: small.chain, key: smallKey }, perSecond };
}

async function fillChain(store: AppendStore, tenant: Tenant, atOnce: number): Promise<void> {
  const draw = drawFrom(SEED);
  const ids = new IdSource(fillRandom);
  for (let done = 0; done < tenant.artifacts; done += atOnce) {
    const count = Math.min(atOnce, tenant.artifacts - done);
    const drafts = Array.from({ length: count }, (_, place) => draftAt(done + place, tenant, draw, ids));
    await addDrafts(store, tenant.chain, drafts);
    store.restartLog();
  }
}

/** Seals and stores them as the service does, in one transaction. @param isCounting false leaves out the counters. */
export async function addDrafts(
  store: AppendStore,
  chain: number,
  drafts: readonly Drafted[],
  isCounting = true,
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
      if (isCounting) meter(addition.metered, row);
      if (approval !== undefined) addition.approvals.push(approval);
    }
    await tx.addToChain(addition);
  });
}
