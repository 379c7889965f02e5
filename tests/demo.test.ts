/** `assize demo`: what it makes verifies, its link signs in once, it finishes what was cut off, and nothing of it stays. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chainId } from '@assize/service/database/chain-id.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { createFirstKeys } from '@assize/service/first-run.ts';
import { createKey } from '@assize/service/keys/index.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { openSigningFolder } from '@assize/service/proof/log/index.ts';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import { startService } from '@assize/service/wiring.ts';
import { sql } from 'kysely';
import { temporaryFolder, testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { testConfig } from './support/http/in-process.ts';
import { withDatabase as withRows } from './support/nodes/promises.ts';
import { ASSIZE, assize } from './support/processes/command.ts';
import { environmentFor, spawnService } from './support/processes/service.ts';
import { until } from './support/until.ts';

interface Made {
  made: boolean;
  link: string;
  service_runs: boolean;
  files: { honest: string; broken: string };
}

testOnEachDatabase('makes-a-month-that-verifies-and-removes-it-without-a-trace', async (location, t) => {
  const folder = temporaryFolder();
  t.after(folder.remove);
  const service = await spawnService(location);
  t.after(() => service.stop('SIGKILL'));
  const demo = async (...words: string[]) => {
    const { code, stdout, stderr } = await assize(location, ['demo', ...words, '--json'], {
      ASSIZE_BASE_URL: service.baseUrl,
    });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const before = await rowsIn(location);

  const made: Made = await demo('--files', folder.path);
  assert.deepEqual([made.made, made.service_runs], [true, true]);
  for (const check of ['verify', 'truth']) {
    const { code, stdout } = await assize(location, ['evidence', check, '--tenant', 'demo']);
    assert.equal(code, 0, stdout);
  }
  assert.equal((await verifyFile(made.files.honest)).code, 0);
  const broken = await verifyFile(made.files.broken);
  assert.equal(broken.code, 3, broken.stdout);
  const [honest, changed] = [readFileSync(made.files.honest), readFileSync(made.files.broken)];
  assert.equal(honest.filter((byte, place) => byte !== changed[place]).length, 1, 'one byte differs');

  const again: Made = await demo('--files', folder.path);
  assert.equal(again.made, false);
  assert.notEqual(again.link, made.link);
  await opensOnce(service.baseUrl, again.link);

  const unconfirmed = await assize(location, ['demo', 'remove']);
  assert.match(unconfirmed.stderr, /pass --yes/);
  assert.notEqual(unconfirmed.code, 0);
  assert.notDeepEqual(await rowsIn(location), before, 'the rows of the demo count');
  await demo('remove', '--yes');
  assert.deepEqual(await rowsIn(location), before);
  assert.ok(Object.keys(before).length > 80, 'every table is looked at');
  const gone = await assize(location, ['demo', 'remove', '--yes']);
  assert.equal(gone.code, 1);
  assert.match(gone.stderr, /There is no demo/);
  const { code } = await assize(location, ['evidence', 'verify']);
  assert.equal(code, 0, 'the other tenant is sound');
});

testOnOneDatabase('finishes-a-demo-and-a-removal-that-were-killed-in-the-middle', async (location, t) => {
  const folder = temporaryFolder();
  t.after(folder.remove);
  await withDatabase(location, createFirstKeys);
  const before = await rowsIn(location);
  const words = ['demo', '--files', folder.path, '--json'];
  const env = { ...process.env, ...environmentFor(location) };
  const killed = spawn(process.execPath, [ASSIZE, ...words], { env, stdio: 'ignore' });
  const killedEnded = once(killed, 'exit');
  await until(async () => (await artifactsOf(location, 'demo')) > 300);
  killed.kill('SIGKILL');
  await killedEnded;
  const { code, stdout, stderr } = await assize(location, words);
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).made, true);
  const { stdout: truth, code: sound } = await assize(location, ['evidence', 'truth', '--tenant', 'demo']);
  assert.equal(sound, 0, truth);

  const removing = spawn(process.execPath, [ASSIZE, 'demo', 'remove', '--yes'], { env, stdio: 'ignore' });
  const removingEnded = once(removing, 'exit');
  await until(async () => (await artifactsOf(location, 'demo')) === 0);
  removing.kill('SIGKILL');
  await removingEnded;
  const finished = await assize(location, ['demo', 'remove', '--yes']);
  assert.equal(finished.code, 0, finished.stderr);
  assert.deepEqual(await rowsIn(location), before);
  assert.deepEqual(await lostNotesIn(location), [], 'no note outlives its chain');
});

testOnOneDatabase('counts-no-key-of-a-demo-as-the-first-of-an-installation', async (location) => {
  await withDatabase(location, async (service) => {
    const tenant = await ensureTenant(service, 'demo', 'enterprise', null, 'filling');
    await createKey(service, tenant, null, { name: 'agent', environment: 'production' });
    assert.equal((await createFirstKeys(service)).length, 2);
    assert.equal((await createFirstKeys(service)).length, 0);
  });
});

testOnOneDatabase('leaves-a-tenant-alone-that-it-did-not-make', async (location) => {
  // The first start makes the installation.
  await withDatabase(location, async () => undefined);
  assert.equal((await assize(location, ['tenants', 'create', 'demo'])).code, 0);
  for (const words of [['demo'], ['demo', 'remove'], ['demo', 'remove', '--yes']]) {
    const { code, stderr } = await assize(location, words);
    assert.equal(code, 1);
    assert.match(stderr, /`assize demo` did not make/);
  }
  assert.match((await assize(location, ['tenants', 'list'])).stdout, /demo/);
});

function verifyFile(file: string) {
  return assize(null, ['evidence', 'verify-file', path.resolve(file)]);
}

/** A second use is refused, and so is a stranger's token. */
async function opensOnce(baseUrl: string, link: string): Promise<void> {
  const token = link.split('#')[1] ?? '';
  assert.ok(!link.split('#')[0]?.includes(token), 'no server sees the token');
  const headers = { 'content-type': 'application/json', origin: baseUrl };
  const open = (sent: string) =>
    fetch(`${baseUrl}/auth/sign-in-link`, { method: 'POST', headers, body: JSON.stringify({ token: sent }) });
  const opened = await open(token);
  assert.equal(opened.status, 200, await opened.text());
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const me = await fetch(`${baseUrl}/api/v1/me`, { headers: { cookie } });
  const { tenant, role, tenants } = (await me.json()) as {
    tenant: { name: string };
    role: string;
    tenants: unknown[];
  };
  assert.deepEqual([tenant.name, role, tenants.length], ['demo', 'owner', 1]);
  for (const sent of [token, 'x'.repeat(43)]) assert.equal((await open(sent)).status, 404);
}

