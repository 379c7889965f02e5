/** `/healthz`: the process answers. `/readyz`: an evaluation would be answered, so you can send traffic. */
import type { FastifyPluginCallback } from 'fastify';
import { inTime } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';

/** A dependency of answers. */
export interface ReadinessCheck {
  /** Fits into "The … does not answer", which is the message if the check fails or takes too long. */
  name: string;
  /** The problem as a sentence that any caller may read; null if there is none. */
  problem(): Promise<string | null>;
}

export interface Health {
  /** The problems that keep the service from its work, each as a sentence; empty when it is ready. */
  problems(): Promise<string[]>;
  /** The problems with which evaluations are still answered, each as a sentence. */
  warnings?(): Promise<string[]>;
}

const RETRY_AFTER_SECONDS = 1;
/** How long a readiness check waits for a lock or a silent server, ms. */
const MAX_CHECK_MS = 2000;

/**
 * The service is ready when it passes all checks, which run at the same time and with a time limit.
 * @param warnings problems that don't keep evaluations from being answered; empty if they can't be
 * determined.
 */
export function healthBy(
  checks: readonly ReadinessCheck[],
  warnings: () => Promise<string[]> = async () => [],
): Health {
  return {
    warnings: () => warnings().catch(() => []),
    async problems() {
      const found = await Promise.all(checks.map(problemOf));
      return found.filter((problem) => problem !== null);
    },
  };
}

function problemOf({ name, problem }: ReadinessCheck): Promise<string | null> {
  const noAnswer = `The ${name} does not answer.`;
  return inTime(
    problem().catch(() => noAnswer),
    MAX_CHECK_MS,
    noAnswer,
  );
}

/** Warnings don't redirect traffic: another node would have the same problem. */
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
