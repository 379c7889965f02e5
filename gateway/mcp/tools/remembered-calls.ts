/**
 * Remembers which call waits under which approval, so that the same call continues without naming it. It is kept for
 * each caller at each server, matches exactly the same arguments, and is bounded: the oldest call is forgotten first,
 * and opens a new approval.
 */
import { createHash } from 'node:crypto';

export interface Waiting {
  approvalId: string;
  /** The server's description of the tool when the human was asked. */
  definition: string | undefined;
}

export interface Call {
  tool: string;
  arguments: unknown;
}

const MAX_ENTRIES = 10_000;

export class Remembered<T> {
  readonly #entries = new Map<string, T>();
  readonly #maxEntries: number;

  constructor(maxEntries = MAX_ENTRIES) {
    this.#maxEntries = maxEntries;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }

  /** @returns the approval and removes it: a second caller gets nothing */
  take(key: string): T | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

/** One name for each call: tool and arguments, in any order of members. */
export function callKey({ tool, arguments: given }: Call, ...more: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted(given), ...more.map(sorted)]))
    .digest('base64');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value === undefined ? null : value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // As pairs, since JavaScript would reorder members that look like numbers; and not as a plain array of
  // pairs,
  // which another call could contain.
  return { members: members.map(([name, member]) => [name, sorted(member)]) };
}
