/**
 * The needs of a volume after a year, by each limit of a cell, and the first limits that the largest tenant's chain
 * meets, because it can't be spread.
 */
import { drawFrom } from '../draw.ts';
import { sum } from '../statistics.ts';
import { cellsOf, simulateDay, tenantShares } from './day.ts';
import * as input from './inputs.ts';
import { type NodeCosts, simulateNode } from './node.ts';

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;
const SIMULATED_SECONDS = 1;
/** Far beyond any planned volume: if this is not enough, no number of cells is. */
const MOST_CELLS = 1000;
const LEVELS = [0.05, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9];

/** A cell on dedicated machines, without a load generator. */
export interface Cell {
  capacityPerSecond: number;
  latencyAt(share: number): { p50Ms: number; p99Ms: number; entriesOfBatch: number };
  /** The share of requests whose tenant has to be read again. */
  coldShare: number;
}

/** @param workers the workers of each cell, with one committer. @param shares the shares of its tenants. */
export function cellOf(costs: NodeCosts, workers: number, shares: readonly number[], perDay: number): Cell {
  const total = sum(shares);
  const cold = shares.map((share) => {
    const perSecond = (share * perDay) / DAY_SECONDS / workers;
    return share / (1 + perSecond * input.KNOWN_FOR_SECONDS) / total;
  });
  const coldShare = sum(cold);
  const shape = {
    cores: input.NODE_CORES + input.DATABASE_CORES,
    workers,
    enough: 32,
    coldShare,
    chainsOf: distinct(shares.map((share) => share / total)),
    simulatedSeconds: SIMULATED_SECONDS,
  };
  const full = simulateNode(costs, {
    ...shape,
    load: { connections: 128 * workers },
    random: drawFrom(1).share,
  });
  const levels = new Map<number, ReturnType<Cell['latencyAt']>>();
  return {
    capacityPerSecond: full.verdictsPerSecond,
    coldShare,
    latencyAt(share) {
      const level = LEVELS.find((each) => each >= share);
      if (level === undefined) return full;
      const load = { arrivalsPerSecond: level * full.verdictsPerSecond };
      const found = levels.get(level) ?? simulateNode(costs, { ...shape, load, random: drawFrom(2).share });
      levels.set(level, found);
      return found;
    },
  };
}

/** Counts the different tenants behind this many requests; memoised, because each batch needs it. */
function distinct(shares: readonly number[]): (entries: number) => number {
  const known = new Map<number, number>();
  return (entries) => {
    const found = known.get(entries);
    if (found !== undefined) return found;
    const chains = sum(shares.map((share) => 1 - (1 - share) ** entries));
    known.set(entries, chains);
    return chains;
  };
}

/** Rows of two tables: the cells with the load of the busiest, and the needs of all of them. */
export function planFor(costs: NodeCosts, workers: number, perDay: number, retentionDays: number) {
  const [cells, decidedBy] = cellsFor(costs, workers, perDay, retentionDays);
  const shares = sharedCell(cells);
  const { capacityPerSecond, coldShare, latencyAt } = cellOf(costs, workers, shares, perDay);
  const day = simulateDay({ capacityPerSecond, latencyAt, perDay, shares });
  const { peakPerSecond, p50Ms, p99Ms, secondsBehind } = day;
  const { NODES_OF_CELL, NODE_CORES, DATABASES_OF_CELL, DATABASE_CORES } = input;
  const servers = cells * (NODES_OF_CELL + DATABASES_OF_CELL);
  const cores = cells * (NODES_OF_CELL * NODE_CORES + DATABASES_OF_CELL * DATABASE_CORES);
  const payloads = Number.isFinite(retentionDays) ? `${retentionDays} days` : 'all';
  return {
    cells: {
      perDay,
      payloads,
      peakPerSecond,
      cells,
      decidedBy,
      servers,
      cores,
      capacityPerSecond,
      coldShare,
      p50Ms,
      p99Ms,
      secondsBehind,
    },
    needs: { perDay, payloads, cells, ...needsOf(perDay, retentionDays, cells, cores, peakPerSecond) },
  };
}

/** Disk and money for all cells; verification for one. */
function needsOf(perDay: number, retentionDays: number, cells: number, cores: number, peakPerSecond: number) {
  const kept = keptBytes(perDay, retentionDays);
  const diskGb = (kept * input.DATABASES_OF_CELL) / 1e9 / input.DISK_FILL;
  const usdAMonth = cores * input.USD_OF_CORE_MONTH + diskGb * input.USD_OF_GB_MONTH;
  const artifacts = (perDay * YEAR_DAYS) / cells;
  const dailyPerSecond = input.VERIFIED_PER_SECOND * input.DAILY_VERIFICATION_SHARE;
  const replicas = input.DATABASES_OF_CELL - 1;
  return {
    diskTbADay: (perDay * input.BYTES_ON_DISK) / 1e12,
    diskTbAfterAYear: kept / 1e12,
    networkMbit: (peakPerSecond * 8 * (input.HTTP_BYTES + input.WAL_BYTES * replicas)) / 1e6,
    checkpointAgeS: checkpointAge(perDay, cells),
    verifiedADay: Math.min(1, (dailyPerSecond * DAY_SECONDS) / artifacts),
    fullVerificationHours: artifacts / (input.VERIFIED_PER_SECOND * input.VERIFYING_THREADS) / 3600,
    truthHours: (artifacts * input.TRUTH_US) / 1e6 / input.TRUTH_THREADS / 3600,
    usdAMonth,
    usdAMillion: usdAMonth / ((perDay * YEAR_DAYS) / 12 / 1e6),
  };
}

