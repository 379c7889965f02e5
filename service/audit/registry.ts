/**
 * The contract of truth verification. A registry is a pair of things that must agree, such as escalations and the
 * evaluations that made them: each side must have what the other has.
 */
import type { DatabaseLocation } from '../database/location.ts';
import type { Database } from '../database/open.ts';
import type { SigningView } from '../proof/verification/index.ts';

/** A place where two things disagree that must agree. */
export interface Gap {
  /** The position in the chain that it concerns; null if it has none. */
  index: number | null;
  evidenceId?: string;
  /** One sentence for a reader. */
  what: string;
  /** The name of its alarm, if it has one of its own. */
  problem?: string;
}

/** The artifact that a gap concerns, if it concerns one. */
export interface Place {
  position?: number | null;
  id?: string;
}

/** Plain data, so that a thread can hand it over. */
export interface RegistryReport {
  /** The number of items compared with their counterparts, on both sides. */
  checked: number;
  /** The number of all gaps, including those that `gaps` has no room for. */
  gapCount: number;
  /** The first {@link MAX_GAPS_SHOWN}. */
  gaps: Gap[];
}

/** The database and the chain whose rows are read. */
export interface ChainOfRows {
  db: Database;
  chain: number;
}

/** A check reads this chain up to this position. Plain data, except for the database. */
export interface CheckContext extends ChainOfRows {
  tenantId: string;
  environment: string;
  /** Artifacts from this position on were appended after the run began: they, and rows that name them, are not gaps. */
  size: number;
  /** When this check began, ms since the epoch. */
  nowMs: number;
  location: DatabaseLocation;
}

export type Check = (tally: Tally, context: CheckContext) => Promise<void>;

/** One comparison. A registry that can't finish throws; every disagreement that it finds is a gap. */
export interface Registry<Extra = unknown> {
  name: string;
  /** The name of the integrity alarm that a gap raises, if a gap means that the evidence itself can't be trusted. */
  alarm?: string;
  /** Finds on the event loop what the thread can't. @returns plain data, which the check is handed. */
  before?(context: ChainOfRows & { signing: SigningView }): Promise<Extra>;
  /** Reads a lot, and so runs on a thread. */
  check(tally: Tally, context: CheckContext, extra: Extra): Promise<void>;
}

/** A check that the thread is to run. */
export interface CheckQuestion {
  /** Its name. */
  registry: string;
  extra: unknown;
  context: Omit<CheckContext, 'db' | 'location'>;
}

export const MAX_GAPS_SHOWN = 100;

/** A change between two reads can look like a gap once. If there are gaps, the check runs again: real ones stay. */
export async function checkConfirmed(check: (tally: Tally) => Promise<void>): Promise<RegistryReport> {
  const run = async (): Promise<RegistryReport> => {
    const tally = new Tally();
    await check(tally);
    return tally.report();
  };
  const first = await run();
  return first.gapCount === 0 ? first : confirmed(first, await run());
}

/** The second report, with the gaps that the first has too: at the same place, or in the same words but for numbers. */
function confirmed(first: RegistryReport, second: RegistryReport): RegistryReport {
  // So many can't be a coincidence, and not all of them are listed.
  if (Math.max(first.gapCount, second.gapCount) > MAX_GAPS_SHOWN) return second;
  const words = ({ what }: Gap) => what.replaceAll(/\d+/g, '');
  const places = new Set(first.gaps.map(({ index }) => index));
  const sentences = new Set(first.gaps.map(words));
  const isKnown = (gap: Gap) => (gap.index !== null && places.has(gap.index)) || sentences.has(words(gap));
  const gaps = second.gaps.filter(isKnown);
  return { ...second, gapCount: gaps.length, gaps };
}

/** Counts the comparisons of a registry, and keeps its first gaps. */
export class Tally {
  readonly #gaps: Gap[] = [];
  #gapCount = 0;
  #checked = 0;

  checked(items = 1): void {
    this.#checked += items;
  }

  /** Counts a comparison. @param what its fault; null if it has none. */
  compared(what: string | null, at?: Place): void {
    this.checked();
    if (what !== null) this.gap(what, at);
  }

  /** Records without a counterpart; those from `size` on are left to the next run. */
  unmatched(records: Iterable<Place & { position: number }>, size: number, what: string): void {
    for (const record of records) if (record.position < size) this.compared(what, record);
  }

  gap(what: string, { position = null, id }: Place = {}, problem?: string): void {
    this.#gapCount += 1;
    if (this.#gaps.length < MAX_GAPS_SHOWN)
      this.#gaps.push({ index: position, evidenceId: id, what, problem });
  }

  report(): RegistryReport {
    return { checked: this.#checked, gapCount: this.#gapCount, gaps: this.#gaps };
  }
}
