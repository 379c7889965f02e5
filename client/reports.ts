/**
 * Reports the outcomes of actions. A report never makes the action fail: while the service is out of reach it waits
 * in memory, and is sent with the next one that gets through.
 */

import type { EvaluationRequest, OutcomeReport } from './api.ts';
import type { Connection } from './connection.ts';
import { ConflictError, isUnavailable, RateLimitError } from './failures.ts';
import { timestamp } from './platform.ts';
import type { Telemetry } from './telemetry.ts';

export interface Outcome {
  outcome: 'success' | 'failure';
  durationMs?: number;
  /** The error of the action; its name and the beginning of its message are recorded. */
  error?: unknown;
  actualCostUsd?: number;
}

const MAX_WAITING = 1_000;
const MAX_ERROR_CHARACTERS = 500;

export class Reports {
  readonly #connection: Connection;
  readonly #telemetry: Telemetry;
  #waiting: OutcomeReport[] = [];

  constructor(connection: Connection, telemetry: Telemetry) {
    this.#connection = connection;
    this.#telemetry = telemetry;
  }

  async send(
    request: EvaluationRequest,
    evaluationId: string | undefined,
    outcome: Outcome,
    executedAt = timestamp(),
  ): Promise<void> {
    const isSent = await this.#post(reportOf(request, evaluationId, outcome, executedAt));
    if (isSent && this.#waiting.length > 0) await this.flush();
  }

  /** Sends waiting reports, up to the first that must wait again. @returns how many are still waiting. */
  async flush(): Promise<number> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!(await this.#post(next))) break;
    }
    this.#waiting.push(...waiting);
    return this.#waiting.length;
  }

  /** @returns false where it waits. */
  async #post(body: OutcomeReport): Promise<boolean> {
    const path = '/api/v1/evidence/outcomes';
    try {
      // Better twice than never: a waiting report is sent again in any case, and the service refuses a
      // second outcome.
      await this.#connection.json({ method: 'POST', path, body, repeatable: true });
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return true;
      if (!isUnavailable(error) && !(error instanceof RateLimitError)) {
        this.#failed(body, error);
        return true;
      }
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push(body);
      else this.#failed(body, error);
      return false;
    }
  }

  #failed({ action, evaluation_id: evaluationId }: OutcomeReport, error: unknown): void {
    this.#telemetry.onReportFailed?.({ action, evaluationId, error });
  }
}

function reportOf(
  { action, agent_id, user_id, context }: EvaluationRequest,
  evaluationId: string | undefined,
  { outcome, durationMs, error, actualCostUsd }: Outcome,
  executedAt: string,
): OutcomeReport {
  return {
    action,
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(user_id === undefined ? {} : { user_id }),
    ...(evaluationId === undefined ? {} : { evaluation_id: evaluationId }),
    ...(actualCostUsd === undefined ? {} : { actual_cost_usd: actualCostUsd }),
    outcome,
    executed_at: executedAt,
    context: {
      // The evidence of the evaluation has the other fields, if there is one.
      ...(evaluationId === undefined ? { ...context, skipped_evaluation: true } : {}),
      ...(durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }),
      ...(error === undefined ? {} : { error: wordsOf(error) }),
    },
  };
}

/** Anything can be thrown, and not every value can be printed, sent or stored. */
function wordsOf(error: unknown): string {
  try {
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return words
      .slice(0, MAX_ERROR_CHARACTERS)
      .replaceAll('\u0000', '')
      .replaceAll(/\p{Surrogate}/gu, '\ufffd');
  } catch {
    return 'An error that has no words.';
  }
}
