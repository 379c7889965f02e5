/** What one node does, predicted from costs of its threads beside what it does; and, from the same costs, what many do. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createKey } from '../../service/keys/index.ts';
import { ensureTenant } from '../../service/tenants/index.ts';
import type { Context } from '../context.ts';
import { withService } from '../fill/service.ts';
import { warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { joinParts, type Part, type SectionReport, tableOf } from '../report.ts';
import { type Installation, installAssize, onEachDatabase, type RunningAssize, startAssize } from '../servers/assize.ts';
import * as input from '../simulation/inputs.ts';
import { type Load, measureCosts, measureLoad, measureTenantCosts, type TenantCosts } from '../simulation/measured.ts';
import { type NodeCosts, ONE_TENANT, randomFrom, simulateNode } from '../simulation/node.ts';
import { breaks, planFor } from '../simulation/plan.ts';
import { byWorkers } from '../simulation/workers.ts';
import { median } from '../statistics.ts';

const TITLE = 'predicted from the costs of the threads: one node beside its measurement, workers, cells';
const CONNECTIONS = [16, 64, 256];
const SEVERAL_TENANTS = 32;
/** So many that none asks twice within a second. */
const MANY_TENANTS = 2000;
const TENANTS_AT_ONCE = 50;
/** Entries that an event loop sends before its turn is over, as `evidence/append/append.ts` has it. */
const ENOUGH: Record<DatabaseKind, number> = { sqlite: 32, postgres: Infinity };
const SIMULATED_SECONDS = 5;
const VOLUMES = [10e6, 100e6, 1e9];
const RETENTION_DAYS = [30, Infinity];
const WORKERS_OF_CELL = 4;

interface Outcome {
  kind: DatabaseKind;
  database: string;
  costs: NodeCosts;
  tenants: TenantCosts;
  validation: Validation[];
}

interface Validation {
  database: string;
  connections: number;
  coresLeft: number;
  verdictsPerSecond: number;
  predicted: number;
  error: number;
  p50Ms: number;
  predictedP50Ms: number;
  p99Ms: number;
  predictedP99Ms: number;
  entriesOfBatch: number;
  predictedEntries: number;
}

export async function simulation(context: Context): Promise<SectionReport> {
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureOn(context, kind));
  const parts = outcomes.map(partOf);
  return joinParts(TITLE, [skipped, ...parts, workersPart(), planPart()], outcomes);
}

async function measureOn(context: Context, kind: DatabaseKind): Promise<Outcome> {
  const installation = await installAssize(context, kind);
  context.progress(`simulation: costs of a verdict on ${installation.database}`);
  const keys = await makeTenants(installation);
  const single = await startAssize(context, installation);
  await warmUp(context, single);
  const ofOneTenant = await measureCosts(context, single);
  const of = (count: number) => withKeys(context, single, keys.slice(0, count));
  const [several, many] = [of(SEVERAL_TENANTS), of(MANY_TENANTS)];
  await warmUp(context, many);
  const tenants = await measureTenantCosts(context, single, several, SEVERAL_TENANTS, many);
  const { commitChainUs, coldLoopUs, coldDatabaseUs } = tenants;
  const costs = { ...ofOneTenant, relayUs: 0, commitChainUs, coldLoopUs, coldDatabaseUs };
  const validation: Validation[] = [];
  for (const connections of CONNECTIONS) {
    context.progress(`simulation: ${installation.database} at ${connections} connections`);
    validation.push(await validate(context, single, kind, costs, connections));
  }
  await single.stop();
  return { kind, database: installation.database, costs, tenants, validation };
}

/** @returns a key of each tenant. */
function makeTenants(installation: Installation): Promise<string[]> {
  return withService(installation.environment, async (service) => {
    const make = async (number: number): Promise<string> => {
      const tenant = await ensureTenant(service, `tenant-${number}`, 'enterprise');
      const created = await createKey(service, tenant, null, { name: 'bench', environment: 'production' });
      return created?.secret ?? '';
    };
    const made: string[] = [];
    while (made.length < MANY_TENANTS) {
      const next = Array.from({ length: TENANTS_AT_ONCE }, (_, place) => make(made.length + place));
      made.push(...(await Promise.all(next)));
    }
    return made;
  });
}

/** The same service, asked under one key after another. */
function withKeys(context: Context, running: RunningAssize, keys: readonly string[]): RunningAssize {
  const file = path.join(context.folder, `keys-${keys.length}`);
  writeFileSync(file, `${keys.join('\n')}\n`);
  return { ...running, headers: { ...running.headers, keys: file } };
}

