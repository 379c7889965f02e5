/**
 * The limits of one chain as one node applies them. It admits only as many units as it holds: whole units of
 * the second's limit, taken from those that no node holds, and returned once they are neither wanted nor
 * used. So all nodes together never hold more than the limit, even if they have no recent news of each other.
 */
import type { PlanLimits } from '../terms/prices.ts';
import { apportion } from './apportion.ts';
import { Demand, Window } from './window.ts';

/** A node's last statement about itself. */
export interface Holding {
  units: number;
  /** The demand on it in the last second. */
  demand: number;
  /** A number that changes each time, so that the other nodes see that it is alive. */
  beat: number;
}
export type Holdings = Record<string, Holding>;

/**
 * A node may use its units for this long after its last look, and the others take them after a second more,
 * ms. In that second admitted requests still count.
 */
const VALID_MS = 500;
const LAPSES_MS = 1600;
/** A node forgets a chain this long after its last request, ms. */
const FORGET_MS = 3000;
/** Represents no limit: more than the demand on any node in a second. */
const UNLIMITED = 1_000_000_000;

interface Seen {
  beat: number;
  sinceMs: number;
}

export class ChainLimit {
  limits: PlanLimits;
  readonly #window = new Window();
  readonly #demand = new Demand();
  readonly #seen = new Map<string, Seen>();
  #units = 0;
  /** The units that no node held at this node's last look. */
  #free = 0;
  #lookedAtMs: number | null = null;
  #askedAtMs: number;
  #beat = 0;

  constructor(limits: PlanLimits, nowMs: number) {
    this.limits = limits;
    this.#askedAtMs = nowMs;
  }

  /** Counts the demand. Call it once for each request, before {@link take}. */
  offer(nowMs: number, weight: number): void {
    this.#askedAtMs = nowMs;
    this.#demand.add(nowMs, weight);
  }

  /** @param insists decides by the units that the node holds, although another look could bring more. */
  take(nowMs: number, weight: number, insists = false): boolean {
    // Nodes that could never settle each decide alone.
    const units = this.#lookedAtMs === null ? this.#limit : Math.min(this.#units, this.#limit);
    if (weight > units && !insists && this.mayGetMore(nowMs)) return false;
    return this.#window.take(nowMs, weight, units);
  }

  giveBack(weight: number): void {
    this.#window.giveBack(weight);
  }

  /** Whether this node's statement is out of date, so that others may have taken its units. */
  isStale(nowMs: number): boolean {
    return this.#lookedAtMs === null || nowMs - this.#lookedAtMs > VALID_MS;
  }

  /** Whether another look could admit a request that was just refused. */
  mayGetMore(nowMs: number): boolean {
    return this.#free > 0 && !this.#window.pays(nowMs);
  }

  /** The number of units that would still be admitted now, as far as this node knows. */
  remaining(nowMs: number): number {
    if (this.#window.pays(nowMs)) return 0;
    const reachable = this.#lookedAtMs === null ? this.#limit : this.#units + this.#free;
    return Math.max(0, Math.min(reachable, this.#limit) - this.#window.used(nowMs));
  }

  clearInMs(nowMs: number): number {
    return this.#window.clearInMs(nowMs);
  }

  /** Whether no request has come for long, and all units are given back. */
  isForgotten(nowMs: number): boolean {
    return this.#units === 0 && nowMs - this.#askedAtMs > FORGET_MS;
  }

  /** The other nodes could not be asked, so the known state stays valid a little longer. */
  carryOn(nowMs: number): void {
    if (this.#lookedAtMs !== null) this.#lookedAtMs = nowMs;
  }

  /**
   * Settles with the statements of the other nodes.
   * @param lookedAtMs the time before they were read.
   * @param leaves gives everything back.
   * @returns the statements of all nodes, and a function to call once they are stored. Units given up count
   * at once.
   */
  settle(
    node: string,
    stated: Holdings,
    lookedAtMs: number,
    leaves = false,
  ): { holdings: Holdings; stored: () => void } {
    const holdings = this.#living(node, stated, lookedAtMs);
    const held = holdings[node]?.units ?? 0;
    delete holdings[node];
    const gone = leaves || lookedAtMs - this.#askedAtMs > FORGET_MS;
    const demand = this.#demand.total(lookedAtMs);
    const units = gone ? 0 : this.#unitsAmong(node, holdings, demand, held, lookedAtMs);
    if (!gone) {
      this.#beat += 1;
      holdings[node] = { units, demand, beat: this.#beat };
    }
    this.#units = Math.min(this.#units, units);
    const stored = () => {
      this.#units = units;
      this.#free = Math.max(0, this.#limit - heldBy(holdings));
      this.#lookedAtMs = lookedAtMs;
    };
    return { holdings, stored };
  }

  get #limit(): number {
    return this.limits.evaluationsPerSecond ?? UNLIMITED;
  }

  /** Shrinks to the demand, but not below the units used in the last second; grows as far as units are free. */
  #unitsAmong(node: string, others: Holdings, demand: number, held: number, nowMs: number): number {
    const demands = new Map(Object.entries(others).map(([name, other]) => [name, other.demand]));
    const part = apportion(this.#limit, demands.set(node, demand)).get(node) ?? 0;
    if (part <= held) return Math.min(held, Math.max(part, this.#window.used(nowMs)));
    return Math.max(held, Math.min(part, this.#limit - heldBy(others)));
  }

  /** Leaves out nodes whose last statement is so old that they can't be using their units. */
  #living(node: string, stated: Holdings, nowMs: number): Holdings {
    const living: Holdings = {};
    for (const name of this.#seen.keys()) if (!Object.hasOwn(stated, name)) this.#seen.delete(name);
    for (const [name, holding] of Object.entries(stated)) {
      const seen = this.#seen.get(name);
      if (seen?.beat !== holding.beat) this.#seen.set(name, { beat: holding.beat, sinceMs: nowMs });
      else if (name !== node && nowMs - seen.sinceMs > LAPSES_MS) continue;
      living[name] = holding;
    }
    return living;
  }
}

function heldBy(nodes: Holdings): number {
  return Object.values(nodes).reduce((sum, { units }) => sum + units, 0);
}
