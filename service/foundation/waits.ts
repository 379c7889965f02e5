/**
 * Callers that wait until something happens. Code on this node can report it at once; events on other nodes
 * are found by one query for all callers, ten times a second.
 */
import type { Chore } from './chores.ts';

const LOOK_EVERY_MS = 100;
const AWAITED_AT_ONCE = 1000;

interface Awaited<What> {
  what: What;
  /** Called with true once it has happened, else with false. */
  waiters: Set<(happened: boolean) => void>;
}

/** `keyOf` identifies equal waits; `look` finds those that have happened. */
export interface Awaiting<What> {
  keyOf(what: What): string;
  look(awaited: readonly What[]): Promise<readonly What[]>;
}

export class Waits<What> {
  readonly #awaiting: Awaiting<What>;
  readonly #awaited = new Map<string, Awaited<What>>();
  #stopped = false;

  constructor(awaiting: Awaiting<What>) {
    this.#awaiting = awaiting;
  }

  /** The number of waiting callers. */
  get size(): number {
    return this.count(() => true);
  }

  /** The number of callers that wait for this. */
  count(meant: (what: What) => boolean): number {
    let count = 0;
    for (const { what, waiters } of this.#awaited.values()) if (meant(what)) count += waiters.size;
    return count;
  }

  /** Whether {@link stop} was called. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** @returns true once it has happened; false when the time is up, `gone` aborts, or the service stops. */
  wait(what: What, ms: number, gone: AbortSignal): Promise<boolean> {
    if (this.#stopped || gone.aborted) return Promise.resolve(false);
    const key = this.#awaiting.keyOf(what);
    const awaited = this.#awaited.get(key) ?? { what, waiters: new Set() };
    this.#awaited.set(key, awaited);
    return new Promise((resolve) => {
      const end = (happened: boolean): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', giveUp);
        awaited.waiters.delete(end);
        if (awaited.waiters.size === 0 && this.#awaited.get(key) === awaited) this.#awaited.delete(key);
        resolve(happened);
      };
      const giveUp = (): void => end(false);
      const timer = setTimeout(giveUp, ms);
      gone.addEventListener('abort', giveUp);
      awaited.waiters.add(end);
    });
  }

  /** Reports that it has happened on this node. */
  nudge(what: What): void {
    for (const end of this.#awaited.get(this.#awaiting.keyOf(what))?.waiters ?? []) end(true);
  }

  /** Ends all waits, and accepts no new ones. */
  stop(): void {
    this.#stopped = true;
    for (const { waiters } of this.#awaited.values()) for (const end of waiters) end(false);
  }

  /** @param name its work, in words that can follow "could not". */
  chore(name: string): Chore {
    return { name, everyMs: LOOK_EVERY_MS, run: () => this.#look() };
  }

  async #look(): Promise<void> {
    const awaited = [...this.#awaited.values()].map(({ what }) => what);
    for (let from = 0; from < awaited.length; from += AWAITED_AT_ONCE) {
      const happened = await this.#awaiting.look(awaited.slice(from, from + AWAITED_AT_ONCE));
      for (const what of happened) this.nudge(what);
    }
  }
}
