/** Hooks to watch the client's work. None gets a key or a body, and none can change what happens. */
import type { AssizeError } from './failures.ts';

export interface Telemetry {
  onRequest?: (request: Attempt) => void;
  onResponse?: (response: Answered) => void;
  onRetry?: (retry: Attempt & { delayMs: number; error: AssizeError }) => void;
  /** A report of an outcome was refused, or dropped because too many waited. */
  onReportFailed?: (failed: { action: string; evaluationId: string | undefined; error: unknown }) => void;
  /** A task has no plan, so the words of the task give the terms of its mandate. */
  onPlanFailed?: (failed: { agentId: string; error: unknown }) => void;
}

interface Attempt {
  method: string;
  path: string;
  /** From 1. */
  attempt: number;
}

interface Answered {
  method: string;
  path: string;
  status: number;
  durationMs: number;
  requestId: string | undefined;
}

const HOOKS = ['onRequest', 'onResponse', 'onRetry', 'onReportFailed', 'onPlanFailed'] as const;

/** Drops errors of hooks, which would look like an unreachable service or a failed action. */
export function harmless(telemetry: Telemetry): Telemetry {
  const quiet = HOOKS.map((name) => [
    name,
    (told: never) => void (async () => telemetry[name]?.(told))().catch(() => undefined),
  ]);
  return Object.fromEntries(quiet);
}
