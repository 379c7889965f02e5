/**
 * Runs an action only with a verdict that lets it proceed, on exactly the arguments that were judged, and reports the
 * outcome. Guarded functions and the adapters of agent frameworks run their tools through here.
 */

import type { Approval } from '../api.ts';
import type { CallOptions } from '../connection.ts';
import { ConnectionError, isUnavailable, NotFoundError, PermissionError, TimeoutError } from '../failures.ts';
import type { EvaluateOptions, Judgement, ToolCall } from '../judgement.ts';
import { elapsedMs } from '../platform.ts';
import { correctionFor, refusalBy } from './corrections.ts';
import { ActionBlocked, ActionRefused, ApprovalCorrected, ApprovalRequired } from './refused.ts';

export interface RunOptions<Result = unknown> extends Pick<CallOptions, 'signal'> {
  /** How long to wait for a human, in milliseconds. Without it, an escalation throws at once. */
  waitMs?: number | undefined;
  /** A judgement of this very call, made a moment ago; then it is not judged again. */
  judgement?: Judgement | undefined;
  /** Whether the returned value means that the action failed. */
  isFailure?: (result: Result) => boolean;
  /** The part of the returned value that the model sees. Default: all of it. */
  seen?: ((result: Result) => unknown) | undefined;
  /** Adds to the returned value what a human changed in the call, for the model. */
  told?: ((result: Result, note: string) => Result) | undefined;
}

interface TakesCorrection {
  /** Whether you run what a human corrected (`correction` of the judgement). Without it, ApprovalCorrected is thrown. */
  takesCorrection?: boolean | undefined;
}

export type PermitOptions = Pick<RunOptions, 'signal' | 'waitMs' | 'judgement'> & TakesCorrection;

export interface ResumeOptions extends EvaluateOptions, TakesCorrection {
  /** As `approvals.wait` gave it. Default: it is read. */
  approval?: Approval | undefined;
}

export interface GuardOptions<Args = unknown, Result = unknown>
  extends Pick<RunOptions<Result>, 'told'>,
    Omit<ToolCall, 'name' | 'arguments' | 'approvalId' | 'context'> {
  /** How long to wait for a human, in milliseconds. Without it, an escalation throws at once. */
  waitMs?: number;
  /** More facts for the laws: the risk, the cost… */
  context?: Record<string, unknown> | ((args: Args) => Record<string, unknown>);
}

export interface GuardedCallOptions {
  /** The approval of an earlier escalation, under which this call continues. */
  approvalId?: string;
  signal?: AbortSignal;
}

export interface Gate {
  judge: (call: ToolCall, options?: EvaluateOptions) => Promise<Judgement>;
  findApproval: (id: string, options?: CallOptions) => Promise<Approval>;
  waitForApproval: (id: string, options: { timeoutMs: number; signal?: AbortSignal }) => Promise<Approval>;
}

/**
 * @param run gets the arguments that were judged. One without a parameter can't get those that a human corrected.
 * @throws {ApprovalRequired} @throws {ActionBlocked} @throws {AssizeError} without a verdict; else any error of `run`
 */
export async function runGoverned<Result>(
  gate: Gate,
  call: ToolCall,
  run: (args: unknown) => Result | Promise<Result>,
  options: RunOptions<Result> = {},
): Promise<Result> {
  const judged = shownOf(call.arguments);
  const judgement = await permit(gate, call, { ...options, takesCorrection: run.length > 0 });
  if (shownOf(call.arguments) !== judged) {
    const message = 'The arguments changed while they were judged, so the action was not carried out.';
    throw new ActionRefused(message, judgement.evidenceId);
  }
  options.signal?.throwIfAborted();
  const { correction } = judgement;
  const began = elapsedMs();
  try {
    const result = await run(correction === undefined ? call.arguments : correction.arguments);
    const outcome = options.isFailure?.(result) === true ? 'failure' : 'success';
    const seen = options.seen === undefined ? result : options.seen(result);
    await judgement.report({ outcome, durationMs: elapsedMs() - began, result: seen });
    return correction === undefined || options.told === undefined
      ? result
      : options.told(result, correction.note);
  } catch (error) {
    await judgement.report({ outcome: 'failure', durationMs: elapsedMs() - began, error });
    throw error;
  }
}

