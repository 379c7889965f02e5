/** What more cores give, from the costs of the threads: workers over one database, or pairs of them over several. */
import { type NodeCosts, ONE_TENANT, randomFrom, type Simulated, simulateNode } from './node.ts';

const CONNECTIONS_OF_WORKER = 64;
const SIMULATED_SECONDS = 3;
const WORKERS = [1, 2, 4, 8, 16];
const WORKERS_OF_CELL = 2;
/** The appending thread, the first process, and what goes on beside. */
const coresOf = (workers: number): number => workers + 1;

export interface WorkersRow {
  database: string;
  workers: number;
  cores: number;
  oneDatabase: number;
  ofOne: number;
  committerBusy: number;
  databases: number;
  coresOfCells: number;
  inCells: number;
  inCellsOfOne: number;
}

/** @param costs of a machine with all its cores for this. */
export function byWorkers(database: string, costs: NodeCosts): WorkersRow[] {
  const run = (workers: number): Simulated =>
    simulateNode(costs, {
      ...ONE_TENANT,
      ...{ cores: coresOf(workers), workers, enough: 32 },
      load: { connections: CONNECTIONS_OF_WORKER * workers },
      ...{ simulatedSeconds: SIMULATED_SECONDS, random: randomFrom(workers) },
    });
  const one = run(1).verdictsPerSecond;
  const cell = run(WORKERS_OF_CELL).verdictsPerSecond;
  return WORKERS.map((workers) => {
    const { verdictsPerSecond, committerBusy } = run(workers);
    const databases = Math.ceil(workers / WORKERS_OF_CELL);
    const inCells = workers === 1 ? one : cell * databases;
    return {
      ...{ database, workers, cores: coresOf(workers), oneDatabase: verdictsPerSecond },
      ofOne: verdictsPerSecond / one,
      ...{ committerBusy, databases, coresOfCells: databases * coresOf(Math.min(workers, WORKERS_OF_CELL)) },
      ...{ inCells, inCellsOfOne: inCells / one },
    };
  });
}
