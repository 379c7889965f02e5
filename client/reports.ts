/**
 * Reports the outcomes of actions. A report never makes the action fail: while the service is out of reach it waits
 * in memory, and is sent with the next one that gets through.
 */

import type { EvaluationRequest, OutcomeReport } from './api.ts';
import type { Connection } from './connection.ts';
import { ConflictError, isUnavailable, RateLimitError, ValidationError } from './failures.ts';
import { timestamp, within } from './platform.ts';
import { readResult } from './resources/results.ts';
import type { Telemetry } from './telemetry.ts';

export interface Outcome {
  outcome: 'success' | 'failure';
  durationMs?: number;
  /** The error of the action; its name and the beginning of its message are recorded. */
  error?: unknown;
  actualCostUsd?: number;
  /** The tool's result, whole. Where it has no result, `null`. A copy of at most 256 KB is sent. */
  result?: unknown;
}

/** The outcome of an action that was judged. */
interface Reported extends Outcome {
  evaluationId?: string;
  /** By the clock of the service. */
  executedAt?: string | undefined;
  /** The session that the result belongs to; without one it stays here. */
  session?: string | undefined;
}

/** In the form of the API's `OutcomeReport`. */
interface Report extends OutcomeReport {
  result?: unknown;
  result_incomplete?: boolean;
}

const MAX_WAITING = 1_000;
/** The others wait without it: results are large. */
const MAX_WAITING_RESULTS = 20;
const MAX_WAIT_FOR_RESULTS_MS = 500;
const MAX_ERROR_CHARACTERS = 500;

export class Reports {
  readonly #connection: Connection;
  readonly #telemetry: Telemetry;
  #waiting: Report[] = [];
  /** Results under way, by their sessions. */
  readonly #underWay = new Map<string, Set<Promise<void>>>();

  constructor(connection: Connection, telemetry: Telemetry) {
    this.#connection = connection;
    this.#telemetry = telemetry;
  }

  /** Never throws. */
  async send(request: EvaluationRequest, reported: Reported): Promise<void> {
    const report = reportOf(request, reported);
    if (!('result' in report) || reported.session === undefined) return this.#send(report);
    const sending = this.#send(report);
    const ofSession = this.#underWay.get(reported.session) ?? new Set();
    this.#underWay.set(reported.session, ofSession.add(sending));
    await sending;
    ofSession.delete(sending);
    if (ofSession.size === 0) this.#underWay.delete(reported.session);
  }

  /** Waits half a second at most until the service has the results of this session that are under way. */
  async settled(session: string | undefined): Promise<void> {
    const ofSession = session === undefined ? undefined : this.#underWay.get(session);
    if (ofSession !== undefined) await within(MAX_WAIT_FOR_RESULTS_MS, Promise.all(ofSession));
  }

  async #send(report: Report): Promise<void> {
    const isSent = await this.#post(report);
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
  async #post(body: Report): Promise<boolean> {
    const path = '/api/v1/evidence/outcomes';
    try {
      // Better twice than never: a waiting report is sent again in any case, and the service refuses a
      // second outcome.
      await this.#connection.json({ method: 'POST', path, body, repeatable: true });
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return true;
      // An older service takes no results, and any has its limits: the outcome must not be lost with the result.
      if (error instanceof ValidationError && 'result' in body) return this.#post(withoutResult(body));
      if (!isUnavailable(error) && !(error instanceof RateLimitError)) {
        this.#failed(body, error);
        return true;
      }
      const { length } = this.#waiting;
      if (length < MAX_WAITING) this.#waiting.push(length < MAX_WAITING_RESULTS ? body : withoutResult(body));
      else this.#failed(body, error);
      return false;
    }
  }

  #failed({ action, evaluation_id: evaluationId }: OutcomeReport, error: unknown): void {
    this.#telemetry.onReportFailed?.({ action, evaluationId, error });
  }
}

function reportOf({ action, agent_id, user_id, context }: EvaluationRequest, reported: Reported): Report {
  const { outcome, durationMs, error, actualCostUsd, evaluationId, executedAt = timestamp() } = reported;
  return {
    action,
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(user_id === undefined ? {} : { user_id }),
    ...(evaluationId === undefined ? {} : { evaluation_id: evaluationId }),
    ...(actualCostUsd === undefined ? {} : { actual_cost_usd: actualCostUsd }),
    ...resultIn(reported),
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

function resultIn(reported: Reported): Pick<Report, 'result' | 'result_incomplete'> {
  if (!('result' in reported) || reported.session === undefined) return {};
  const { result, incomplete } = readResult(reported.result);
  return incomplete ? { result, result_incomplete: true } : { result };
}

function withoutResult({ result: _, result_incomplete: __, ...report }: Report): Report {
  return report;
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
