/**
 * Predicts one node from the costs of its threads, compares it with its measurement, and predicts many nodes from the
 * same costs.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../context.ts';
import { drawFrom } from '../draw.ts';
import { warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import type { Part } from '../report.ts';
import { type Installation, installAssize, type RunningAssize, startAssize } from '../servers/assize.ts';
import { withInProcess } from '../servers/in-process.ts';
import * as input from '../simulation/inputs.ts';
import { type Load, measureCosts, measureLoad, measureTenantCosts } from '../simulation/measured.ts';
import { type NodeCosts, ONE_TENANT, simulateNode } from '../simulation/node.ts';
import { breaks, planFor } from '../simulation/plan.ts';
import { byWorkers } from '../simulation/workers.ts';
import { mean, median } from '../statistics.ts';

export const title = 'predicted from the costs of the threads: one node and its measurement, workers, cells';

const CONNECTIONS = [16, 64, 256];
const SEVERAL_TENANTS = 32;
/** So many that no tenant asks twice within a second. */
const MANY_TENANTS = 2000;
const TENANTS_AT_ONCE = 50;
/** The number of entries that an event loop sends before its turn is over, from `evidence/append/append.ts`. */
const ENOUGH: Record<DatabaseKind, number> = { sqlite: 32, postgres: Infinity };
const SIMULATED_SECONDS = 5;
const VOLUMES = [10e6, 100e6, 1e9];
const RETENTION_DAYS = [30, Infinity];
const WORKERS_OF_CELL = 4;

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const installation = await installAssize(context, kind);
  context.progress('the costs of a verdict');
  const keys = await makeTenants(installation);
  const single = await startAssize(context, installation);
  const several = withKeys(context, single, keys.slice(0, SEVERAL_TENANTS));
  const many = withKeys(context, single, keys);
  await warmUp(context, [single]);
  const ofOneTenant = await measureCosts(context, single);
  await warmUp(context, [many]);
  const tenants = await measureTenantCosts(context, single, several, SEVERAL_TENANTS, many);
  const { ofOneUs, ofSeveralUs, ofManyUs, ...ofTenants } = tenants;
  const costs: NodeCosts = { ...ofOneTenant, ...ofTenants, relayUs: 0 };
  const predictions: object[] = [];
  for (const connections of CONNECTIONS) {
    context.progress(`${connections} connections`);
    predictions.push(await predicted(context, single, ENOUGH[kind], costs, connections));
  }
  return {
    tables: [
      { name: 'costs of a verdict', rows: [{ ...costs, syncMs: mean(costs.syncMs) }] },
      {
        name: 'processor time of a verdict',
        rows: [{ ofOneUs, ofSeveralUs, ofManyUs }],
        titles: {
          ofOneUs: 'µs of one tenant',
          ofSeveralUs: `of ${SEVERAL_TENANTS}`,
          ofManyUs: `of ${MANY_TENANTS}`,
        },
      },
      { name: 'one node', rows: predictions },
    ],
  };
}

/** @returns a key for each tenant. */
function makeTenants({ environment }: Installation): Promise<string[]> {
  return withInProcess(environment, async ({ newTenant }) => {
    const keys: string[] = [];
    while (keys.length < MANY_TENANTS) {
      const numbers = Array.from({ length: TENANTS_AT_ONCE }, (_, place) => keys.length + place);
      keys.push(...(await Promise.all(numbers.map((number) => newTenant(`tenant-${number}`)))));
    }
    return keys;
  });
}

/** The same service, asked with one key after another. */
function withKeys(context: Context, running: RunningAssize, keys: readonly string[]): RunningAssize {
  const file = path.join(context.folder, `keys-${keys.length}`);
  writeFileSync(file, `${keys.join('\n')}\n`);
  return { ...running, headers: { ...running.headers, keys: file } };
}

async function predicted(
  context: Context,
  running: RunningAssize,
  enough: number,
  costs: NodeCosts,
  connections: number,
) {
  const rounds: Load[] = [];
  while (rounds.length < context.options.rounds)
    rounds.push(await measureLoad(context, running, connections));
  const of = (field: keyof Load) => median(rounds.map((round) => round[field]));
  const found = simulateNode(costs, {
    ...ONE_TENANT,
    cores: of('coresLeft'),
    workers: 1,
    enough,
    load: { connections },
    simulatedSeconds: SIMULATED_SECONDS,
    random: drawFrom(connections).share,
  });
  return {
    connections,
    coresLeft: of('coresLeft'),
    verdictsPerSecond: of('verdictsPerSecond'),
    predicted: found.verdictsPerSecond,
    error: found.verdictsPerSecond / of('verdictsPerSecond') - 1,
    p50Ms: of('p50Ms'),
    predictedP50Ms: found.p50Ms,
    p99Ms: of('p99Ms'),
    predictedP99Ms: found.p99Ms,
    entriesOfBatch: of('entriesOfBatch'),
    predictedEntries: found.entriesOfBatch,
  };
}

export async function once(): Promise<Part> {
  const workers = [...byWorkers('SQLite', input.SQLITE), ...byWorkers('PostgreSQL', input.POSTGRES)];
  const plans = VOLUMES.flatMap((perDay) =>
    RETENTION_DAYS.map((days) => planFor(input.POSTGRES, WORKERS_OF_CELL, perDay, days)),
  );
  const limits = VOLUMES.flatMap((perDay) => breaks(input.POSTGRES, WORKERS_OF_CELL, perDay));
  return {
    tables: [
      {
        name: 'workers',
        rows: workers,
        titles: {
          oneDatabase: 'verdicts/second',
          inCells: 'in cells of two',
          inCellsOfOne: 'of one process',
        },
      },
      { name: 'cells', rows: plans.map(({ cells }) => cells) },
      { name: 'what they need', rows: plans.map(({ needs }) => needs) },
      { name: 'what the largest tenant meets', rows: limits },
    ],
    notes: [
      'Plans: after a year, of the busiest cell, from the costs, assumptions and prices in bench/simulation/inputs.ts.',
      'Disk: of one copy. The last table is about the largest tenant, which no number of cells spreads.',
    ],
  };
}
