/** Actions that wait for a human: list them, wait for one, decide it. */

import type {
  Approval,
  ApprovalDecision,
  ApprovalGiven,
  ApprovalPage,
  BundleDecided,
  BundleDecision,
  CorrectionPreview,
  JudgedCorrection,
} from '../api.ts';
import type { CallOptions } from '../connection.ts';
import { ConnectionError, isUnavailable, RateLimitError, retryAfterIn, TimeoutError } from '../failures.ts';
import { elapsedMs, jittered, pause } from '../platform.ts';
import { part, Resource } from './resource.ts';

export interface WaitOptions {
  /** In milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Below the 30 seconds after which many proxies cut a silent connection. */
const POLL_SECONDS = 25;
const POLL_MARGIN_MS = 5_000;
/** A proxy may answer at once where the service would hold the request. */
const MIN_POLL_MS = 1_000;
const MAX_PAUSE_MS = 5_000;

/** Needs evidence:read to see them, evidence:write to decide. */
export class Approvals extends Resource {
  find(id: string, options?: CallOptions): Promise<Approval> {
    return this.get(pathOf(id), options);
  }

  /** One page, oldest first. */
  list(
    query: { status?: Approval['status']; agent_id?: string; limit?: number; cursor?: string } = {},
    options?: CallOptions,
  ): Promise<ApprovalPage> {
    return this.get('/api/v1/approvals', options, { ...query });
  }

  /**
   * Waits until a human has decided, even through cut connections and restarts of the service.
   * @throws {TimeoutError} where it is still pending after `timeoutMs`
   */
  async wait(id: string, { timeoutMs, signal }: WaitOptions): Promise<Approval> {
    const end = elapsedMs() + timeoutMs;
    for (let failures = 0; ; ) {
      const began = elapsedMs();
      const leftMs = end - began;
      let pauseMs: number;
      if (leftMs <= 0) throw new TimeoutError(`Approval ${id} is still pending after ${timeoutMs} ms.`);
      try {
        const approval = await this.#poll(id, leftMs, signal);
        if (approval.status !== 'pending') return approval;
        failures = 0;
        pauseMs = began + MIN_POLL_MS - elapsedMs();
      } catch (error) {
        if (!isUnavailable(error) && !(error instanceof RateLimitError)) throw error;
        failures += 1;
        pauseMs = pauseAfter(error, failures);
      }
      await pause(Math.max(0, Math.min(end - elapsedMs(), pauseMs)), signal);
    }
  }

  async #poll(id: string, leftMs: number, signal: AbortSignal | undefined): Promise<Approval> {
    const wait = Math.min(POLL_SECONDS, Math.ceil(leftMs / 1000));
    const approval = await this.connection.json<Approval | undefined>({
      method: 'GET',
      path: pathOf(id),
      query: { wait },
      timeoutMs: Math.min(leftMs, wait * 1000) + POLL_MARGIN_MS,
      repeatable: true,
      maxRetries: 0,
      ...(signal === undefined ? {} : { signal }),
    });
    if (typeof approval?.status !== 'string') {
      throw new ConnectionError('The answer contains no approval: is this Assize?');
    }
    return approval;
  }

  /**
   * With `for: 'task'`, the mandate is widened by what was beyond it in the action. With `arguments`, the action is
   * approved with these in place of its own, if the laws let them pass.
   * @throws {ConflictError} where the decision was different, or came too late, the mandate can't be widened, or a law
   * blocks the arguments. @throws {ValidationError} where they don't fit the tool
   */
  approve(id: string, note: ApprovalGiven = {}, options: CallOptions = {}): Promise<Approval> {
    return this.#decide(id, 'approve', note, options);
  }

  /** Returns what the laws say of corrected arguments; nothing is recorded. @throws {ValidationError} where they don't fit */
  tryCorrection(
    id: string,
    args: CorrectionPreview['arguments'],
    options: CallOptions = {},
  ): Promise<JudgedCorrection> {
    const body: CorrectionPreview = { arguments: args };
    const path = `${pathOf(id)}/correction`;
    return this.connection.json({ method: 'POST', path, body, repeatable: true, ...options });
  }

  /** @throws {ConflictError} where the decision was different, or came too late */
  reject(id: string, note: ApprovalDecision = {}, options: CallOptions = {}): Promise<Approval> {
    return this.#decide(id, 'reject', note, options);
  }

  /** Decides up to 50 approvals of one bundle: calls that differ only in their targets. Each has its own outcome. */
  decideTogether(decision: BundleDecision, options: CallOptions = {}): Promise<BundleDecided> {
    const path = '/api/v1/approvals/decide';
    return this.connection.json({ method: 'POST', path, body: decision, repeatable: true, ...options });
  }

  #decide(
    id: string,
    verb: 'approve' | 'reject',
    body: ApprovalGiven,
    options: CallOptions,
  ): Promise<Approval> {
    const path = `${pathOf(id)}/${verb}`;
    // Repeating the same decision by the same party changes nothing.
    return this.connection.json({ method: 'POST', path, body, repeatable: true, ...options });
  }
}

function pauseAfter(error: unknown, failures: number): number {
  return Math.max((retryAfterIn(error) ?? 0) * 1000, Math.min(MAX_PAUSE_MS, jittered(500 * 2 ** failures)));
}

function pathOf(id: string): string {
  return `/api/v1/approvals/${part(id)}`;
}
