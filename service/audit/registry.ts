/**
 * The contract of truth verification. A registry is a pair of things that the service keeps and that must agree, such
 * as escalations and the evaluations that made them. It is checked in both directions: what stands on one side must
 * stand on the other.
 */
import type { DatabaseLocation } from '../database/location.ts';
import type { Database } from '../database/open.ts';

/** A place where two things that must agree do not. */
export interface Gap {
  /** The position in the chain that it concerns; null where it concerns none. */
  index: number | null;
  evidenceId?: string;
  /** One sentence for a person. */
  what: string;
  /** The name of an alarm for it, where it has one of its own. */
  problem?: string;
}

/** Plain data, so that a thread can hand it over. */
export interface RegistryReport {
  /** Everything that was held against its counterpart, whichever side it stands on. */
  checked: number;
  /** Every gap found, also those that `gaps` has no room for. */
  gapCount: number;
  /** The first {@link MOST_GAPS_SHOWN}. */
  gaps: Gap[];
}

/** What a check may read, and up to where. Plain data, but for the database. */
export interface CheckContext {
  chain: number;
  tenantId: string;
  environment: string;
  /**
   * Artifacts at this position and later were appended after the run began: they need not be complete yet. But what is
   * read later may refer to them, and is no gap for that.
   */
  size: number;
  /** When the run began, ms since the epoch. */
  nowMs: number;
  location: DatabaseLocation;
  db: Database;
}

export interface TruthContext extends CheckContext {
  /** Runs the check that a module exports on the run's own thread. @param extra plain data that the check is handed. */
  onThread(module: string, extra?: unknown): Promise<RegistryReport>;
}

/** One comparison. A registry that can't finish throws; what it finds wrong, however wrong, is a gap. */
export interface Registry {
  name: string;
  /** Where a gap means that the evidence itself can't be trusted, and so raises an integrity alarm: its name. */
  alarm?: string;
  check(context: TruthContext): Promise<RegistryReport>;
}

/** A check that the thread is to run. @see ThreadCheck */
export interface CheckQuestion {
  module: string;
  extra: unknown;
  context: Omit<CheckContext, 'db' | 'location'>;
}

/** What a module that is run on a thread exports as `check`. */
export type ThreadCheck<Extra = undefined> = (context: CheckContext, extra: Extra) => Promise<RegistryReport>;

/**
 * A registry whose check reads much, and so runs on a thread.
 * @param module the address (`import.meta.url`) of a module that exports its {@link ThreadCheck} as `check`.
 */
export function registryOnThread(name: string, module: string): Registry {
  return { name, check: (context) => context.onThread(module) };
}

export const MAX_GAPS_SHOWN = 100;

/** Counts what a registry compared, and keeps the first of what did not agree. */
export class Tally {
  readonly #gaps: Gap[] = [];
  #gapCount = 0;
  #checked = 0;

  checked(items = 1): void {
    this.#checked += items;
  }

  gap(what: string, index: number | null = null, evidenceId?: string, problem?: string): void {
    this.#gapCount += 1;
    if (this.#gaps.length < MAX_GAPS_SHOWN) this.#gaps.push({ index, evidenceId, what, problem });
  }

  report(): RegistryReport {
    return { checked: this.#checked, gapCount: this.#gapCount, gaps: this.#gaps };
  }
}
