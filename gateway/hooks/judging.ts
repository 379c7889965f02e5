/**
 * Handles an event: judges a call that is about to be made, and reports the outcome of one that was made. Without a
 * verdict the call is denied.
 */
import {
  ApprovalCorrected,
  type Assize,
  actionOf,
  ConflictError,
  ConnectionError,
  type Judgement,
  type OutcomeReport,
  RateLimitError,
  readResult,
  ServerError,
  TimeoutError,
  type ToolCall,
  ValidationError,
} from '@assize/client';
import type { HookConfiguration } from './configuration.ts';
import { cutArguments } from './cut.ts';
import type { AfterCall, BeforeCall, Decision, Ended, HookedCall } from './event.ts';
import { keyOf, type State } from './state.ts';
import { clean, forHuman, refusedWithout, said } from './words.ts';
import { placeOf } from './workspace.ts';

export interface Judging {
  agent: string;
  assize: Assize;
  state: State;
  configuration: HookConfiguration;
  /** ISO 8601. */
  now: string;
  signal: AbortSignal;
}

/** It never throws. */
export async function decide(judging: Judging, event: BeforeCall): Promise<Decision> {
  try {
    return await decided(judging, event);
  } catch (error) {
    if (error instanceof ApprovalCorrected) return corrected(judging, event, error);
    const why = refusedWithout(error);
    return { kind: 'deny', reason: said(why), forHuman: forHuman(event.call, why) };
  }
}

/** @throws {AssizeError} without a verdict */
async function decided(judging: Judging, event: BeforeCall): Promise<Decision> {
  const { state } = judging;
  const { call } = event;
  const key = waitingKey(judging, call);
  const { isUnread } = cutOf(judging, call);
  const { judgement, isApproved } = await judged(judging, event, key);
  const { verdict, approvalId, message, explanation, correction } = judgement;
  if (verdict === 'proceed') {
    state.forgetApproval(key);
    // The service knows of nothing that reads this text, and no human has seen it.
    if (isUnread && !isApproved) return held(judging, event, judgement, TOO_LONG, TOO_LONG);
    remember(judging, call, judgement, false);
    if (correction === undefined) return { kind: 'proceed' };
    const { note } = correction;
    const words = { reason: said(note), forHuman: forHuman(call, note) };
    return { kind: 'correct', arguments: correction.arguments, ...words };
  }
  if (verdict === 'block' || approvalId === undefined) {
    state.forgetApproval(key);
    return { kind: 'deny', reason: said(message), forHuman: forHuman(call, explanation) };
  }
  state.rememberApproval(key, approvalId);
  return held(judging, event, judgement, message, `${explanation} Approval ${approvalId} waits in Assize.`);
}

/** The agent can't be given other arguments: its model makes the call again with them. */
function corrected(
  judging: Judging,
  { call }: BeforeCall,
  { arguments: given, approvalId, message }: ApprovalCorrected,
): Decision {
  judging.state.rememberApproval(waitingKey(judging, { ...call, arguments: given }), approvalId);
  const why = `A human has approved it with changes (${approvalId}).`;
  return { kind: 'deny', reason: said(message), forHuman: forHuman(call, why) };
}

const TOO_LONG =
  'The text is too long to be judged in full, and no catalogue says what it is. Do it in smaller parts.';

/** The human in front of the agent decides, if they are asked; otherwise the call is denied. */
function held(
  judging: Judging,
  { call, asks }: BeforeCall,
  judgement: Judgement,
  forModel: string,
  why: string,
): Decision {
  const { escalate } = judging.configuration;
  const mayAsk = asks === 'always' || (asks === 'perhaps' && escalate === 'ask');
  const words = { reason: said(forModel), forHuman: forHuman(call, why) };
  if (!mayAsk || escalate === 'deny') return { kind: 'deny', ...words };
  remember(judging, call, judgement, true);
  return {
    kind: 'ask',
    ...words,
    forHuman: forHuman(call, `${why} Your answer decides about this one call.`),
  };
}

/** An escalated call waits for as long as the setting says, and is judged again once it is approved. */
async function judged(
  judging: Judging,
  { call, takesCorrection }: BeforeCall,
  key: string,
): Promise<{ judgement: Judgement; isApproved: boolean }> {
  const { assize, state, configuration, signal } = judging;
  const known = state.approvalFor(key);
  const how = { signal, takesCorrection };
  const judgement = await assize.resume(toolCall(judging, call, known), how);
  const first = { judgement, isApproved: known !== undefined };
  const { verdict, approvalId } = judgement;
  if (verdict !== 'escalate' || approvalId === undefined || configuration.waitMs === 0) return first;
  const timeoutMs = configuration.waitMs;
  const approval = await assize.approvals.wait(approvalId, { timeoutMs, signal }).catch(() => undefined);
  if (approval?.status === undefined || approval.status === 'pending') return first;
  const second = await assize.resume(toolCall(judging, call, approvalId), { ...how, approval });
  return { judgement: second, isApproved: true };
}

