/** `/metrics`: what Prometheus scrapes. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginCallback } from 'fastify';

export interface MetricsOptions {
  /** The metrics in Prometheus' text format, version 0.0.4. */
  metrics: () => Promise<string>;
}

export const metricsRoute: FastifyPluginCallback<MetricsOptions> = (app, { metrics }, done) => {
  const config = { scope: 'public' } as const;
  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) => {
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics());
  });
  done();
};

/** An application with nothing else, to listen on an address of its own. */
export async function metricsApp(
  options: MetricsOptions,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify({ loggerInstance: logger, forceCloseConnections: true });
  await app.register(metricsRoute, options);
  return app;
}
