/**
 * One service on each database for all tests of a process, with a tenant for each test, because starting a service
 * costs more than most tests. It is for tests that ask as a tenant does. A test that needs settings, a clock or an
 * empty database, or that breaks something, starts its own service.
 */
import { randomBytes } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import { createKey, SCOPES } from '@assize/service/keys/index.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { ENVIRONMENTS, ensureTenant, type Tier } from '@assize/service/tenants/index.ts';
import { startService } from '@assize/service/wiring.ts';
import { DATABASE_KINDS, type DatabaseKind, newDatabase, whyNot } from '../databases/databases.ts';
import { appOf, speakFor, type TestService, testConfig } from '../http/in-process.ts';

export interface TestTenant extends TestService {
  /** Different from any other tenant's. */
  name: string;
  /** The key of its production environment. */
  key: string;
  chain: number;
  sandboxKey: string;
}

interface Wanted {
  /** `enterprise` by default, which has no allowances. */
  tier?: Tier;
}

type TenantTest = (tenant: TestTenant, t: TestContext) => Promise<void>;
type Run = [run: TenantTest] | [wanted: Wanted, run: TenantTest];

/**
 * Runs on SQLite, for a promise that does not depend on the database. The application uses the tenant's key by
 * default.
 */
export function testAsTenant(promise: string, ...run: Run): void {
  test(promise, async (t) => runAs('sqlite', run, t));
}

/** The test's name states the promise; the database's name is added. */
export function testAsTenantOnEachDatabase(promise: string, ...run: Run): void {
  for (const kind of DATABASE_KINDS) {
    test(`${promise} (${kind})`, { skip: whyNot(kind) }, async (t) => runAs(kind, run, t));
  }
}

async function runAs(kind: DatabaseKind, given: Run, t: TestContext): Promise<void> {
  const [wanted, run] = given.length === 1 ? [{}, given[0]] : given;
  await run(await newTenant(kind, wanted), t);
}

async function newTenant(kind: DatabaseKind, { tier = 'enterprise' }: Wanted): Promise<TestTenant> {
  const { app, service } = await serviceOn(kind);
  const name = `t-${randomBytes(6).toString('hex')}`;
  const tenant = await ensureTenant(service, name, tier);
  const secrets = { production: '', sandbox: '' };
  for (const environment of ENVIRONMENTS) {
    const first = { name: `first ${environment} key`, environment, scopes: SCOPES };
    const created = await createKey(service, tenant, null, first);
    secrets[environment] = created?.secret ?? '';
  }
  const { production: key, sandbox: sandboxKey } = secrets;
  const { chain } = await service.authenticator.authenticate(key);
  return { app: speakFor(app, key), service, name, key, chain, sandboxKey };
}

const services = new Map<DatabaseKind, Promise<TestService>>();

function serviceOn(kind: DatabaseKind): Promise<TestService> {
  const service = services.get(kind) ?? open(kind);
  services.set(kind, service);
  return service;
}

const toClose: (() => Promise<unknown>)[] = [];

async function open(kind: DatabaseKind): Promise<TestService> {
  const { location, remove } = await newDatabase(kind);
  toClose.push(remove);
  const service = await startService(testConfig(location), createLogger('silent'));
  toClose.push(() => service.close());
  const app = await appOf(service);
  toClose.push(() => app.close());
  return { service, app };
}

after(async () => {
  for (const close of toClose.reverse()) await close();
});
