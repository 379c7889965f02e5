/** The metrics of a service that is about to start, and where they are served: of all workers, where there are several. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { systemClock } from '../foundation/clock.ts';
import { type Gauge, type Measured, NOT_MEASURED } from '../foundation/measured.ts';
import type { Primary } from '../foundation/primary.ts';
import { metricsApp, type ServedMetrics } from '../http/shared/metrics.ts';
import { Metrics, metricsOfAll } from '../metrics/index.ts';

export interface Watched {
  measured: Measured;
  /** Where the API serves them too. */
  beside: ServedMetrics | undefined;
  /** Adds what is read when someone asks, and listens where metrics have an address of their own. */
  start(gauges: readonly Gauge[], log: FastifyBaseLogger): Promise<void>;
  close(): Promise<void>;
}

/** @param primary null where this is the only process. */
export function watched(
  { metrics: { at, labels }, clockOffsetMs }: Config,
  primary: Primary | null,
): Watched {
  if (at === 'nowhere') {
    return { measured: NOT_MEASURED, beside: undefined, start: async () => {}, close: async () => {} };
  }
  const own = new Metrics(labels, systemClock(clockOffsetMs));
  const served: ServedMetrics =
    primary === null
      ? { text: () => own.text(), protobuf: () => own.protobuf() }
      : { text: metricsOfAll(primary, own), protobuf: undefined };
  let apart: FastifyInstance | null = null;
  return {
    measured: own,
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
