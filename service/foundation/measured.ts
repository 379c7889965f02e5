/** What is counted where it happens, for those who watch the service, and what they can ask a room about its state. */

export interface VerdictGiven {
  verdict: string;
  environment: string;
  tenant: string;
  agent: string;
  action: string;
  /** The laws that did not pass. */
  laws: readonly { law_id: string; result: string }[];
}

/** Counting never fails, never waits, and keeps nothing of a payload. */
export interface Measured {
  /** Its evidence is durable. A repeated answer is no new verdict. */
  verdictGiven(given: VerdictGiven): void;
  /** @param entries that are durable now; 0 where only the database was tried. @param durationMs that it took. */
  batchCommitted(entries: number, durationMs: number): void;
  /** Entries that could not be written, or were not tried because too many waited. */
  evidenceFailed(entries: number): void;
  /** @param route as it was declared, so without the ids in an address. */
  requestAnswered(answered: { method: string; route: string; status: number; durationMs: number }): void;
  /** @param chore its work, as it is logged. */
  choreFailed(chore: string): void;
  /** Its first run without a failure after some that failed. */
  choreRecovered(chore: string): void;
  /** Stored attempts to deliver webhooks; after a `failed` one another is due. */
  webhooksAttempted(outcome: 'delivered' | 'failed' | 'given_up', attempts: number): void;
  /** Spans or log lines that no collector will get. */
  telemetryDropped(signal: 'traces' | 'logs', items: number): void;
}

export const NOT_MEASURED: Measured = {
  verdictGiven() {},
  batchCommitted() {},
  evidenceFailed() {},
  requestAnswered() {},
  choreFailed() {},
  choreRecovered() {},
  webhooksAttempted() {},
  telemetryDropped() {},
};

/** A state that is read when someone asks. */
export interface Gauge {
  /** In snake case, with its unit at the end, without the prefix that all share. */
  name: string;
  help: string;
  /** null where there is nothing to measure. */
  read(): Promise<number | null> | number;
  /** How the answers of several processes on one port become one; by default the greatest, as all read one database. */
  across?: 'sum' | 'min';
}
