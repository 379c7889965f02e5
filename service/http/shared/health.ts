/** `/healthz`: the process answers. `/readyz`: a question would be answered, so traffic may come. */
import type { FastifyPluginCallback } from 'fastify';
import { Failure } from '../../foundation/failure.ts';

/** One thing that an answer needs. */
export interface ReadinessCheck {
  /** Such that "The … does not answer" says what is wrong where the check fails or takes too long. */
  name: string;
  /** What is wrong, as a sentence that any caller may read; null where nothing is. */
  problem(): Promise<string | null>;
}

export interface Health {
  /** What keeps the service from its work, each as a sentence; empty when it is ready. */
  problems(): Promise<string[]>;
  /** What is wrong though evaluations are answered, each as a sentence. */
  warnings?(): Promise<string[]>;
}

const RETRY_AFTER_SECONDS = 1;
/** Who asks whether traffic may come does not wait for a lock or for a server that fell silent, ms. */
const MAX_CHECK_MS = 2000;

/**
 * Ready is what passes every check. They are made at once, and none holds up the answer for long.
 * @param warnings what is wrong though evaluations are answered; nothing is told where that can't be found out.
 */
export function healthBy(
  checks: readonly ReadinessCheck[],
  warnings: () => Promise<string[]> = async () => [],
): Health {
  return {
    warnings: () => warnings().catch(() => []),
    async problems() {
      const found = await Promise.all(checks.map(inTime));
      return found.filter((problem) => problem !== null);
    },
  };
}

async function inTime({ name, problem }: ReadinessCheck): Promise<string | null> {
  const noAnswer = `The ${name} does not answer.`;
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(noAnswer), MAX_CHECK_MS);
  try {
    return await Promise.race([problem().catch(() => noAnswer), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

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
