/**
 * Runs an action only with a verdict that lets it proceed, on exactly the arguments that were judged, and reports what
 * it led to. Guarded functions and the adapters of agent frameworks run their tools through here.
 */

import type { Approval, Remedy } from './api.ts';
import type { CallOptions } from './connection.ts';
import { AssizeError, PermissionError, TimeoutError } from './failures.ts';
import type { Judgement, ToolCall } from './judgement.ts';
import { elapsedMs } from './platform.ts';

/** The action was not carried out. The message says why, and is fit for the model. */
export class ActionRefused extends AssizeError {
  override name = 'ActionRefused';
  readonly evidenceId: string | undefined;

  constructor(message: string, evidenceId: string | undefined) {
    super(message);
    this.evidenceId = evidenceId;
  }
}

/** A human has to approve it first. Later, and from any process, the same call goes on with this approval's id. */
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
  /** What would make each law pass. */
  readonly remedies: readonly Remedy[];

  constructor(message: string, evidenceId: string | undefined, remedies: readonly Remedy[] = []) {
    super(message, evidenceId);
    this.remedies = remedies;
  }
}

export interface RunOptions<Result = unknown> extends Pick<CallOptions, 'signal'> {
  /** For how long to wait for a human, in milliseconds. Without it, an escalation throws at once. */
  waitMs?: number | undefined;
  /** Of this very call, made a moment ago; then it is not judged again. */
  judgement?: Judgement | undefined;
  /** Whether what the action returned means that it failed. */
  isFailure?: (result: Result) => boolean;
}

export type PermitOptions = Pick<RunOptions, 'signal' | 'waitMs' | 'judgement'>;

export interface Gate {
  judge: (call: ToolCall, options?: CallOptions) => Promise<Judgement>;
  waitForApproval: (id: string, options: { timeoutMs: number; signal?: AbortSignal }) => Promise<Approval>;
}

/** @throws {ApprovalRequired} @throws {ActionBlocked} @throws {AssizeError} without a verdict; else what `run` throws */
export async function runGoverned<Result>(
  gate: Gate,
  call: ToolCall,
  run: () => Result | Promise<Result>,
  options: RunOptions<Result> = {},
): Promise<Result> {
  const judged = JSON.stringify(call.arguments);
  const judgement = await permit(gate, call, options);
  if (JSON.stringify(call.arguments) !== judged) {
    const message = 'The arguments changed while they were judged, so the action was not carried out.';
    throw new ActionRefused(message, judgement.evidenceId);
  }
  options.signal?.throwIfAborted();
  const began = elapsedMs();
  try {
    const result = await run();
    const outcome = options.isFailure?.(result) === true ? 'failure' : 'success';
    await judgement.report({ outcome, durationMs: elapsedMs() - began });
    return result;
  } catch (error) {
    await judgement.report({ outcome: 'failure', durationMs: elapsedMs() - began, error });
    throw error;
  }
}

/** @returns a judgement that lets the action proceed. @throws as `runGoverned` does, before it runs */
export async function permit(gate: Gate, call: ToolCall, options: PermitOptions = {}): Promise<Judgement> {
  const first = options.judgement ?? (await gate.judge(call, options));
  if (first.verdict === 'proceed') return first;
  if (first.verdict === 'block') throw new ActionBlocked(first.message, first.evidenceId, first.remedies);
  // The service names one with each escalation; without it nothing could be resumed.
  const { approvalId } = first;
  if (approvalId === undefined) throw new ActionBlocked(first.message, first.evidenceId, first.remedies);
  if (!(await isApproved(gate, first, approvalId, options))) throw new ApprovalRequired(first, approvalId);
  const second = await gate.judge({ ...call, approvalId }, options);
  if (second.verdict === 'proceed') return second;
  throw new ActionBlocked(second.message, second.evidenceId, second.remedies);
}

/** @returns false where it is still open when the time is over, or this key can't see approvals. */
async function isApproved(
  gate: Gate,
  { evidenceId }: Judgement,
  approvalId: string,
  { waitMs = 0, signal }: PermitOptions,
): Promise<boolean> {
  if (waitMs <= 0) return false;
  try {
    const approval = await gate.waitForApproval(approvalId, {
      timeoutMs: waitMs,
      ...(signal === undefined ? {} : { signal }),
    });
    if (approval.status === 'approved') return true;
    throw new ActionBlocked(refusalOf(approval), evidenceId);
  } catch (error) {
    if (error instanceof TimeoutError || error instanceof PermissionError) return false;
    throw error;
  }
}

function refusalOf({ status, decisions }: Approval): string {
  const comment = decisions.at(-1)?.comment;
  const why = typeof comment === 'string' && comment !== '' ? `: ${comment}` : '.';
  return status === 'rejected'
    ? `A human rejected it${why}`
    : `The approval is ${status}, so it was not carried out.`;
}
