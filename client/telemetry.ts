/** What you can watch of the client's work. None of it carries a key or a body, and none of it can change what happens. */
import type { AssizeError } from './failures.ts';

export interface Telemetry {
  onRequest?: (request: Attempt) => void;
  onResponse?: (response: Answered) => void;
  onRetry?: (retry: Attempt & { delayMs: number; error: AssizeError }) => void;
  /** A report of an outcome was refused, or dropped because too many waited. */
  onReportFailed?: (failed: { action: string; evaluationId: string | undefined; error: unknown }) => void;
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

const HOOKS = ['onRequest', 'onResponse', 'onRetry', 'onReportFailed'] as const;

/** Drops the errors of hooks: they would pass for a service that is away, or for an action that failed. */
export function harmless(telemetry: Telemetry): Telemetry {
  const quiet = HOOKS.map((name) => [
    name,
    (told: never) => void (async () => telemetry[name]?.(told))().catch(() => undefined),
  ]);
  return Object.fromEntries(quiet);
}
