/** `/healthz`: the process answers. `/readyz`: it can do its work, so traffic may come. */
import type { FastifyPluginCallback } from 'fastify';
import { Failure } from '../foundation/failure.ts';

export interface Health {
  /** What keeps the service from its work, each as a sentence; empty when it is ready. */
  problems(): Promise<string[]>;
  /** What is wrong though evaluations are answered, each as a sentence. */
  warnings?(): Promise<string[]>;
}

const RETRY_AFTER_SECONDS = 1;

/** Warnings take no traffic away: another node would answer no better. */
function ready(warnings: readonly string[] = []) {
  return warnings.length === 0 ? { status: 'ready' } : { status: 'ready', warnings };
}

export const healthRoutes: FastifyPluginCallback<{ health: Health }> = (app, { health }, done) => {
  const config = { scope: 'public' } as const;

  app.get('/healthz', { config, schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config, schema: { hide: true } }, async (request) => {
    const problems = await health.problems();
    if (problems.length === 0) return ready(await health.warnings?.());
    request.log.warn({ problems }, 'not ready');
    const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    throw new Failure('unavailable', `Not ready: ${problems.join(' ')}`, { details });
  });
  done();
};
