/**
 * The question about one tool call, and the answer in words that a model can act on. Without a verdict there is no
 * permission, unless the caller has named this action for that case.
 */

import type { Evaluation, EvaluationRequest, Remedy } from './api.ts';
import type { CallOptions } from './connection.ts';
import { ConnectionError, isUnavailable } from './failures.ts';
import { elapsedMs } from './platform.ts';
import type { Outcome, Reports } from './reports.ts';

export interface EvaluateOptions extends CallOptions {
  /** Default: a new one for each call, kept across its retries. */
  idempotencyKey?: string;
}

export interface ToolCall {
  /** The MCP server, or the group of tools; it distinguishes tools with the same name. */
  server?: string | undefined;
  name: string;
  /** As the model or the program gave them. They are judged as JSON. */
  arguments: unknown;
  description?: string | undefined;
  agentId?: string | undefined;
  userId?: string | undefined;
  sessionId?: string | undefined;
  mandateId?: string | undefined;
  /** The approval of a call that was escalated before. */
  approvalId?: string | undefined;
  /** More facts for the laws and your policies: risk_level, estimated_cost_usd… */
  context?: Record<string, unknown> | undefined;
  /** False keeps the tool's result from the service. Then it can't tell where later values came from. */
  reportResults?: boolean | undefined;
  /** The session where neither the call nor the client names one, or a mandate. Default: one for each client. */
  ownSessionId?: string | undefined;
}

/** The agent, where a call does not name it. */
export type CallDefaults = Pick<
  ToolCall,
  'agentId' | 'userId' | 'sessionId' | 'mandateId' | 'reportResults' | 'ownSessionId'
>;

/** A human changed the call before approving it. */
export interface CorrectedCall {
  /** A copy, in the form of the call's own arguments. */
  arguments: unknown;
  /** One sentence for the model. */
  note: string;
}

export interface Judgement {
  verdict: Evaluation['verdict'];
  /** The reason, and what may be done now. */
  message: string;
  /** Only the reason, for a human: the service's own words. */
  explanation: string;
  /** Absent where the service could not be asked. */
  evidenceId: string | undefined;
  /** The approval that a human must give. */
  approvalId: string | undefined;
  remedies: readonly Remedy[];
  /** Why it does not proceed, in one word. */
  heldFor: Evaluation['held_for'];
  /** True where the service could not be asked, and this action was named for that case. */
  unjudged: boolean;
  /** Set where you take corrections: run its arguments in place of those of the call. */
  correction?: CorrectedCall | undefined;
  /** Reports the outcome of the action. It never throws: a failed report goes to `telemetry.onReportFailed`. */
  report(outcome: Outcome): Promise<void>;
}

export interface Judge {
  evaluate: (request: EvaluationRequest, options?: EvaluateOptions) => Promise<Evaluation>;
  reports: Reports;
  defaults: CallDefaults;
  /** Whether an action may run without a verdict while the service is out of reach. */
  mayRunUnjudged: (action: string) => boolean;
}

/** @throws {AssizeError} where there is no verdict. */
export async function judgeToolCall(
  judge: Judge,
  call: ToolCall,
  options?: EvaluateOptions,
): Promise<Judgement> {
  const asked = { ...judge.defaults, ...definedOf(call) };
  const request = requestFor(asked, options);
  const session = sessionOf(request);
  await judge.reports.settled(session);
  const evaluation = await judge.evaluate(request, options).catch((error: unknown) => {
    if (isUnavailable(error) && judge.mayRunUnjudged(request.action)) return undefined;
    throw error;
  });
  if (evaluation === undefined) return unjudged(judge, request);
  const sinceMs = elapsedMs();
  const { verdict, evidence_id: evidenceId, approval_id: approvalId, remedies } = evaluation;
  return {
    verdict,
    message: messageOf(evaluation),
    explanation: evaluation.explanation,
    evidenceId,
    approvalId,
    remedies,
    heldFor: evaluation.held_for,
    unjudged: false,
    report: (outcome) =>
      judge.reports.send(request, {
        ...outcome,
        evaluationId: evidenceId,
        executedAt: nowAfter(evaluation.evaluated_at, sinceMs),
        session: asked.reportResults === false ? undefined : session,
      }),
  };
}

