/**
 * Two neighbouring minor versions serve one database while one replaces the other: the older nodes as built, the
 * newer ones built from the same sources with a higher version and two more migrations. Nothing is refused or lost.
 */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, type TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { temporaryFolder, testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from './support/http/in-process.ts';
import { type Load, type Promised, startLoad } from './support/nodes/load.ts';
import { requireKept, requireWhole, withDatabase } from './support/nodes/promises.ts';
import { run } from './support/processes/command.ts';
import { buildNewerProgram } from './support/processes/newer-program.ts';
import { environmentFor, type RunningService, spawnFor, spawnService } from './support/processes/service.ts';
import { until } from './support/until.ts';

const VERDICTS = 60;
/** Up to three nodes are under this load at once. */
const LOAD = { connections: 4, restMs: 200 };
/** Columns and indexes where the older program writes with every request. */
const EXPAND = [
  'CREATE TABLE of_the_newer (chain BIGINT PRIMARY KEY)',
  "ALTER TABLE artifacts ADD COLUMN place TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE chains ADD COLUMN place TEXT NOT NULL DEFAULT ''",
  'ALTER TABLE approvals ADD COLUMN place TEXT',
  'ALTER TABLE usage_counters ADD COLUMN more BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE events ADD COLUMN place TEXT',
  'ALTER TABLE api_keys ADD COLUMN place TEXT',
  'CREATE INDEX artifacts_by_place ON artifacts (chain, place)',
];
const CONTRACT = ['DROP INDEX approvals_by_action'];

const folder = temporaryFolder();
let newer = '';
before(() => {
  newer = buildNewerProgram(folder.path, '0.2', [
    ...EXPAND.map((statement, place) => ({
      name: place === EXPAND.length - 1 ? 'last_to_expand' : `expand_${place}`,
      kind: 'expand' as const,
      statements: [statement],
    })),
    { name: 'fewer_indexes', kind: 'contract', statements: CONTRACT },
  ]);
});
after(folder.remove);

interface Node {
  service: RunningService;
  load: Load;
}

async function startNode(
  t: TestContext,
  location: DatabaseLocation,
  name: string,
  program?: string,
): Promise<Node> {
  const service = await spawnFor(t, location, {}, [], [], program);
  return { service, load: startLoad(t, service.baseUrl, name, LOAD) };
}

/** Stops a node as a load balancer would: first no new requests go there, then it stops. */
async function stopNode({ service, load }: Node): Promise<Promised[]> {
  await load.stop();
  assert.equal(await service.stop('SIGTERM'), 0, service.output());
  const { refused, broken } = load;
  assert.deepEqual({ refused, broken: broken.map(String) }, { refused: [], broken: [] });
  return load.promised;
}

/** Waits until each node has answered this many more. */
async function untilAnswered(...nodes: Node[]): Promise<void> {
  await Promise.all(nodes.map(({ load }) => load.untilPromised(load.promised.length + VERDICTS)));
}

function stepsOf(location: DatabaseLocation): Promise<string[]> {
  return withDatabase(location, async (db) => {
    const rows = await db.selectFrom('schema_migrations').select('name').orderBy('version').execute();
    return rows.map(({ name }) => name);
  });
}

async function requireTrue({ baseUrl, output }: RunningService): Promise<void> {
  const client = connect(baseUrl);
  for (const key of [PRODUCTION_KEY, SANDBOX_KEY]) {
    const { body } = await client.ask('a', '/api/v1/evidence/truth-verification', { key });
    assert.deepEqual(body.gaps, [], `${JSON.stringify(body)}\n${output()}`);
  }
  client.close();
}

testOnEachDatabase('replaces-a-version-node-by-node-and-loses-nothing', async (location, t) => {
  const [first, second] = [await startNode(t, location, 'first'), await startNode(t, location, 'second')];
  await untilAnswered(first, second);
  const third = await startNode(t, location, 'third', newer);
  await untilAnswered(first, second, third);
  assert.equal((await stepsOf(location)).at(-1), 'last_to_expand', 'the other waits for the older nodes');
  await requireServing(first.service, third.service);

  const promised = await stopNode(first);
  const fourth = await startNode(t, location, 'fourth', newer);
  await untilAnswered(second, third, fourth);
  // An older node may even start again, as its supervisor would do.
  const again = await startNode(t, location, 'again');
  await untilAnswered(again, third);
  assert.equal((await stepsOf(location)).at(-1), 'last_to_expand');
  promised.push(...(await stopNode(second)), ...(await stopNode(again)));

  await until(async () => (await stepsOf(location)).at(-1) === 'fewer_indexes');
  await untilAnswered(third, fourth);
  await assert.rejects(
    spawnService(location),
    /The database is newer than this program: .*0\.1\.0.* Start Assize 0\.2, or a later one/s,
  );
  promised.push(...(await stopNode(third)));
  await fourth.load.stop();
  promised.push(...fourth.load.promised);
  const client = connect(fourth.service.baseUrl);
  await requireKept(client, promised);
  client.close();
  await requireTrue(fourth.service);
  await stopNode(fourth);
  await requireWhole(location, promised);
});

/** The nodes are ready, and both programs find the evidence sound and true, while both append. */
async function requireServing(...services: RunningService[]): Promise<void> {
  for (const service of services) {
    const client = connect(service.baseUrl);
    const { status } = await client.ask('a', '/readyz', { key: null });
    client.close();
    assert.equal(status, 200);
    await requireTrue(service);
  }
}

testOnOneDatabase('says-which-versions-serve', async (location, t) => {
  await spawnFor(t, location);
  const { code, stdout, stderr } = await run(process.execPath, [newer, 'migrate'], environmentFor(location));
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Once no node of an earlier minor version serves it, these will run: fewer_indexes\./);
  const doctor = await run(process.execPath, [newer, 'doctor'], environmentFor(location));
  assert.match(doctor.stdout, /migrations +ok +fewer_indexes will run once no node below 0\.2 serves/);
  assert.match(
    doctor.stdout,
    /versions +ok +migrated by 0\.2\.0, for 0\.1 and later; served by 0\.1\.0 \(1 node\)/,
  );
});

testOnOneDatabase('starts-no-worker-of-another-version', async (location, t) => {
  const app = path.join(folder.path, 'app');
  cpSync(path.join(import.meta.dirname, '../service/dist'), app, { recursive: true });
  const program = path.join(app, 'assize.js');
  const service = await spawnFor(t, location, { ASSIZE_LOG_LEVEL: 'info' }, [], ['--workers', '2'], program);
  await until(() => service.output().match(/"msg":"listening"/g)?.length === 2);
  rmSync(app, { recursive: true });
  cpSync(path.dirname(newer), app, { recursive: true });
  service.process.kill('SIGHUP');
  await until(async () => service.output().includes('a new worker could not start, so the others go on'));
  assert.match(
    service.output(),
    /its first process runs 0\.1\.0, and these are 0\.2\.0\. Restart the whole service/,
  );
  const load = startLoad(t, service.baseUrl, 'goes-on', LOAD);
  await load.untilPromised(VERDICTS);
  await load.stop();
  assert.deepEqual({ refused: load.refused, broken: load.broken }, { refused: [], broken: [] });
  assert.equal(await service.stop('SIGTERM'), 0);
});
