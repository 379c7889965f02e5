/**
 * The metrics of several processes on one port: a worker that is asked lets the primary ask all of them, so each answer
 * is about the whole.
 */
import { AggregatorRegistry } from 'prom-client';
import type { Primary } from '../foundation/primary.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_TOPIC = 'metrics';

/**
 * In a worker.
 * @param own the metrics of this process, which it hands over when the primary asks all workers.
 * @returns a reader of all. @throws {Failure} `unavailable` where a worker does not answer.
 */
export function metricsOfAll(primary: Primary, own: Metrics): () => Promise<string> {
  AggregatorRegistry.setRegistries([own.registry]);
  // Making one listens for the question.
  new AggregatorRegistry();
  return () => primary.ask<string>(METRICS_TOPIC, null);
}

/** In the primary. */
export function metricsOfWorkers(): () => Promise<string> {
  const all = new AggregatorRegistry();
  return () => all.clusterMetrics();
}