/** @returns a judgement that lets the action proceed. @throws as `runGoverned` does, before it runs */
export async function permit(gate: Gate, call: ToolCall, options: PermitOptions = {}): Promise<Judgement> {
  shownOf(call.arguments);
  const first = options.judgement ?? (await resume(gate, call, options));
  if (first.verdict === 'proceed') return taken(first, call, options);
  const approval = await approvalOf(gate, first, options);
  if (approval === undefined) throw refusalFor(first);
  const second = await resume(gate, { ...call, approvalId: first.approvalId }, { ...options, approval });
  if (second.verdict === 'proceed') return second;
  throw refusalFor(second);
}

/** A judgement that was handed in may be of other arguments than the caller is about to run. */
function taken(
  judgement: Judgement,
  { approvalId = '' }: ToolCall,
  { takesCorrection }: PermitOptions,
): Judgement {
  const { correction } = judgement;
  if (correction === undefined || takesCorrection === true) return judgement;
  throw new ApprovalCorrected(correction, approvalId);
}

/**
 * Judges a call again under the approval that it names, with the arguments that a human corrected if they did. A call
 * without an approval is only judged.
 * @throws {ApprovalCorrected} unless you take corrections; {AssizeError} without a verdict
 */
export async function resume(
  gate: Gate,
  call: ToolCall,
  { approval: known, takesCorrection = false, ...options }: ResumeOptions = {},
): Promise<Judgement> {
  const { approvalId } = call;
  if (approvalId === undefined) return gate.judge(call, options);
  const { approval = undefined, failure = undefined } =
    known === undefined ? await lookedUp(gate, approvalId, options) : { approval: known };
  const correction = approval && correctionFor(approval, call);
  if (correction !== undefined && !takesCorrection) throw new ApprovalCorrected(correction, approvalId);
  const judgement = await gate.judge(
    correction === undefined ? call : { ...call, arguments: correction.arguments },
    options,
  );
  if (judgement.verdict !== 'block') return { ...judgement, correction };
  // It may be blocked only because the correction is not known.
  if (failure !== undefined) throw failure;
  return approval?.status === 'rejected' ? { ...judgement, message: refusalBy(approval) } : judgement;
}

/** A key that can't see approvals still asks: the service blocks a call that was corrected. */
async function lookedUp(
  gate: Gate,
  approvalId: string,
  { signal }: CallOptions,
): Promise<{ approval?: Approval; failure?: unknown }> {
  try {
    const approval = await gate.findApproval(approvalId, signal === undefined ? {} : { signal });
    if (typeof approval?.status === 'string') return { approval };
    return { failure: new ConnectionError('The answer contains no approval: is this Assize?') };
  } catch (failure) {
    if (failure instanceof PermissionError || failure instanceof NotFoundError) return {};
    if (isUnavailable(failure)) return { failure };
    throw failure;
  }
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
 * @returns undefined where no human can approve it, the wait ends before a decision, or this key can't see approvals
 * @throws {ActionBlocked} where it was rejected or has expired
 */
async function approvalOf(
  gate: Gate,
  { verdict, approvalId, evidenceId }: Judgement,
  { waitMs = 0, signal }: PermitOptions,
): Promise<Approval | undefined> {
  if (verdict !== 'escalate' || approvalId === undefined || waitMs <= 0) return undefined;
  try {
    const approval = await gate.waitForApproval(approvalId, {
      timeoutMs: waitMs,
      ...(signal === undefined ? {} : { signal }),
    });
    if (approval.status === 'approved') return approval;
    throw new ActionBlocked(refusalBy(approval), evidenceId);
  } catch (error) {
    if (error instanceof TimeoutError || error instanceof PermissionError) return undefined;
    throw error;
  }
}
