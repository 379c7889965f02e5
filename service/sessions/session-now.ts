/**
 * A session as evaluations see it: which values its results had, and which result had each of them first. Values are
 * known only by their keyed hashes.
 */
import type { Confidentiality } from '@assize/act-reading/tools';
import type { MaybePromise } from '../foundation/fresh-cache.ts';

export interface ResultSeen {
  /** Its place in the session, from 1. */
  number: number;
  tool: string;
  /** The evaluation of the call that returned it. */
  evidenceId: string;
  /** ms since the epoch. */
  at: number;
}

/** The first result of each class that had a value. */
export interface Seen {
  own: ResultSeen | null;
  content: ResultSeen | null;
  made: ResultSeen | null;
  /** Whether a result had it whose tool does not say what it returns. */
  undeclared: boolean;
}

export interface SessionNow {
  key: string;
  /** How many results it has had, which is its version. */
  results: number;
  /** Whether some values of its results are not known. */
  incomplete: boolean;
  /** The highest that was read; null where no tool stated one. */
  confidentiality: Confidentiality | null;
  hasContent: boolean;
  hasUndeclared: boolean;
  /** @param name as `valuesOfResult` names values. @returns null where no result had it. */
  find(name: string): Seen | null;
}

export interface Sessions {
  /**
   * null where the agent has no such session, or it has ended.
   * @throws {Failure} `unavailable` where it is not in memory and the database is away.
   */
  of(chain: number, agentId: string | undefined, sessionId: string): MaybePromise<SessionNow | null>;
  /** Forgets what this node knows of a session that it has just changed, so that the change holds here at once. */
  drop(chain: number, key: string): void;
}
