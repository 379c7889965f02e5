/**
 * Asks the human in front of the client, with the elicitation of MCP. The client gives their answer, and an agent may
 * control a client. So the answer counts only if the settings say so, and only for the approval of this very call.
 * Before 2026-07-28 this is a request to the client; since then, an answer that asks for more.
 */
import type { Approval } from '@assize/client';
import { redactorOf, wordsOf } from '../log.ts';
import { type Answer, type Fields, isFields, isModern, metaOf } from '../message.ts';
import type { Asking, Escalated } from './asking.ts';

const QUESTION = 'assize-approval';
const STATE = 'assize-approval:';
const MAX_SHOWN_CHARACTERS = 1_500;

export function canElicit({ request, clientCapabilities }: Asking): boolean {
  const capabilities = isModern(request)
    ? metaOf(request)['io.modelcontextprotocol/clientCapabilities']
    : clientCapabilities;
  const elicitation = isFields(capabilities) ? capabilities.elicitation : undefined;
  if (!isFields(elicitation)) return false;
  // The default mode is the form.
  return Object.keys(elicitation).length === 0 || 'form' in elicitation || !('url' in elicitation);
}

interface CallShown {
  tool: string;
  arguments: unknown;
}

/** @returns the approval once the human has decided; never resolves if they don't */
export async function questionFor(
  asking: Asking,
  { message, approvalId }: Escalated,
  call: CallShown,
  signal: AbortSignal,
): Promise<Approval> {
  const answer = await asking.ask('elicitation/create', paramsOf(asking, message, call), signal);
  const decided = 'result' in answer ? await decide(asking, approvalId, answer.result) : undefined;
  return decided ?? new Promise<Approval>(() => {});
}

/** @returns the answer that asks the client; the same call comes again with its state */
export function askedInClient(asking: Asking, { message, approvalId }: Escalated, call: CallShown): Answer {
  const result = {
    resultType: 'input_required',
    inputRequests: { [QUESTION]: { method: 'elicitation/create', params: paramsOf(asking, message, call) } },
    requestState: `${STATE}${approvalId}`,
  };
  return { jsonrpc: '2.0', id: asking.request.id, result };
}

/** @returns undefined where the human gave no answer, or it does not count */
export async function answeredInClient(asking: Asking, approvalId: string): Promise<Approval | undefined> {
  const { requestState, inputResponses } = asking.request.params ?? {};
  if (requestState !== `${STATE}${approvalId}` || !isFields(inputResponses)) return undefined;
  const response = inputResponses[QUESTION];
  return isFields(response) ? decide(asking, approvalId, response) : undefined;
}

/** True for a state that the gateway issued: the server never sees it. */
export function isOwnState(state: unknown): boolean {
  return typeof state === 'string' && state.startsWith(STATE);
}

/** @returns undefined where the human closed the question without an answer, or the key may not decide */
async function decide(
  { governance }: Asking,
  approvalId: string,
  { action, content }: Fields,
): Promise<Approval | undefined> {
  const written = isFields(content) && typeof content.comment === 'string' ? content.comment : '';
  const comment = `Answered in the MCP client of ${governance.agent.name}. ${written}`.trim().slice(0, 1_000);
  const { approvals } = governance.assize;
  try {
    if (action === 'accept') return await approvals.approve(approvalId, { comment });
    if (action === 'decline') return await approvals.reject(approvalId, { comment });
  } catch (error) {
    governance.log(`the answer in the client does not count for ${approvalId}: ${wordsOf(error)}`);
  }
  return undefined;
}

const harmless = redactorOf([]);

function paramsOf(
  { governance, request }: Asking,
  reason: string,
  { tool, arguments: given }: CallShown,
): Fields {
  const text = JSON.stringify(given ?? {});
  // The human must know that a part is hidden: it may be the part that matters.
  const more =
    text.length > MAX_SHOWN_CHARACTERS
      ? ` (and ${text.length - MAX_SHOWN_CHARACTERS} more characters, which are not shown here)`
      : '';
  const shown = `${harmless(text.slice(0, MAX_SHOWN_CHARACTERS))}${more}`;
  const message = `May the agent ${governance.agent.name} call ${harmless(tool)} of ${governance.server} with ${shown}? ${reason}`;
  const comment = { type: 'string', title: 'Comment', description: 'Stands in the record of the approval.' };
  return {
    ...(isModern(request) ? { mode: 'form' } : {}),
    message,
    requestedSchema: { type: 'object', properties: { comment }, required: [] },
  };
}
