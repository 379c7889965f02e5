/**
 * One call of a tool: judged with its exact arguments, forwarded only with a verdict that lets it proceed, and its
 * outcome reported. Without a verdict nothing is forwarded; a cancelled call is never forwarded later.
 */
import { ApprovalCorrected, isUnavailable, type Judgement, type ToolCall } from '@assize/client';
import type { Governance } from '../governance.ts';
import { wordsOf } from '../log.ts';
import {
  type Answer,
  errorAnswer,
  type Fields,
  INVALID_PARAMS,
  isModern,
  type Request,
  refusal,
} from '../message.ts';
import { approvalFor } from '../questions/approval.ts';
import type { Asking } from '../questions/asking.ts';
import { refusedWithout } from '../refusals.ts';
import { resultOf } from '../results.ts';
import { taskIn } from '../tasks.ts';
import { judged } from './judged.ts';
import { APPROVAL, type NamedCall, namedCall } from './named-call.ts';
import { seeTool, type ToolReading } from './read-tools.ts';
import { callKey, type Waiting } from './remembered-calls.ts';

export const EVIDENCE = 'dev.assize/evidence-id';

export interface GovernedCall extends Asking, ToolReading {
  request: Request;
  /** The session of the client; undefined for a request that stands alone. */
  sessionId: string | undefined;
  /** The headers of the client's own request, where it came by HTTP. */
  headers: Headers | undefined;
  /**
   * @param onAnswered called once, after the client has the answer; undefined where none will come
   * @param note what the client's model is told beside the answer
   */
  forward: (
    request: Request,
    onAnswered: (answer: Answer | undefined) => void,
    note: string | undefined,
  ) => void;
}

/** @returns the answer if the call is not carried out; undefined if the server answers, or no answer is wanted */
export async function governedCall(call: GovernedCall): Promise<Answer | undefined> {
  const { request, governance, signal } = call;
  const { id } = request;
  await governance.recalled();
  if (signal.aborted) return undefined;
  const named = namedCall(call);
  if (typeof named === 'string') return errorAnswer(id, INVALID_PARAMS, named);
  if (!governance.isAllowed(`${governance.server}.${named.tool}`)) {
    return refuse(call, 'This tool is not open to this agent. The call was not carried out.');
  }
  const unfinished = continues(request)
    ? governance.unfinished.take(continuedKey(named, request.params?.requestState))
    : undefined;
  if (unfinished !== undefined) return forward(call, named, unfinished);
  try {
    await seeTool(call, named.tool);
    const held = await governance.catalogue.heldBecause(named.tool);
    if (held !== undefined) return refuse(call, `${held} The call was not carried out.`);
    const permission = await permissionFor(call, named);
    return 'refused' in permission ? permission.refused : forward(call, named, permission);
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof ApprovalCorrected) return refuseCorrected(call, named, error);
    governance.log(
      `${governance.server}.${named.tool}: no verdict, so the call was refused: ${wordsOf(error)}`,
    );
    return refuse(call, refusedWithout(error));
  }
}

interface Refused {
  refused: Answer;
}

/** @returns a judgement that lets the call proceed. @throws without a verdict */
async function permissionFor(call: GovernedCall, named: NamedCall): Promise<Judgement | Refused> {
  const { governance } = call;
  const definition = governance.lists.definitionOf(named.tool);
  const asked = await askedOf(call, named);
  // An approval is for the mandate under which it was asked for, and each session has its own for its task.
  const key = named.task === undefined ? named.key : callKey(named, asked.mandateId);
  const given = named.approvalId ?? remembered(governance.waiting.get(key), definition);
  const first = await judged(call, asked, given);
  if (first.verdict === 'proceed') {
    governance.waiting.delete(key);
    return first;
  }
  const { approvalId } = first;
  if (first.verdict === 'block' || approvalId === undefined) {
    governance.waiting.delete(key);
    return { refused: refuse(call, first.message, first) };
  }
  governance.waiting.set(key, { approvalId, definition });
  const decided = await approvalFor(call, { ...first, approvalId }, named);
  if (decided === 'pending') return { refused: refuse(call, first.message, first) };
  if ('ask' in decided) return { refused: decided.ask };
  if ('refused' in decided) {
    governance.waiting.delete(key);
    return { refused: refuse(call, decided.refused, first) };
  }
  await seeTool(call, named.tool);
  if (hasChanged(definition, governance.lists.definitionOf(named.tool))) {
    governance.waiting.delete(key);
    const words =
      'The tool has changed since its approval was asked for, so the call was not carried out. Look at the list of tools again.';
    return { refused: refuse(call, words, first) };
  }
  const second = await judged(call, asked, approvalId, decided.approved);
  governance.waiting.delete(key);
  return second.verdict === 'proceed' ? second : { refused: refuse(call, second.message, second) };
}

