/** The metrics of a service that is about to start, and where they are served; with several workers, those of all. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { systemClock } from '../foundation/clock.ts';
import { type Gauge, type Measured, NOT_MEASURED } from '../foundation/measured.ts';
import type { Peer } from '../foundation/peer.ts';
import { metricsApp, type ServedMetrics } from '../http/server/metrics.ts';
import { Metrics, metricsOfAll } from '../metrics/index.ts';

export interface Watched {
  measured: Measured;
  /** This process's metrics, which the primary adds up. */
  own(): Promise<object[]>;
  /** Where the API serves them too. */
  beside: ServedMetrics | undefined;
  /** Adds the metrics that are read on request, and listens where metrics have an address of their own. */
  start(gauges: readonly Gauge[], log: FastifyBaseLogger): Promise<void>;
  close(): Promise<void>;
}

/** @param primary null where this is the only process. */
export function watched({ metrics: { at, labels }, clockOffsetMs }: Config, primary: Peer | null): Watched {
  if (at === 'nowhere') {
    const nothing = async () => {};
    return {
      measured: NOT_MEASURED,
      own: async () => [],
      beside: undefined,
      start: nothing,
      close: nothing,
    };
  }
  const own = new Metrics(labels, systemClock(clockOffsetMs));
  const served: ServedMetrics =
    primary === null
      ? { text: () => own.text(), protobuf: () => own.protobuf() }
      : { text: metricsOfAll(primary), protobuf: undefined };
  let apart: FastifyInstance | null = null;
  return {
    measured: own,
    own: () => own.registry.getMetricsAsJSON(),
    beside: at === 'beside' ? served : undefined,
    async start(gauges, log) {
      own.watch(gauges);
      if (at === 'beside') return;
      apart = await metricsApp({ metrics: served }, log);
      await apart.listen(at);
    },
    async close() {
      await apart?.close();
    },
  };
}
