/** The metrics of a service that is about to start, and where they are served: of all workers, where there are several. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { systemClock } from '../foundation/clock.ts';
import { type Gauge, type Measured, NOT_MEASURED } from '../foundation/measured.ts';
import type { Primary } from '../foundation/primary.ts';
import { metricsApp } from '../http/shared/metrics.ts';
import { Metrics, metricsOfAll } from '../metrics/index.ts';

export interface Watched {
  measured: Measured;
  /** The metrics as text, where the API serves them too. */
  beside: (() => Promise<string>) | undefined;
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
  const text = primary === null ? () => own.text() : metricsOfAll(primary, own);
  let apart: FastifyInstance | null = null;
  return {
    measured: own,
    beside: at === 'beside' ? text : undefined,
    async start(gauges, log) {
      own.watch(gauges);
      if (at === 'beside') return;
      apart = await metricsApp({ metrics: text }, log);
      await apart.listen(at);
    },
    async close() {
      await apart?.close();
    },
  };
}
