/** A kind of exception: its rule, and how it is found. Each is a file beside this one, and its line in the list. */
import type { JsonObject } from '@assize/evidence-format';
import { type Artifact, artifactsAt } from '../../../evidence/reading/index.ts';
import { NOWHERE, type Placed, placeOf, type Reading } from '../reading.ts';

export interface Exception extends Placed {
  /** ms since the epoch. */
  at: number;
  /** A member, a key, an agent, or a part of the service. */
  who: string;
  /** A clause, without a full stop. */
  what: string;
  /** The recorded reason; null where none was recorded, or it was removed. */
  why: string | null;
}

export interface Found {
  count: number;
  /** The newest first, at most {@link MAX_LISTED}. */
  listed: Exception[];
  /** Records that could be of this kind: their content was removed, so it can't be told. */
  unread: number;
}

export interface ExceptionKind {
  id: string;
  title: string;
  /** One sentence: what counts, by the evidence. */
  rule: string;
  find(reading: Reading): Promise<Found>;
}

/** The number of exceptions of one kind that a report lists; it counts all of them. */
export const MAX_LISTED = 200;
/** The length of a text of others, so that one record can't fill a report. */
const MAX_TEXT = 500;

/** Counts exceptions that come in the order of the chain, and keeps the newest. */
export class Listing {
  #count = 0;
  #unread = 0;
  #newest: Exception[] = [];

  add(exception: Exception): void {
    this.#count += 1;
    this.#newest.push(exception);
    if (this.#newest.length >= 2 * MAX_LISTED) this.#newest = this.#newest.slice(-MAX_LISTED);
  }

  /** Counts a record whose content was removed, and which could be an exception. */
  addUnread(): void {
    this.#unread += 1;
  }

  found(): Found {
    const listed = this.#newest.slice(-MAX_LISTED).reverse();
    return { count: this.#count, listed, unread: this.#unread };
  }
}

export function shortened(text: unknown): string | null {
  if (typeof text !== 'string' || text === '') return null;
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`;
}

/** Changes of governance with one of these actions, as they are counted and listed. */
export async function changesFound(
  { evidence, db, chain }: Reading,
  actions: readonly string[],
  describe: (change: JsonObject, artifact: Artifact) => Pick<Exception, 'what' | 'why'> & { who?: string },
): Promise<Found> {
  const kinds = actions.map((action) => ({ artifactType: 'governance_change', action }));
  const [counts, pages] = await Promise.all([
    Promise.all(kinds.map((kind) => evidence.count(kind))),
    Promise.all(kinds.map((kind) => evidence.positions(kind, 0, MAX_LISTED))),
  ]);
  const newest = pages
    .flat()
    .sort((one, other) => other - one)
    .slice(0, MAX_LISTED);
  const artifacts = await artifactsAt(db, chain, newest);
  const listed = artifacts.map((artifact) => {
    const change = artifact.payload === null ? null : ((artifact.payload.change ?? {}) as JsonObject);
    const told =
      change === null
        ? { what: `${artifact.action}, whose content was removed`, why: null }
        : describe(change, artifact);
    return { ...placeOf(artifact), at: artifact.createdAt, who: artifact.actor, ...told };
  });
  return { count: counts.reduce((sum, each) => sum + each, 0), listed, unread: 0 };
}

/** An exception without a record of its own. */
export function unrecorded(exception: Omit<Exception, 'evidenceId' | 'index'>): Exception {
  return { ...NOWHERE, ...exception };
}
