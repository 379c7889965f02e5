/**
 * Counts how often something was seen, by whom, and when it was last seen and approved, for a limited number of
 * things.
 */
import type { RecordedAct } from './evaluations.ts';

export interface Seen {
  count: number;
  /** At most {@link MAX_AGENTS}. */
  agents: string[];
  /** ms since the epoch. */
  lastSeenAt: number;
  lastApprovedAt: number | null;
  approvedCount: number;
  /** The newest, at most {@link MAX_EXAMPLES_KEPT}. */
  evidenceIds: string[];
}

const MAX_AGENTS = 20;
export const MAX_EXAMPLES_KEPT = 5;
const MAX_KEYS = 10_000;

export class Tally<T extends object> {
  readonly #seen = new Map<string, T & Seen>();
  /** Whether something was left out because there were too many. */
  isFull = false;

  /** @param start the thing to count, where it was not seen before. @returns null where there are too many already. */
  add(key: string, { at, approvedAt, evidenceId }: RecordedAct, agent: string | undefined, start: () => T) {
    let seen = this.#seen.get(key);
    if (seen === undefined) {
      if (this.#seen.size >= MAX_KEYS) {
        this.isFull = true;
        return null;
      }
      const none = { count: 0, agents: [], lastSeenAt: at, lastApprovedAt: null, approvedCount: 0 };
      seen = { ...start(), ...none, evidenceIds: [] } as T & Seen;
      this.#seen.set(key, seen);
    }
    seen.count += 1;
    seen.lastSeenAt = Math.max(seen.lastSeenAt, at);
    if (seen.evidenceIds.length < MAX_EXAMPLES_KEPT) seen.evidenceIds.push(evidenceId);
    if (agent !== undefined && seen.agents.length < MAX_AGENTS && !seen.agents.includes(agent)) {
      seen.agents.push(agent);
    }
    if (approvedAt !== null) {
      seen.approvedCount += 1;
      seen.lastApprovedAt = Math.max(seen.lastApprovedAt ?? approvedAt, approvedAt);
    }
    return seen;
  }

  /** Returns everything counted, the most frequent first. */
  all(): (T & Seen)[] {
    return [...this.#seen.values()].sort((one, other) => other.count - one.count);
  }
}

export function seenFields({ count, agents, lastSeenAt, lastApprovedAt, approvedCount, evidenceIds }: Seen) {
  return {
    count,
    agents,
    last_seen: new Date(lastSeenAt).toISOString(),
    last_approved: lastApprovedAt === null ? null : new Date(lastApprovedAt).toISOString(),
    approved_count: approvedCount,
    evidence_ids: evidenceIds,
  };
}