function cutOf({ configuration }: Judging, call: HookedCall) {
  return cutArguments(call, placeOf(call.cwd, configuration.workspaces).workspace);
}

function toolCall(judging: Judging, call: HookedCall, approvalId?: string): ToolCall {
  const { agent, configuration } = judging;
  const place = placeOf(call.cwd, configuration.workspaces);
  const { arguments: given, cuts } = cutOf(judging, call);
  return {
    server: call.server,
    name: call.name,
    arguments: given,
    agentId: configuration.agentId ?? agent,
    mandateId: mandateOf(judging, call),
    sessionId: call.session,
    approvalId,
    // An approval covers these fields, so they stay the same when the same call is made again.
    context: { hook: { agent, tool: call.agentTool, ...place, ...(cuts.length === 0 ? {} : { cut: cuts }) } },
  };
}

const mandateOf = (judging: Judging, { session }: HookedCall) =>
  judging.configuration.mandateId ?? promptedMandate(judging, session);

/** @returns the mandate of the session's last prompt that asked for something */
export function promptedMandate({ agent, state, configuration }: Judging, session: string | undefined) {
  if (configuration.plan === false || session === undefined) return undefined;
  return state.mandateFor(keyOf(agent, session));
}

function remember(judging: Judging, call: HookedCall, { evidenceId }: Judgement, asked: boolean): void {
  if (evidenceId === undefined) return;
  const { agent, configuration, state } = judging;
  const agentId = configuration.agentId ?? agent;
  state.rememberEvaluation(callKey(judging, call), {
    evaluationId: evidenceId,
    action: actionOf(nameOf(call)),
    agentId,
    asked,
  });
}

const nameOf = ({ server, name }: HookedCall) => (server === undefined ? { name } : { server, name });

/**
 * Reports the outcome of a call that this program let through, and outcomes that could not be reported before.
 * @throws {AssizeError}
 */
export async function report(judging: Judging, { call, ended }: AfterCall): Promise<void> {
  const { state, agent, now } = judging;
  const remembered =
    state.takeEvaluation(callKey(judging, call)) ??
    state.takeEvaluation(callKey(judging, { ...call, id: undefined }));
  if (remembered === undefined) return;
  const { evaluationId, action, agentId, asked } = remembered;
  const { outcome, durationMs, error } = ended;
  const context = {
    ...(durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }),
    ...(error === undefined ? {} : { error: clean(error) }),
    ...(asked ? { approved_in: agent } : {}),
  };
  const body = { evaluation_id: evaluationId, action, agent_id: agentId, outcome, executed_at: now, context };
  await send(judging, { ...body, ...resultOf(judging, ended) });
  for (let sent = 0; sent < MAX_KEPT_SENT; sent += 1) {
    const kept = state.takeReport();
    if (kept === undefined) return;
    await send(judging, kept);
  }
}

/** Short, so that the agent does not wait. */
const MAX_KEPT_SENT = 5;

interface Report extends OutcomeReport {
  result?: unknown;
  result_incomplete?: boolean;
}

function resultOf(
  { configuration }: Judging,
  { result: given }: Ended,
): Pick<Report, 'result' | 'result_incomplete'> {
  if (given === undefined || !configuration.reportResults) return {};
  const { result, incomplete } = readResult(given);
  return incomplete ? { result, result_incomplete: true } : { result };
}

async function send(judging: Judging, report: Report): Promise<void> {
  const { assize, state, signal } = judging;
  const { result, result_incomplete, ...outcome } = report;
  try {
    await assize.reportOutcome(report, { signal });
  } catch (error) {
    // An earlier attempt recorded it, but its answer was lost.
    if (error instanceof ConflictError) return;
    // An older service takes no results.
    if (error instanceof ValidationError && 'result' in report) return send(judging, outcome);
    // No text of a result is kept on this machine.
    if (isAway(error)) state.keepReport(outcome);
    throw error;
  }
}

function isAway(error: unknown): boolean {
  return [ConnectionError, TimeoutError, ServerError, RateLimitError].some((each) => error instanceof each);
}

/** Identifies this one call, in this session. */
function callKey({ agent }: Judging, { session, id, server, name, arguments: given }: HookedCall): string {
  return id === undefined ? keyOf(agent, session, server, name, given) : keyOf(agent, session, id);
}

/**
 * Identifies every call like it, so that another session finds the approval too, unless it is for the task of a
 * prompt: an approval is for the mandate under which it was asked for.
 */
function waitingKey(judging: Judging, call: HookedCall): string {
  const { server, name, arguments: given, cwd, agentTool, session } = call;
  const task = promptedMandate(judging, session);
  const more = task === undefined ? [] : [task];
  return keyOf(judging.agent, agentTool, server, name, given, cwd, ...more);
}
