/** Whether a service of several workers is ready: `/readyz` of any worker answers for all. */
import { inTime } from '../../foundation/clock.ts';
import type { Peer } from '../../foundation/peer.ts';
import type { Health } from '../../http/server/health.ts';

/** A worker asks the primary about all workers. */
export const READINESS_TOPIC = 'readiness';
/** The primary asks a worker about itself. */
export const OWN_READINESS_TOPIC = 'own readiness';

/** Longer than a worker waits for one of its checks, ms. */
const WORKER_TAKES_MS = 3000;

export interface Readiness {
  problems: string[];
  warnings: string[];
}

/** In a worker: asks the primary. @param own answers if the primary is gone. */
export function healthOfAll(primary: Peer, own: Health): Health {
  const ask = () =>
    primary.ask<Readiness>(READINESS_TOPIC, null).catch(async () => ({
      problems: await own.problems(),
      warnings: [],
    }));
  return {
    problems: async () => (await ask()).problems,
    warnings: async () => (await ask()).warnings,
  };
}

/** In a worker: its answer to the primary. */
export async function readinessOf(own: Health): Promise<Readiness> {
  return { problems: await own.problems(), warnings: (await own.warnings?.()) ?? [] };
}

/** In the primary. @param workers those that listen. @param starting the number that have never listened yet. */
export async function readinessOfAll(workers: readonly Peer[], starting: number): Promise<Readiness> {
  const silent: Readiness = { problems: ['A worker does not answer.'], warnings: [] };
  const ask = (worker: Peer) =>
    inTime(
      worker.ask<Readiness>(OWN_READINESS_TOPIC, null).catch(() => silent),
      WORKER_TAKES_MS,
      silent,
    );
  const answers = await Promise.all(workers.map(ask));
  const late = starting === 0 ? [] : [`Workers that do not listen yet: ${starting}.`];
  return {
    problems: [...late, ...new Set(answers.flatMap(({ problems }) => problems))],
    warnings: [...new Set(answers.flatMap(({ warnings }) => warnings))],
  };
}