/** The call as it is judged, with its session and its mandate. @throws {AssizeError} where its task needs one */
async function askedOf(
  { governance, sessionId: sessionOfClient }: GovernedCall,
  named: NamedCall,
): Promise<ToolCall> {
  const { agent, user, server, platform, reportResults } = governance;
  const sessionId = named.sessionId ?? sessionOfClient;
  const mandateId = named.mandateId ?? (await mandateOfTask(governance, named, sessionId));
  // A request without a session may come from any client: results of others are not for it.
  const ofThisCall = mandateId === undefined ? `mcp-${platform.newId()}` : undefined;
  return {
    server,
    name: named.tool,
    arguments: named.arguments,
    agentId: agent.name,
    userId: user,
    sessionId: sessionId ?? ofThisCall,
    mandateId,
    reportResults,
  };
}

/** @throws {AssizeError} */
async function mandateOfTask(
  { taskMandates, server, mayRunUnjudged }: Governance,
  { task, tool }: NamedCall,
  sessionId: string | undefined,
): Promise<string | undefined> {
  if (task === undefined) return undefined;
  return taskMandates.of(sessionId, task).catch((error: unknown) => {
    if (isUnavailable(error) && mayRunUnjudged(`${server}.${tool}`)) return undefined;
    throw error;
  });
}

/** The same call with the corrected arguments, and headers that fit them, goes on under the approval. */
function refuseCorrected(call: GovernedCall, { tool }: NamedCall, error: ApprovalCorrected): Answer {
  const { arguments: given, approvalId, message } = error;
  const definition = call.governance.lists.definitionOf(tool);
  call.governance.waiting.set(callKey({ tool, arguments: given }), { approvalId, definition });
  return refusal(call.request.id, message, { [APPROVAL]: approvalId }, isModern(call.request));
}

/** @returns undefined always: the server answers */
function forward(call: GovernedCall, named: NamedCall, judgement: Judgement): undefined {
  const { governance } = call;
  const { elapsedMs } = governance.platform;
  const began = elapsedMs();
  const { correction } = judgement;
  const request =
    correction === undefined ? named.request : withArguments(named.request, correction.arguments);
  const onAnswered = (answer: Answer | undefined) => {
    const durationMs = elapsedMs() - began;
    if (
      isModern(call.request) &&
      answer !== undefined &&
      'result' in answer &&
      answer.result.resultType === 'input_required'
    ) {
      // It is not over: the same call comes again, with the input that the server asked for.
      return governance.unfinished.set(continuedKey(named, answer.result.requestState), judgement);
    }
    const task = taskIn(answer);
    if (task !== undefined) return governance.tasks.set(task, { judgement, began });
    governance.report(judgement.report({ ...outcomeOf(answer), ...resultOf(answer), durationMs }));
  };
  call.forward(request, onAnswered, correction?.note);
  return undefined;
}

function withArguments(request: Request, given: unknown): Request {
  return { ...request, params: { ...request.params, arguments: given } } as Request;
}

function outcomeOf(answer: Answer | undefined): { outcome: 'success' | 'failure'; error?: string } {
  if (answer === undefined)
    return { outcome: 'failure', error: 'No answer came, or it was no longer waited for.' };
  if ('error' in answer) return { outcome: 'failure', error: `JSON-RPC error ${answer.error.code}` };
  return answer.result.isError === true
    ? { outcome: 'failure', error: 'The tool answered with an error.' }
    : { outcome: 'success' };
}

/** A call with neither a state nor an answer is a new one, even if the server has asked for more. */
function continues({ params }: Request): boolean {
  return params?.requestState !== undefined || params?.inputResponses !== undefined;
}

/** Identifies the answers that continue one call; an empty state counts as none. */
function continuedKey(named: NamedCall, state: unknown) {
  return callKey(named, state ?? null);
}

/** @returns undefined also where the tool has changed since the human was asked */
function remembered(waiting: Waiting | undefined, definition: string | undefined): string | undefined {
  return waiting === undefined || hasChanged(waiting.definition, definition) ? undefined : waiting.approvalId;
}

/** A tool that was not listed before has not changed. */
function hasChanged(before: string | undefined, definition: string | undefined): boolean {
  return before !== undefined && definition !== before;
}

function refuse({ request }: GovernedCall, text: string, judgement?: Judgement): Answer {
  const meta: Fields = {
    ...(judgement?.approvalId === undefined ? {} : { [APPROVAL]: judgement.approvalId }),
    ...(judgement?.evidenceId === undefined ? {} : { [EVIDENCE]: judgement.evidenceId }),
  };
  return refusal(request.id, text, meta, isModern(request));
}
