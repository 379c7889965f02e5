/** A wait before the next try, which doubles each time one fails. */
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 1000;
const MAX_MS = 30_000;

export class GrowingWait {
  #ms = 0;

  grow(): void {
    this.#ms = Math.min(Math.max(2 * this.#ms, FIRST_MS), MAX_MS);
  }

  reset(): void {
    this.#ms = 0;
  }

  /** Resolves once the wait is over, or the signal comes. */
  async over(signal: AbortSignal): Promise<void> {
    await sleep(this.#ms, undefined, { signal }).catch(() => undefined);
  }
}
