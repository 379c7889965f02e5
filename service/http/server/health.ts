/** `/healthz`: the process answers. `/readyz`: an evaluation would be answered, so you can send traffic. */
import type { FastifyPluginCallback } from 'fastify';
import { inTime } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';

/** Something that an answer needs. */
export interface ReadinessCheck {
  /** Such that "The … does not answer" says what is wrong where the check fails or takes too long. */
  name: string;
  /** The problem as a sentence that any caller may read; null where there is none. */
  problem(): Promise<string | null>;
}

export interface Health {
  /** The problems that keep the service from its work, each as a sentence; empty when it is ready. */
  problems(): Promise<string[]>;
  /** The problems with which evaluations are still answered, each as a sentence. */
  warnings?(): Promise<string[]>;
}

const RETRY_AFTER_SECONDS = 1;
/** A readiness check does not wait for a lock or a silent server, ms. */
const MAX_CHECK_MS = 2000;

/**
 * The service is ready when it passes all checks, which run at the same time and with a time limit.
 * @param warnings problems that don't keep evaluations from being answered; empty where they can't be found out.
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
