/** One row of the table that runs on both surfaces. */
import type { JsonObject } from '@assize/evidence-format';
import type { LAW_IDS, Verdict } from '@assize/service/evaluation/index.ts';
import type { Surface } from '../support/http/in-process.ts';

/** Where a fault lies (members joined by dots), its type, and its message. */
export type FaultRow = readonly [loc: string, type: string, msg: string];

export type Expected =
  | {
      verdict: Verdict;
      /** The laws that did not pass, and the change of context each one's remedy offers. */
      laws: Partial<Record<(typeof LAW_IDS)[number], { result: 'warn' | 'fail'; change: JsonObject }>>;
      /** The sentence that explains it. */
      explanation: string;
    }
  | { faults: readonly FaultRow[] }
  | { status: number; detail: string };

export interface SurfaceCase {
  promise: string;
  /** A string or Buffer goes as it is, anything else as JSON. */
  send: unknown;
  expect: Expected;
  /** Only where a row speaks of one surface alone. */
  only?: Surface;
}
