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
  /** The mandate that it names. */
  mandateId: string | undefined;
}

/** The tool, effects and targets that approving for the task adds; null where it does not apply. */
type Beyond = Approval['for_task'];

/** @returns the approval once the human has decided; never resolves if they don't */
export async function questionFor(
  asking: Asking,
  { message, approvalId }: Escalated,
  call: CallShown,
  signal: AbortSignal,
): Promise<Approval> {
  const beyond = await beyondOf(asking, approvalId, call);
  const answer = await asking.ask('elicitation/create', paramsOf(asking, message, call, beyond), signal);
  const decided = 'result' in answer ? await decide(asking, approvalId, answer.result) : undefined;
  return decided ?? new Promise<Approval>(() => {});
}

/** @returns the answer that asks the client; the same call comes again with its state */
export async function askedInClient(
  asking: Asking,
  { message, approvalId }: Escalated,
  call: CallShown,
): Promise<Answer> {
  const params = paramsOf(asking, message, call, await beyondOf(asking, approvalId, call));
  const result = {
    resultType: 'input_required',
    inputRequests: { [QUESTION]: { method: 'elicitation/create', params } },
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
    const scope = isFields(content) && content.for === 'task' ? ({ for: 'task' } as const) : {};
    if (action === 'accept') return await approvals.approve(approvalId, { comment, ...scope });
    if (action === 'decline') return await approvals.reject(approvalId, { comment });
  } catch (error) {
    governance.log(`the answer in the client does not count for ${approvalId}: ${wordsOf(error)}`);
  }
  return undefined;
}

/** Only a call under a mandate has something beyond it. Without the scope to see the approval, it is not offered. */
async function beyondOf(
  { governance }: Asking,
  approvalId: string,
  { mandateId }: CallShown,
): Promise<Beyond> {
  if (mandateId === undefined) return null;
  try {
    return (await governance.assize.approvals.find(approvalId)).for_task;
  } catch (error) {
    governance.log(`could not see what ${approvalId} would add to the mandate: ${wordsOf(error)}`);
    return null;
  }
}

/** The choice between this call and the whole task. */
function choiceFor(beyond: NonNullable<Beyond>): Fields {
  const { tool, effects, targets } = beyond;
  const added = [
    ...(tool === null ? [] : [`the tool ${tool}`]),
    ...(effects.length === 0 ? [] : [`to ${effects.join(' and ')}`]),
    ...targets.map(({ value }) => value),
  ];
  const shown = harmless(added.join(', ').slice(0, MAX_SHOWN_CHARACTERS));
  return {
    type: 'string',
    title: 'For',
    description: `call: only this call. task: also adds to the mandate of the task: ${shown}`,
    enum: ['call', 'task'],
    default: 'call',
  };
}

const harmless = redactorOf([]);

function paramsOf(
  { governance, request }: Asking,
  reason: string,
  { tool, arguments: given }: CallShown,
  beyond: Beyond,
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
    requestedSchema: {
      type: 'object',
      properties: { comment, ...(beyond && { for: choiceFor(beyond) }) },
      required: [],
    },
  };
}
