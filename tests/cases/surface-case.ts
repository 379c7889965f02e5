/** One row of the table that runs on both surfaces. */
import type { JsonObject } from '@assize/evidence-format';
import type { LAW_IDS, Verdict } from '@assize/service/evaluation/index.ts';
import type { Surface } from '../support/http/in-process.ts';

/** The place of a fault (members joined by dots), its type, and its message. */
export type FaultRow = readonly [loc: string, type: string, msg: string];

export type Expected =
  | {
      verdict: Verdict;
      /** The laws that did not pass, and the change of context in each one's remedy. */
      laws: Partial<Record<(typeof LAW_IDS)[number], { result: 'warn' | 'fail'; change: JsonObject }>>;
      /** The sentence that explains the verdict. */
      explanation: string;
    }
  | { faults: readonly FaultRow[] }
  | { status: number; detail: string };

export interface SurfaceCase {
  promise: string;
  /** A string or Buffer is sent unchanged, anything else as JSON. */
  send: unknown;
  expect: Expected;
  /** Set if a row is about one surface alone. */
  only?: Surface;
}
