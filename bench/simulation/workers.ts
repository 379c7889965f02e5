/** The gain from more cores, from the costs of the threads: workers on one database, or pairs of workers on several. */
import { drawFrom } from '../draw.ts';
import { type NodeCosts, ONE_TENANT, simulateNode } from './node.ts';

const CONNECTIONS_OF_WORKER = 64;
const SIMULATED_SECONDS = 3;
const WORKERS = [1, 2, 4, 8, 16];
const WORKERS_OF_CELL = 2;
/** One more core for the appending thread, the first process, and background work. */
const coresOf = (workers: number): number => workers + 1;

/** @param costs the costs on a machine with all its cores for this. */
export function byWorkers(database: string, costs: NodeCosts): object[] {
  const run = (workers: number) =>
    simulateNode(costs, {
      ...ONE_TENANT,
      cores: coresOf(workers),
      workers,
      enough: 32,
      load: { connections: CONNECTIONS_OF_WORKER * workers },
      simulatedSeconds: SIMULATED_SECONDS,
      random: drawFrom(workers).share,
    });
  const one = run(1).verdictsPerSecond;
  const cell = run(WORKERS_OF_CELL).verdictsPerSecond;
  return WORKERS.map((workers) => {
    const { verdictsPerSecond: oneDatabase, committerBusy } = run(workers);
    const databases = Math.ceil(workers / WORKERS_OF_CELL);
    const coresOfCells = databases * coresOf(Math.min(workers, WORKERS_OF_CELL));
    const inCells = workers === 1 ? one : cell * databases;
    return {
      database,
      workers,
      cores: coresOf(workers),
      oneDatabase,
      ofOne: oneDatabase / one,
      committerBusy,
      databases,
      coresOfCells,
      inCells,
      inCellsOfOne: inCells / one,
    };
  });
}
