/**
 * The metrics of several processes on one port: a worker that is asked lets the primary ask all of them, so
 * each answer covers all of them. A silent worker counts with its last values: without it, counters would
 * seem to fall.
 */
import { AggregatorRegistry, Gauge } from 'prom-client';
import { inTime } from '../foundation/clock.ts';
import type { Peer } from '../foundation/peer.ts';

/** A worker asks the primary for the metrics of all workers. */
export const METRICS_TOPIC = 'metrics';
/** The primary asks a worker for its own metrics. */
export const OWN_METRICS_TOPIC = 'own metrics';

/** Longer than a worker waits for a reading, and shorter than Prometheus waits, ms. */
const WORKER_TAKES_MS = 4000;

type Families = object[];

/**
 * Runs in a worker. @returns a reader of all metrics. It throws a {@link Failure} `unavailable` if the
 * primary is gone.
 */
export function metricsOfAll(primary: Peer): () => Promise<string> {
  return () => primary.ask<string>(METRICS_TOPIC, null);
}

/** Runs in the primary. */
export class MetricsOfWorkers {
  readonly #last = new Map<Peer, Families>();

  /** @param workers those that listen. */
  async text(workers: readonly Peer[]): Promise<string> {
    const answers = await Promise.all(workers.map((worker) => this.#familiesOf(worker)));
    for (const worker of this.#last.keys()) if (!workers.includes(worker)) this.#last.delete(worker);
    const known = answers.map(({ families }) => families).filter((families) => families !== undefined);
    const whole = AggregatorRegistry.aggregate(known);
    const silent = new Gauge({
      name: 'assize_workers_silent',
      help: 'Workers that did not answer; their other metrics are their last known values.',
      registers: [whole],
    });
    silent.set(answers.filter(({ answered }) => !answered).length);
    return whole.metrics();
  }

  async #familiesOf(worker: Peer): Promise<{ answered: boolean; families: Families | undefined }> {
    const answer = worker.ask<Families>(OWN_METRICS_TOPIC, null).catch(() => null);
    const families = await inTime(answer, WORKER_TAKES_MS, null);
    if (families === null) return { answered: false, families: this.#last.get(worker) };
    this.#last.set(worker, families);
    return { answered: true, families };
  }
}
