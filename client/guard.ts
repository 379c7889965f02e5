/**
 * Runs an action only with a verdict that lets it proceed, on exactly the arguments that were judged, and reports the
 * outcome. Guarded functions and the adapters of agent frameworks run their tools through here.
 */

import type { Approval, Remedy } from './api.ts';
import type { CallOptions } from './connection.ts';
import { AssizeError, PermissionError, TimeoutError } from './failures.ts';
import type { Judgement, ToolCall } from './judgement.ts';
import { elapsedMs } from './platform.ts';

/** The action was not carried out. The message says why, in words for the model. */
export class ActionRefused extends AssizeError {
  override name = 'ActionRefused';
  readonly evidenceId: string | undefined;

  constructor(message: string, evidenceId: string | undefined) {
    super(message);
    this.evidenceId = evidenceId;
  }
}

/** A human must approve it first. Later, from any process, the same call continues with this approval's id. */
export class ApprovalRequired extends ActionRefused {
  override name = 'ApprovalRequired';
  readonly approvalId: string;

  constructor({ message, evidenceId }: Pick<Judgement, 'message' | 'evidenceId'>, approvalId: string) {
    super(message, evidenceId);
    this.approvalId = approvalId;
  }
}

/** A law forbids it, or a human rejected it. */
export class ActionBlocked extends ActionRefused {
  override name = 'ActionBlocked';
  /** The changes that would make each law pass. */
  readonly remedies: readonly Remedy[];

  constructor(message: string, evidenceId: string | undefined, remedies: readonly Remedy[] = []) {
    super(message, evidenceId);
    this.remedies = remedies;
  }
}

export interface RunOptions<Result = unknown> extends Pick<CallOptions, 'signal'> {
  /** How long to wait for a human, in milliseconds. Without it, an escalation throws at once. */
  waitMs?: number | undefined;
  /** A judgement of this very call, made a moment ago; then it is not judged again. */
  judgement?: Judgement | undefined;
  /** Whether the returned value means that the action failed. */
  isFailure?: (result: Result) => boolean;
  /** The part of the returned value that the model sees. Default: all of it. */
  seen?: ((result: Result) => unknown) | undefined;
}

export type PermitOptions = Pick<RunOptions, 'signal' | 'waitMs' | 'judgement'>;

export interface Gate {
  judge: (call: ToolCall, options?: CallOptions) => Promise<Judgement>;
  waitForApproval: (id: string, options: { timeoutMs: number; signal?: AbortSignal }) => Promise<Approval>;
}

/**
 * @throws {ApprovalRequired} @throws {ActionBlocked} @throws {AssizeError} without a verdict; else any error of `run`
 */
export async function runGoverned<Result>(
  gate: Gate,
  call: ToolCall,
  run: () => Result | Promise<Result>,
  options: RunOptions<Result> = {},
): Promise<Result> {
  const judged = shownOf(call.arguments);
  const judgement = await permit(gate, call, options);
  if (shownOf(call.arguments) !== judged) {
    const message = 'The arguments changed while they were judged, so the action was not carried out.';
    throw new ActionRefused(message, judgement.evidenceId);
  }
  options.signal?.throwIfAborted();
  const began = elapsedMs();
  try {
    const result = await run();
    const outcome = options.isFailure?.(result) === true ? 'failure' : 'success';
    const seen = options.seen === undefined ? result : options.seen(result);
    await judgement.report({ outcome, durationMs: elapsedMs() - began, result: seen });
    return result;
  } catch (error) {
    await judgement.report({ outcome: 'failure', durationMs: elapsedMs() - began, error });
    throw error;
  }
}

/** @returns a judgement that lets the action proceed. @throws as `runGoverned` does, before it runs */
export async function permit(gate: Gate, call: ToolCall, options: PermitOptions = {}): Promise<Judgement> {
  shownOf(call.arguments);
  const first = options.judgement ?? (await gate.judge(call, options));
  if (first.verdict === 'proceed') return first;
  if (!(await isApproved(gate, first, options))) throw refusalFor(first);
  const second = await gate.judge({ ...call, approvalId: first.approvalId }, options);
  if (second.verdict === 'proceed') return second;
  throw refusalFor(second);
}

/** The service names an approval with each escalation; without one nothing could be resumed. */
function refusalFor(judgement: Judgement): ActionRefused {
  const { verdict, approvalId, message, evidenceId, remedies } = judgement;
  return verdict === 'escalate' && approvalId !== undefined
    ? new ApprovalRequired(judgement, approvalId)
    : new ActionBlocked(message, evidenceId, remedies);
}

/**
 * Serialises the arguments as the laws, a human and the binding of an approval see them.
 * @throws {ActionRefused} where that loses something: an approval of one `Map` would match every other one.
 */
function shownOf(args: unknown): string | undefined {
  try {
    return JSON.stringify(args, (_, value: unknown) => {
      if (isHidden(value)) throw new TypeError(`JSON shows nothing of ${String(value)}`);
      return value;
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : "they can't be written as JSON";
    throw new ActionRefused(
      `The arguments can't be judged, so the action was not carried out: ${why}.`,
      undefined,
    );
  }
}

function isHidden(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return !isPlain && Object.keys(value).length === 0;
}

/**
 * @returns false where no human can approve it, the wait ends before a decision, or this key can't see approvals
 * @throws {ActionBlocked} where it was rejected or has expired
 */
async function isApproved(
  gate: Gate,
  { verdict, approvalId, evidenceId }: Judgement,
  { waitMs = 0, signal }: PermitOptions,
): Promise<boolean> {
  if (verdict !== 'escalate' || approvalId === undefined || waitMs <= 0) return false;
  try {
    const approval = await gate.waitForApproval(approvalId, {
      timeoutMs: waitMs,
      ...(signal === undefined ? {} : { signal }),
    });
    if (approval.status === 'approved') return true;
    throw new ActionBlocked(wordsFor(approval), evidenceId);
  } catch (error) {
    if (error instanceof TimeoutError || error instanceof PermissionError) return false;
    throw error;
  }
}

function wordsFor({ status, decisions }: Approval): string {
  const comment = decisions.at(-1)?.comment;
  const why = typeof comment === 'string' && comment !== '' ? `: ${comment}` : '.';
  return status === 'rejected'
    ? `A human rejected it${why}`
    : `The approval is ${status}, so it was not carried out.`;
}