async function validate(
  context: Context,
  running: RunningAssize,
  kind: DatabaseKind,
  costs: NodeCosts,
  connections: number,
): Promise<Validation> {
  const rounds: Load[] = [];
  for (let round = 0; round < context.options.rounds; round += 1) {
    rounds.push(await measureLoad(context, running, connections));
  }
  const of = (field: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[field]));
  const coresLeft = of('coresLeft');
  const predicted = simulateNode(costs, {
    ...ONE_TENANT,
    ...{ cores: coresLeft, workers: 1, enough: ENOUGH[kind], load: { connections } },
    ...{ simulatedSeconds: SIMULATED_SECONDS, random: randomFrom(connections) },
  });
  const verdictsPerSecond = of('verdictsPerSecond');
  return {
    ...{ database: running.database, connections, coresLeft, verdictsPerSecond },
    predicted: predicted.verdictsPerSecond,
    error: predicted.verdictsPerSecond / verdictsPerSecond - 1,
    ...{ p50Ms: of('p50Ms'), predictedP50Ms: predicted.p50Ms },
    ...{ p99Ms: of('p99Ms'), predictedP99Ms: predicted.p99Ms },
    ...{ entriesOfBatch: of('entriesOfBatch'), predictedEntries: predicted.entriesOfBatch },
  };
}

function partOf({ database, costs, tenants, validation }: Outcome): Part {
  const costColumns = [
    ...(['database', 'clientUs', 'loopUs', 'loopBatchUs', 'besideUs'] as const),
    ...(['commitUs', 'commitBatchUs', 'syncMs'] as const),
  ];
  const validationColumns = [
    ...(['database', 'connections', 'coresLeft', 'verdictsPerSecond', 'predicted', 'error'] as const),
    ...([
      'p50Ms',
      'predictedP50Ms',
      'p99Ms',
      'predictedP99Ms',
      'entriesOfBatch',
      'predictedEntries',
    ] as const),
  ];
  const tenantsColumns = [
    ...(['database', 'ofOneUs', 'ofSeveralUs', 'ofManyUs', 'commitChainUs', 'coldLoopUs'] as const),
    'coldDatabaseUs' as const,
  ];
  const titles = {
    ofOneUs: 'µs of one tenant',
    ofSeveralUs: `of ${SEVERAL_TENANTS}`,
    ofManyUs: `of ${MANY_TENANTS}`,
  };
  return {
    tables: [
      tableOf([{ database, ...costs, syncMs: mean(costs.syncMs) }], costColumns),
      tableOf([{ database, ...tenants }], tenantsColumns, titles),
      tableOf(validation, validationColumns),
    ],
  };
}

function workersPart(): Part {
  const rows = [...byWorkers('SQLite', input.SQLITE), ...byWorkers('PostgreSQL', input.POSTGRES)];
  const columns = [
    ...(['database', 'workers', 'cores', 'oneDatabase', 'ofOne', 'committerBusy'] as const),
    ...(['databases', 'coresOfCells', 'inCells', 'inCellsOfOne'] as const),
  ];
  const titles = {
    oneDatabase: 'verdicts/second',
    inCells: 'in cells of two',
    inCellsOfOne: 'of one process',
  };
  return { tables: [tableOf(rows, columns, titles)] };
}

function planPart(): Part {
  const plans = VOLUMES.flatMap((perDay) =>
    RETENTION_DAYS.map((days) => planFor(input.POSTGRES, WORKERS_OF_CELL, perDay, days)),
  ).map((row) => ({
    ...row,
    payloads: Number.isFinite(row.retentionDays) ? `${row.retentionDays} days` : 'all',
  }));
  const first = VOLUMES.flatMap((perDay) => breaks(input.POSTGRES, WORKERS_OF_CELL, perDay)).map((row) => ({
    ...row,
    afterDays: Number.isFinite(row.afterDays) ? row.afterDays : 'never',
  }));
  return {
    tables: [
      tableOf(plans, [
        ...(['perDay', 'payloads', 'peakPerSecond', 'cells', 'decidedBy', 'servers', 'cores'] as const),
        ...(['capacityPerSecond', 'coldShare', 'p50Ms', 'p99Ms', 'secondsBehind'] as const),
      ]),
      tableOf(plans, [
        ...(['perDay', 'payloads', 'cells', 'diskTbADay', 'diskTbAfterAYear', 'networkMbit'] as const),
        ...(['checkpointAgeS', 'verifiedADay', 'fullVerificationHours', 'truthHours'] as const),
        ...(['usdAMonth', 'usdAMillion'] as const),
      ]),
      tableOf(first, ['perDay', 'what', 'afterDays', 'then']),
    ],
    notes: [
      'Plans: after a year, of the busiest cell, from the costs, assumptions and prices in bench/simulation/inputs.ts.',
      'Disk: of one copy. The last table is about the largest tenant, which no number of cells spreads.',
    ],
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}
