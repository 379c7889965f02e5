/** `/metrics`, for Prometheus. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginCallback } from 'fastify';
import { PROTOBUF_TYPE } from '../../metrics/index.ts';

/** A Prometheus that wants native histograms names it first. */
const PROTOBUF = 'application/vnd.google.protobuf';

export interface MetricsOptions {
  metrics: ServedMetrics;
}

export interface ServedMetrics {
  /** In Prometheus' text format, version 0.0.4. */
  text(): Promise<string>;
  /** In Prometheus' protobuf format, which has native histograms; undefined if only text is available. */
  protobuf: (() => Promise<Uint8Array>) | undefined;
}

export const metricsRoute: FastifyPluginCallback<MetricsOptions> = (app, { metrics }, done) => {
  const config = { scope: 'public' } as const;
  app.get('/metrics', { config, schema: { hide: true } }, async ({ headers: { accept } }, reply) => {
    if (metrics.protobuf !== undefined && accept?.includes(PROTOBUF) === true) {
      return reply.type(PROTOBUF_TYPE).send(Buffer.from(await metrics.protobuf()));
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
  });
  done();
};

/** A separate application that serves only the metrics, on its own address. */
export async function metricsApp(
  options: MetricsOptions,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: logger, forceCloseConnections: true });
  await app.register(metricsRoute, options);
  return app;
}