/**
 * The tenants of the busiest shared cell. A tenant that fills a cell alone can't be spread: `breaks` says what limits
 * it meets.
 */
function sharedCell(cells: number): readonly number[] {
  return cellsOf(cells).find((each) => each.length > 1) ?? [];
}

/** Leaves are kept for ever; payloads for their retention. */
function keptBytes(perDay: number, retentionDays: number): number {
  const leaf = input.BYTES_ON_DISK - input.BYTES_OF_PAYLOAD;
  return perDay * (YEAR_DAYS * leaf + Math.min(YEAR_DAYS, retentionDays) * input.BYTES_OF_PAYLOAD);
}

/** The fewest cells that each limit allows, and the limit that needs the most. */
function cellsFor(
  costs: NodeCosts,
  workers: number,
  perDay: number,
  retentionDays: number,
): [number, string] {
  const fewest = (isEnough: (shares: readonly number[], share: number) => boolean): number => {
    for (let cells = 1; ; cells = Math.ceil(cells * 1.1)) {
      const shares = sharedCell(cells);
      if (isEnough(shares, sum(shares)) || cells > MOST_CELLS) return cells;
    }
  };
  const mostArtifacts = input.VERIFIED_PER_SECOND * input.DAILY_VERIFICATION_SHARE * DAY_SECONDS;
  const mostBytes = input.DISK_BYTES * input.DISK_FILL;
  const limits: [string, number][] = [
    [
      'verdicts a second',
      fewest((shares) => {
        const cell = cellOf(costs, workers, shares, perDay);
        const latencyAt = () => ({ p50Ms: 0, p99Ms: 0 });
        const { peakPerSecond } = simulateDay({ ...cell, latencyAt, perDay, shares });
        return peakPerSecond <= cell.capacityPerSecond * input.PEAK_SHARE;
      }),
    ],
    ['disk of a server', fewest((_, share) => share * keptBytes(perDay, retentionDays) <= mostBytes)],
    ['daily verification', fewest((_, share) => share * perDay * YEAR_DAYS <= mostArtifacts)],
  ];
  const [name, cells] = limits.reduce((one, other) => (other[1] > one[1] ? other : one));
  return [cells, name];
}

/** Chains that change within a round are signed one after another. */
function checkpointAge(perDay: number, cells: number): number {
  const roundMs = (chains: number) =>
    Math.max(input.CHECKPOINT_EVERY_MS, chains * input.SYNCS_OF_CHECKPOINT * input.SYNC_MS);
  const perSecond = perDay / DAY_SECONDS;
  const shares = sharedCell(cells);
  let ms = input.CHECKPOINT_EVERY_MS;
  for (let round = 0; round < 20; round += 1) {
    ms = roundMs(sum(shares.map((share) => 1 - Math.exp((-share * perSecond * ms) / 1000))));
  }
  return ms / 1000;
}

/** The limits that the largest tenant's chain meets, by day; more cells don't help. */
export function breaks(costs: NodeCosts, workers: number, perDay: number): object[] {
  const share = tenantShares()[0] ?? 0;
  const largest = share * perDay;
  const cell = cellOf(costs, workers, [share], perDay);
  const { entriesOfBatch } = cell.latencyAt(largest / DAY_SECONDS / cell.capacityPerSecond);
  const { largestTenantPeakPerSecond } = simulateDay({ ...cell, perDay, shares: [share] });
  const daily = input.VERIFIED_PER_SECOND * input.DAILY_VERIFICATION_SHARE * DAY_SECONDS;
  const all: [string, number, string][] = [
    [
      'its daily verification takes longer than a day',
      daily / largest,
      'it goes on over several days; more threads and no rest give eight times as much',
    ],
    [
      'its disk is full, with every payload kept',
      (input.DISK_BYTES * input.DISK_FILL) / (largest * input.BYTES_ON_DISK),
      'retention of payloads, a larger disk, or several tenants for one customer',
    ],
    [
      'its payloads exceed the largest table of PostgreSQL',
      input.MAX_TABLE_BYTES / (largest * input.BYTES_OF_PAYLOAD),
      'retention of payloads; partitions by position, which are not built',
    ],
    [
      'truth verification takes longer than a day',
      (DAY_SECONDS * 1e6 * input.TRUTH_THREADS) / input.TRUTH_US / largest,
      'weekly, or by period, which is not built',
    ],
    [
      'PostgreSQL vacuums each table against the wraparound of transaction ids, and again each time',
      input.TRANSACTIONS_BETWEEN_FREEZES / (largest / entriesOfBatch),
      'VACUUM (FREEZE) in quiet hours, so that it finds little to do',
    ],
    [
      'its peak exceeds one committer',
      largestTenantPeakPerSecond > cell.capacityPerSecond ? 0 : Infinity,
      'several tenants for one customer',
    ],
  ];
  return all
    .sort(([, one], [, other]) => one - other)
    .map(([what, days, then]) => ({ perDay, what, afterDays: Number.isFinite(days) ? days : 'never', then }));
}
