/** Makes the tenant of the demo, or finds it, and the link that opens it. Run again, it finishes what was cut off. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { holdLease, releaseLease } from '../../database/nodes/lease.ts';
import { nodesAlive } from '../../database/nodes/nodes.ts';
import type { Database } from '../../database/open.ts';
import { DAY_MS, systemClock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { createLogger } from '../../logging/log.ts';
import { signInLinkWith } from '../../members/identity/index.ts';
import { beginSignIn } from '../../members/joining/index.ts';
import { chainOf, ensureTenant, listTenants, type Tenant } from '../../tenants/index.ts';
import { type Service, startService } from '../../wiring.ts';
import type { WithService } from '../service-for-command.ts';
import { askingOf } from './asking.ts';
import { foundCompany } from './life/company.ts';
import { DAYS, liveThroughAMonth } from './life/month.ts';
import { addressOf } from './life/people.ts';
import { movedClock } from './moved-clock.ts';
import { type Proofs, writeProofs } from './proofs.ts';
import { removeTenant } from './remove.ts';

const DEMO = 'demo';
const LEASE = 'make the demo';
const LEASE_MS = 10_000;

interface Making {
  withService: WithService;
  config: Config;
  folder: string;
  onDay(day: number, days: number): void;
}

export interface Opened {
  /** Whether it was made now. */
  isNew: boolean;
  link: string;
  artifacts: number;
  proofs: Proofs;
  isServed: boolean;
}

export async function makeDemo(making: Making): Promise<Opened> {
  const { withService, config } = making;
  const before = await withService(({ db }) => demoIn(db));
  if (before?.demo !== 'whole') await withLease(making, (renew) => fill(making, renew));
  return withService(async (service) => {
    const { db, clock } = service;
    const tenant = await requireDemo(db);
    const chain = await chainOf(db, tenant.tenantId, 'production');
    const proofs = await writeProofs(service, chain, making.folder);
    const { userId } = await ownerOf(service);
    const token = await beginSignIn(service, userId);
    const { size } = await db
      .selectFrom('chains')
      .select('size')
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    return {
      isNew: before?.demo !== 'whole',
      link: signInLinkWith(config.baseUrl, token),
      artifacts: size,
      proofs,
      isServed: (await nodesAlive(db, clock.now())).length > 0,
    };
  });
}

/** @throws {Failure} `not_found`, also where a tenant of that name is not of the demo. */
export async function requireDemo(db: Database): Promise<Tenant> {
  const tenant = await demoIn(db);
  if (tenant === null) throw new Failure('not_found', 'There is no demo. Make one with: assize demo');
  return tenant;
}

/** null if there is none. @throws {Failure} `forbidden` if a tenant of that name is not of the demo. */
async function demoIn(db: Database): Promise<Tenant | null> {
  const tenant = (await listTenants(db)).find(({ name }) => name === DEMO) ?? null;
  if (tenant === null || tenant.demo !== null) return tenant;
  throw new Failure(
    'forbidden',
    `There is a tenant named ${DEMO} that \`assize demo\` did not make, so it is left alone.`,
  );
}

async function ownerOf({ identity }: Service) {
  const person = await (await identity()).findPerson(addressOf('dana'));
  if (person !== null) return person;
  throw new Failure('not_found', 'The owner of the demo is gone. Run: assize demo remove, then assize demo');
}

/** Two that fill it at once would remove each other's half. One that was killed holds it for some seconds. */
async function withLease(
  { withService, config }: Making,
  work: (renew: (db: Database) => Promise<void>) => Promise<void>,
): Promise<void> {
  const clock = systemClock(config.clockOffsetMs);
  const holder = `demo ${process.pid} ${clock.now()}`;
  const take = (db: Database) => holdLease(db, { name: LEASE, holder, nowMs: clock.now(), forMs: LEASE_MS });
  const until = clock.monotonic() + LEASE_MS + 2000;
  while (!(await withService(({ db }) => take(db)))) {
    if (clock.monotonic() > until)
      throw new Failure('forbidden', 'Another `assize demo` is at work on this database.');
    await sleep(500);
  }
  try {
    await work(async (db) => void (await take(db)));
  } finally {
    await withService(({ db }) => releaseLease(db, LEASE, holder));
  }
}

async function fill(
  { withService, config, onDay }: Making,
  renew: (db: Database) => Promise<void>,
): Promise<void> {
  const isThere = await withService(async (service) => {
    const before = await demoIn(service.db);
    if (before?.demo === 'whole') return true;
    if (before !== null) await removeTenant(service, before);
    await renew(service.db);
    return false;
  });
  // Another command was faster.
  if (isThere) return;
  const clock = movedClock(systemClock(config.clockOffsetMs), (DAYS + 1) * DAY_MS);
  const service = await startService({ ...config, rateLimits: false }, createLogger('warn'), {
    ifMissing: 'refuse',
    clock,
  });
  try {
    const tenant = await ensureTenant(service, DEMO, 'enterprise', null, 'filling');
    const asking = await askingOf(service);
    try {
      const company = await foundCompany(service, asking, tenant);
      await liveThroughAMonth({ company, clock }, async (day) => {
        await renew(service.db);
        onDay(day, DAYS);
      });
      await signOutAll(service, Object.values(company.people));
    } finally {
      await asking.close();
    }
    await service.db
      .updateTable('tenants')
      .set({ demo: 'whole' })
      .where('tenant_id', '=', tenant.tenantId)
      .execute();
  } finally {
    await service.close();
  }
}

async function signOutAll({ identity }: Service, people: readonly { userId: string }[]): Promise<void> {
  const { endSessions } = await identity();
  for (const { userId } of people) await endSessions(userId);
}
