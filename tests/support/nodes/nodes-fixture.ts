/** Nodes that share a limit in simulated time, with the admitted requests and the units held. */
import { ChainLimit, type Holdings } from '@assize/service/usage/limits/chain-limit.ts';

const SETTLE_EVERY_MS = 200;
const MIN_BETWEEN_MS = 25;
/** The duration of settling, ms. */
const LATENCY_MS = 6;

export interface WeighedRequest {
  atMs: number;
  node: number;
  weight: number;
}

export interface Simulated {
  /** By the time of the decision. */
  admitted: WeighedRequest[];
  refused: number;
  /** The most units that all nodes held together. */
  mostHeld: number;
}

/** A node that does nothing for a while, without knowing it. */
export interface Pause {
  node: number;
  fromMs: number;
  untilMs: number;
}

interface Node {
  place: number;
  /** Set at its first request. */
  limit: ChainLimit | null;
  waiting: WeighedRequest[];
  settledAtMs: number;
}

/**
 * @param asked in order of time.
 * @param settles false: the nodes learn nothing about each other.
 */
export function simulate(
  perSecond: number,
  nodes: number,
  asked: Iterable<WeighedRequest>,
  { settles = true, pause }: { settles?: boolean; pause?: Pause } = {},
): Simulated {
  const limits = { evaluationsPerSecond: perSecond, evidencePerDay: null };
  const all: Node[] = Array.from({ length: nodes }, (_, place) => ({
    place,
    limit: null,
    waiting: [],
    settledAtMs: (place * 61) % SETTLE_EVERY_MS,
  }));
  const tables: Holdings[] = all.map(() => ({}));
  const result: Simulated = { admitted: [], refused: 0, mostHeld: 0 };

  function decide({ limit }: Node, each: WeighedRequest, nowMs: number): void {
    if (limit?.take(nowMs, each.weight, true)) result.admitted.push({ ...each, atMs: nowMs });
    else result.refused += 1;
  }

  function settle(node: Node, nowMs: number): void {
    node.settledAtMs = nowMs;
    if (node.limit === null) return;
    const table = settles ? 0 : node.place;
    const { holdings, stored } = node.limit.settle(`node_${node.place}`, tables[table] ?? {}, nowMs);
    tables[table] = holdings;
    stored();
    const held = Object.values(holdings).reduce((sum, { units }) => sum + units, 0);
    result.mostHeld = Math.max(result.mostHeld, held);
    for (const each of node.waiting.splice(0)) decide(node, each, nowMs);
  }

  function dueAtMs({ place, waiting, settledAtMs }: Node): number {
    const soon = (waiting[0]?.atMs ?? Number.POSITIVE_INFINITY) + LATENCY_MS;
    const at = Math.min(settledAtMs + SETTLE_EVERY_MS, Math.max(soon, settledAtMs + MIN_BETWEEN_MS));
    return pause?.node === place && at >= pause.fromMs && at < pause.untilMs ? pause.untilMs : at;
  }

  function pass(untilMs: number): void {
    for (;;) {
      const next = all.reduce((one, other) => (dueAtMs(other) < dueAtMs(one) ? other : one));
      const at = dueAtMs(next);
      if (at > untilMs) return;
      settle(next, at);
    }
  }

  let lastMs = 0;
  for (const each of asked) {
    const node = all[each.node % nodes];
    if (node === undefined) throw new Error('there is no node');
    if (pause?.node === node.place && each.atMs >= pause.fromMs && each.atMs < pause.untilMs) continue;
    pass(each.atMs);
    lastMs = each.atMs;
    node.limit ??= new ChainLimit(limits, each.atMs);
    const { limit } = node;
    limit.offer(each.atMs, each.weight);
    const isStale = limit.isStale(each.atMs);
    if (!isStale && limit.take(each.atMs, each.weight)) result.admitted.push(each);
    else if (isStale || limit.mayGetMore(each.atMs)) node.waiting.push(each);
    else result.refused += 1;
  }
  pass(lastMs + SETTLE_EVERY_MS);
  return result;
}

/** The most weight admitted in any span of this length. */
export function maxWithin(admitted: readonly WeighedRequest[], spanMs: number): number {
  let most = 0;
  let sum = 0;
  let first = 0;
  for (const { atMs, weight } of admitted) {
    sum += weight;
    for (let oldest = admitted[first]; oldest !== undefined && oldest.atMs <= atMs - spanMs; ) {
      sum -= oldest.weight;
      first += 1;
      oldest = admitted[first];
    }
    most = Math.max(most, sum);
  }
  return most;
}
