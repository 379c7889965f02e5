/**
 * Simulates a day second by second: tenants of very different sizes, day and night, bursts of single tenants, chance,
 * and a database that stalls now and then. Requests that a cell can't answer in a second wait for the next.
 */

import { drawFrom } from '../draw.ts';
import { percentile, sum } from '../statistics.ts';
import { BURST, DAILY_SWING, STALLS, TENANTS, ZIPF_EXPONENT } from './inputs.ts';

const DAY_SECONDS = 86_400;
const SEED = 3;

export interface Day {
  /** Evaluations in the busiest second. */
  peakPerSecond: number;
  largestTenantPeakPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The number of seconds at whose end requests were waiting. */
  secondsBehind: number;
}

export interface DayShape {
  /** All tenants together. */
  perDay: number;
  /** The shares of the tenants in this cell, the largest first. */
  shares: readonly number[];
  /** Verdicts that a cell can give per second. */
  capacityPerSecond: number;
  /** The time of a verdict, by the share of the capacity in use. */
  latencyAt(share: number): { p50Ms: number; p99Ms: number };
}

/** The largest tenant first; the sum is 1. */
export function tenantShares(): number[] {
  const weights = Array.from({ length: TENANTS }, (_, place) => 1 / (place + 1) ** ZIPF_EXPONENT);
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

const placed = new Map<number, number[][]>();

/**
 * Assigns tenants, the largest first, to the least busy cell. @returns the tenants of each cell, the busiest cell
 * first.
 */
export function cellsOf(count: number): number[][] {
  const known = placed.get(count);
  if (known !== undefined) return known;
  const cells = Array.from({ length: count }, () => ({ load: 0, shares: [] as number[] }));
  for (const share of tenantShares()) {
    let least = cells[0];
    for (const cell of cells) if (least === undefined || cell.load < least.load) least = cell;
    if (least === undefined) throw new Error('there must be at least one cell');
    least.load += share;
    least.shares.push(share);
  }
  const sorted = cells.sort((one, other) => other.load - one.load).map(({ shares }) => shares);
  placed.set(count, sorted);
  return sorted;
}

export function simulateDay({ perDay, shares, capacityPerSecond, latencyAt }: DayShape): Day {
  const random = drawFrom(SEED).share;
  const largest = shares[0] ?? 0;
  const meanPerSecond = perDay / DAY_SECONDS;
  const bursts = burstsOf(shares, random);
  const p50s: number[] = [];
  const p99s: number[] = [];
  let [peakPerSecond, largestTenantPeakPerSecond, waiting, secondsBehind] = [0, 0, 0, 0];
  const total = sum(shares);
  for (let second = 0; second < DAY_SECONDS; second += 1) {
    const swing = 1 + DAILY_SWING * Math.sin((2 * Math.PI * second) / DAY_SECONDS);
    const burst = bursts[second] ?? { all: 0, largest: 0 };
    const asked = poisson(meanPerSecond * swing * (total + burst.all), random);
    const stalled = random() < STALLS.perDay / DAY_SECONDS ? STALLS.seconds : 0;
    const possible = capacityPerSecond * (1 - stalled);
    const latency = latencyAt(Math.min(1, asked / capacityPerSecond));
    const waitMs = (waiting / capacityPerSecond + stalled) * 1000;
    p50s.push(latency.p50Ms + (waiting / capacityPerSecond) * 1000);
    p99s.push(latency.p99Ms + waitMs);
    waiting = Math.max(0, waiting + asked - possible);
    if (waiting > 0) secondsBehind += 1;
    peakPerSecond = Math.max(peakPerSecond, asked);
    const ofLargest = meanPerSecond * swing * (largest + burst.largest);
    largestTenantPeakPerSecond = Math.max(largestTenantPeakPerSecond, ofLargest);
  }
  return {
    peakPerSecond,
    largestTenantPeakPerSecond,
    p50Ms: percentile(p50s, 50) ?? Number.NaN,
    p99Ms: percentile(p99s, 99) ?? Number.NaN,
    secondsBehind,
  };
}

/** The requests that bursts add in each second, as a share of all. */
function burstsOf(shares: readonly number[], random: () => number): { all: number; largest: number }[] {
  const added = Array.from({ length: DAY_SECONDS }, () => ({ all: 0, largest: 0 }));
  for (const [place, share] of shares.entries()) {
    const count = poisson(BURST.perDay, random);
    for (let number = 0; number < count; number += 1) {
      const begin = Math.floor(random() * DAY_SECONDS);
      for (const second of added.slice(begin, begin + BURST.seconds)) {
        second.all += share * (BURST.factor - 1);
        if (place === 0) second.largest += share * (BURST.factor - 1);
      }
    }
  }
  return added;
}

/** Exact for small means; for large ones, the normal distribution is good enough. */
function poisson(mean: number, random: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  let count = -1;
  for (let product = 1; product > Math.exp(-mean); product *= random()) count += 1;
  return Math.max(0, count);
}