/** By the clock of the service, which accepts no outcome from its future. @returns undefined where it gave no time */
function nowAfter(evaluatedAt: string, sinceMs: number): string | undefined {
  const then = Date.parse(evaluatedAt);
  return Number.isNaN(then) ? undefined : new Date(then + elapsedMs() - sinceMs).toISOString();
}

const UNJUDGED = 'The service could not be asked; this action is allowed to run without a verdict.';

function unjudged(judge: Judge, request: EvaluationRequest): Judgement {
  return {
    verdict: 'proceed',
    message: UNJUDGED,
    explanation: UNJUDGED,
    evidenceId: undefined,
    approvalId: undefined,
    remedies: [],
    heldFor: undefined,
    unjudged: true,
    report: (outcome) => judge.reports.send(request, outcome),
  };
}

/** The name by which settings, policies and catalogues know the tool. */
export function actionOf({ server, name }: Pick<ToolCall, 'server' | 'name'>): string {
  return server === undefined ? name : `${server}.${name}`;
}

function requestFor(call: ToolCall, options: EvaluateOptions | undefined): EvaluationRequest {
  const { server, name, approvalId, description, agentId, userId, mandateId } = call;
  const sessionId = call.sessionId ?? ownSessionOf(call, options);
  return {
    action: actionOf(call),
    ...(description === undefined ? {} : { description }),
    ...(agentId === undefined ? {} : { agent_id: agentId }),
    ...(userId === undefined ? {} : { user_id: userId }),
    context: {
      ...call.context,
      arguments: argumentsOf(call.arguments),
      tool: server === undefined ? { name } : { server, name },
      ...(sessionId === undefined ? {} : { session_id: sessionId }),
      ...(mandateId === undefined ? {} : { mandate_id: mandateId }),
      ...(approvalId === undefined ? {} : { has_approval: true, approval_id: approvalId }),
    },
  };
}

/** A mandate is a session too, and the same key in another process has to ask the same question. */
function ownSessionOf(
  { ownSessionId, mandateId, context }: ToolCall,
  options: EvaluateOptions | undefined,
): string | undefined {
  const isNamed =
    mandateId !== undefined || context?.session_id !== undefined || context?.mandate_id !== undefined;
  return isNamed || options?.idempotencyKey !== undefined ? undefined : ownSessionId;
}

/** The service remembers results by it. */
function sessionOf({ context }: EvaluationRequest): string | undefined {
  const id: unknown = context?.session_id ?? context?.mandate_id;
  return typeof id === 'string' ? id : undefined;
}

/** The catalogue names places in an object, so any other value is wrapped in one. */
export function argumentsOf(given: unknown): object {
  if (given === undefined || given === null) return {};
  return typeof given === 'object' && !Array.isArray(given) ? given : { input: given };
}

function definedOf(call: ToolCall): ToolCall {
  return Object.fromEntries(
    Object.entries(call).filter(([, value]) => value !== undefined),
  ) as unknown as ToolCall;
}

function messageOf({ verdict, explanation, approval_id: approvalId, remedies }: Evaluation): string {
  if (verdict === 'proceed') return explanation;
  if (verdict === 'escalate') {
    return `${explanation} A human has to approve it first (approval ${approvalId}). Once it is approved, make exactly the same call again.`;
  }
  const changes = [...new Set(remedies.map(({ note }) => note))].join('; or: ');
  return `${explanation} It was not carried out: don't repeat the same call.${changes === '' ? '' : ` What would make it pass: ${changes}.`}`;
}

const VERDICTS: readonly unknown[] = ['proceed', 'escalate', 'block'];

/** A proxy between the client and the service may have answered. @throws {ConnectionError} */
export function verdictIn(answer: unknown): Evaluation {
  const { verdict, evidence_id: evidenceId, remedies } = (answer ?? {}) as Partial<Evaluation>;
  if (!VERDICTS.includes(verdict) || typeof evidenceId !== 'string' || !Array.isArray(remedies)) {
    throw new ConnectionError('The answer contains no verdict: is this Assize?');
  }
  return answer as Evaluation;
}
