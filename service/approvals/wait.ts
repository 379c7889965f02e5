/**
 * Callers who wait until an approval is resolved. Whoever resolves it on this node says so at once; what other nodes
 * resolve is seen by looking, ten times a second, once for all who wait.
 */
import type { Database } from '../database/open.ts';
import type { Chore } from '../foundation/chores.ts';

const LOOK_EVERY_MS = 100;
const IDS_AT_ONCE = 1000;

interface Awaited {
  chain: number;
  approvalId: string;
  waiters: Set<() => void>;
}

export class ApprovalWaits {
  readonly #db: Database;
  readonly #awaited = new Map<string, Awaited>();
  #stopped = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** How many callers wait. */
  get size(): number {
    let size = 0;
    for (const { waiters } of this.#awaited.values()) size += waiters.size;
    return size;
  }

  /** Resolves when the approval does, the time is over, `gone` aborts, or the service stops: look at it again then. */
  wait(chain: number, approvalId: string, ms: number, gone: AbortSignal): Promise<void> {
    if (this.#stopped || gone.aborted) return Promise.resolve();
    const key = keyOf(chain, approvalId);
    const awaited = this.#awaited.get(key) ?? { chain, approvalId, waiters: new Set() };
    this.#awaited.set(key, awaited);
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', end);
        awaited.waiters.delete(end);
        if (awaited.waiters.size === 0 && this.#awaited.get(key) === awaited) this.#awaited.delete(key);
        resolve();
      };
      const timer = setTimeout(end, ms);
      gone.addEventListener('abort', end);
      awaited.waiters.add(end);
    });
  }

  /** It was resolved here. */
  nudge(chain: number, approvalId: string): void {
    for (const end of this.#awaited.get(keyOf(chain, approvalId))?.waiters ?? []) end();
  }

  /** Everybody is answered with the state as it is, and nobody waits any more. */
  stop(): void {
    this.#stopped = true;
    for (const { waiters } of this.#awaited.values()) for (const end of waiters) end();
  }

  chore(): Chore {
    return { name: 'look for resolved approvals', everyMs: LOOK_EVERY_MS, run: () => this.#look() };
  }

  async #look(): Promise<void> {
    const awaited = [...this.#awaited.values()];
    for (let from = 0; from < awaited.length; from += IDS_AT_ONCE) {
      const some = awaited.slice(from, from + IDS_AT_ONCE);
      const resolved = await this.#db
        .selectFrom('approvals')
        .select(['chain', 'approval_id'])
        .where('chain', 'in', [...new Set(some.map(({ chain }) => chain))])
        .where(
          'approval_id',
          'in',
          some.map(({ approvalId }) => approvalId),
        )
        .where('status', '<>', 'pending')
        .execute();
      for (const { chain, approval_id } of resolved) this.nudge(chain, approval_id);
    }
  }
}

function keyOf(chain: number, approvalId: string): string {
  return `${chain}:${approvalId}`;
}
