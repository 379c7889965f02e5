/** Counts of events for metrics, and the state that metrics can ask a room for. */

export interface VerdictGiven {
  verdict: string;
  environment: string;
  tenant: string;
  agent: string;
  action: string;
  /** The laws that did not pass. */
  laws: readonly { law_id: string; result: string }[];
}

/** Counting never fails, never waits, and keeps no payload. */
export interface Measured {
  /** Call it once the evidence is durable. A repeated answer does not count again. */
  verdictGiven(given: VerdictGiven): void;
  /**
   * @param entries that are now durable; 0 where only the database was tried. @param durationMs of the
   * commit.
   */
  batchCommitted(entries: number, durationMs: number): void;
  /** Entries that could not be written, or were not tried because too many waited. */
  evidenceFailed(entries: number): void;
  /** An evaluation was refused unread, since it would have waited too long. */
  evaluationShed(): void;
  /** @param route as declared, so without the ids in an address. */
  requestAnswered(answered: { method: string; route: string; status: number; durationMs: number }): void;
  /** @param chore its name in the log. */
  choreFailed(chore: string): void;
  /** Its first successful run after failures. */
  choreRecovered(chore: string): void;
  /** Stored attempts to deliver webhooks; after `failed`, another attempt is due. */
  webhooksAttempted(outcome: 'delivered' | 'failed' | 'given_up', attempts: number): void;
  /** Spans or log lines that were not exported. */
  telemetryDropped(signal: 'traces' | 'logs', items: number): void;
}

export const NOT_MEASURED: Measured = {
  verdictGiven() {},
  batchCommitted() {},
  evidenceFailed() {},
  evaluationShed() {},
  requestAnswered() {},
  choreFailed() {},
  choreRecovered() {},
  webhooksAttempted() {},
  telemetryDropped() {},
};

/** A state that is read on request. */
export interface Gauge {
  /** In snake case, with its unit at the end, without the common prefix. */
  name: string;
  help: string;
  /** null where there is nothing to measure. */
  read(): Promise<number | null> | number;
  /**
   * How the values of several processes on one port are combined; the maximum by default, since all read one
   * database.
   */
  across?: 'sum' | 'min';
}
