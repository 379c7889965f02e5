/** Many nodes count mixed requests, and some nodes are killed: every unit is counted once. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { monthOf } from '@assize/service/foundation/month.ts';
import { withPayloads } from './support/databases/chains.ts';
import { type DatabaseKind, newDatabase, whyNot } from './support/databases/databases.ts';
import { openWithoutHttp } from './support/http/in-process.ts';
import { type MixedLoad, startMixedLoad } from './support/nodes/mixed-load.ts';
import { requireWhole } from './support/nodes/promises.ts';
import { type RunningService, spawnService } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';
import { untilTakenUp } from './support/truth/truth-parts.ts';

interface Size {
  kind: DatabaseKind;
  nodes: number;
  /** Nodes killed during the load. */
  killed: number;
  requests: number;
}

const SIZES: readonly Size[] = [
  { kind: 'sqlite', nodes: 2, killed: 1, requests: runs(600) },
  { kind: 'postgres', nodes: 4, killed: 2, requests: runs(600) },
];

for (const size of SIZES) {
  const promise = `counts-${size.requests}-requests-of-${size.nodes}-nodes-to-the-unit-where-${size.killed}-are-killed`;
  test(`${promise} (${size.kind})`, { skip: whyNot(size.kind) }, async (t) => {
    const { location, remove } = await newDatabase(size.kind);
    t.after(remove);
    const load = await underLoad(t, location, size);
    assert.deepEqual(load.wrong, []);
    assert.ok(load.cutOff() > 0, 'they were killed while they had work to do');
    await requireWhole(location);

    const { service } = await openWithoutHttp(t, location);
    await untilTakenUp(service);
    const chains = await service.db.selectFrom('chains').select(['chain', 'environment']).execute();
    for (const { chain, environment } of chains) {
      const counted = await countersOf(service.db, chain);
      assert.deepEqual(counted, await artifactsOf(service.db, chain), environment);
      const { overallValid, gaps } = await service.truth.verify(chain);
      assert.deepEqual({ overallValid, gaps }, { overallValid: true, gaps: [] });
      const calls = await callsOf(service.db, chain);
      if (environment === 'sandbox') assert.equal(calls, 0);
      else requireBetween(load, { ...sumOf(counted, await trustUpdatesOf(service.db, chain)), calls });
    }
    t.diagnostic(`${load.requests()} requests, ${load.cutOff()} cut off`);
  });
}

/** Some are killed halfway, and one of them restarts. @returns once all requests are sent and all nodes have ended. */
async function underLoad(t: TestContext, location: DatabaseLocation, size: Size): Promise<MixedLoad> {
  const services: RunningService[] = [await spawnService(location)];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  const others = Array.from({ length: size.nodes - 1 }, () => spawnService(location));
  services.push(...(await Promise.all(others)));
  const load = startMixedLoad(
    services.map(({ baseUrl }) => baseUrl),
    size.requests,
  );
  await load.untilSent(size.requests / 2);
  const killed = services.slice(0, size.killed);
  for (const { baseUrl } of killed) load.withdraw(baseUrl);
  for (const service of killed) assert.equal(await service.stop('SIGKILL'), null);
  const again = await spawnService(location);
  services.push(again);
  load.add(again.baseUrl);
  await load.done;
  for (const service of services.slice(size.killed)) assert.equal(await service.stop('SIGTERM'), 0);
  return load;
}

interface Counted {
  month: number;
  evaluations: number;
  emissions: number;
  compliance_checks: number;
  payload_bytes: number;
}

async function countersOf(db: Database, chain: number): Promise<Counted[]> {
  return db
    .selectFrom('usage_counters')
    .select(['month', 'evaluations', 'emissions', 'compliance_checks', 'payload_bytes'])
    .where('chain', '=', chain)
    .orderBy('month')
    .execute();
}

/** Counts the same from the rows of the evidence, one by one. */
async function artifactsOf(db: Database, chain: number): Promise<Counted[]> {
  const rows = await withPayloads(db)
    .select(['artifact_type', 'created_at', 'payload'])
    .where('artifacts.chain', '=', chain)
    .where('artifact_type', '<>', 'governance_change')
    .orderBy('created_at')
    .execute();
  const months = new Map<number, Counted>();
  for (const { artifact_type, created_at, payload } of rows) {
    const month = monthOf(created_at);
    const none = { month, evaluations: 0, emissions: 0, compliance_checks: 0, payload_bytes: 0 };
    const counted = months.get(month) ?? none;
    months.set(month, counted);
    counted.emissions += 1;
    if (artifact_type === 'governance_eval') counted.evaluations += 1;
    counted.payload_bytes += payload.length;
  }
  return [...months.values()];
}

async function callsOf(db: Database, chain: number): Promise<number> {
  const rows = await db.selectFrom('usage_calls').select('used').where('chain', '=', chain).execute();
  return rows.reduce((sum, { used }) => sum + used, 0);
}

/** They follow from requests; no caller asks for them. */
async function trustUpdatesOf(db: Database, chain: number): Promise<number> {
  return (await db.selectFrom('trust_updates').select('revision').where('chain', '=', chain).execute())
    .length;
}

function sumOf(months: readonly Counted[], unasked: number) {
  const sum = { evaluations: 0, emissions: -unasked };
  for (const { evaluations, emissions } of months) {
    sum.evaluations += evaluations;
    sum.emissions += emissions;
  }
  return sum;
}

/** Every answered unit is counted, and none that was not requested. */
function requireBetween({ answered, asked }: MixedLoad, counted: MixedLoad['asked']): void {
  for (const meter of ['evaluations', 'emissions', 'calls'] as const) {
    const summary = `${answered[meter]} ${meter} were answered, ${counted[meter]} are counted, ${asked[meter]} were asked for`;
    assert.ok(answered[meter] <= counted[meter] && counted[meter] <= asked[meter], summary);
    assert.ok(answered[meter] > 0);
  }
}