/** Rows of the installation, whichever tenants there are. */
const OF_THE_INSTALLATION = new Set([
  'installation_secrets',
  'leases',
  'nodes',
  'schema_migrations',
  'verifier_keys',
]);

/**
 * How many rows each table of people has, and how many rows of other tables belong to a tenant or chain that is not
 * there.
 */
async function rowsIn(location: DatabaseLocation): Promise<Record<string, number>> {
  return withDatabase(location, async ({ db }) => {
    const counts: Record<string, number> = {};
    for (const { name, columns } of await db.introspection.getTables()) {
      const has = (column: string) => columns.some((each) => each.name === column);
      const lost = [
        ...(has('chain') ? [sql`chain NOT IN (SELECT chain FROM chains)`] : []),
        ...(has('tenant_id') ? [sql`tenant_id NOT IN (SELECT tenant_id FROM tenants)`] : []),
      ];
      if (lost.length === 0 && OF_THE_INSTALLATION.has(name)) continue;
      const where = lost.length === 0 ? sql`1 = 1` : sql.join(lost, sql` OR `);
      const counted = sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)} WHERE ${where}`;
      counts[name] = Number((await counted.execute(db)).rows[0]?.count);
    }
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM tenants`.execute(db);
    return { ...counts, tenants: Number(rows[0]?.count), sign_in_failures: 0 };
  });
}

/** The signed notes of chains that are not there. */
async function lostNotesIn(location: DatabaseLocation): Promise<string[]> {
  const folder = await openSigningFolder(testConfig(location).signingDir, 'test');
  const signed = await folder.signedChains();
  return withDatabase(location, async ({ db }) => {
    const chains = await db.selectFrom('chains').select('chain').execute();
    const there = new Set(chains.map(({ chain }) => chainId(chain)));
    return signed.filter((chain) => !there.has(chain));
  });
}

function artifactsOf(location: DatabaseLocation, tenant: string): Promise<number> {
  return withRows(location, async (db) => {
    const row = await db
      .selectFrom('chains')
      .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
      .select('size')
      .where('tenants.name', '=', tenant)
      .where('environment', '=', 'production')
      .executeTakeFirst();
    return row?.size ?? 0;
  });
}

async function withDatabase<T>(
  location: DatabaseLocation,
  work: (service: Awaited<ReturnType<typeof startService>>) => Promise<T>,
): Promise<T> {
  const service = await startService(testConfig(location), createLogger('silent'));
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
