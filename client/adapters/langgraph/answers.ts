/**
 * Reads what a person answered to an interrupt of LangGraph, in the forms of its inbox and of LangChain's middleware. An
 * answer counts only as a decision in Assize; edited arguments without one are a new call, which is judged.
 */
import type { Assize } from '../../assize.ts';
import { ConflictError } from '../../failures.ts';
import { quoted } from '../../guard/corrections.ts';
import { ActionRefused } from '../../guard/refused.ts';
import type { FrameworkCall, GovernedCalls } from '../../tool-calls.ts';

type Answer =
  | { type: 'accept' }
  | { type: 'reject'; comment: string | undefined }
  | { type: 'edit'; tool: string; args: Record<string, unknown> };

/** @returns undefined for any other value, which only says that the graph goes on */
export function answerIn(resumed: unknown): Answer | undefined {
  const { decisions } = fieldsOf(resumed);
  const [first] = [decisions ?? resumed].flat();
  const { type, args, message, editedAction, edited_action } = fieldsOf(first);
  if (type === 'accept' || type === 'approve') return { type: 'accept' };
  if (type === 'reject' || type === 'ignore' || type === 'response') {
    const comment = [message, args].find((each) => typeof each === 'string' && each !== '');
    return { type: 'reject', comment: comment as string | undefined };
  }
  if (type !== 'edit') return undefined;
  const { name, action = name, args: edited } = fieldsOf(editedAction ?? edited_action ?? args);
  if (typeof action !== 'string' || !isFields(edited)) {
    throw new ActionRefused(
      'An edit names the tool and its arguments. The call was not carried out.',
      undefined,
    );
  }
  return { type: 'edit', tool: action, args: edited };
}

/** A decision that came before stays: the verdict that follows says what it was. @throws {AssizeError} */
export async function decide(
  { approvals }: Pick<Assize, 'approvals'>,
  approvalId: string,
  answer: Answer,
  tool: string,
): Promise<void> {
  try {
    if (answer.type === 'reject') {
      const { comment } = answer;
      await approvals.reject(approvalId, comment === undefined ? {} : { comment });
    } else if (answer.type === 'accept') await approvals.approve(approvalId);
    else await approvals.approve(approvalId, { arguments: argumentsFor(tool, answer) });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

/** @throws {ActionRefused} as `GovernedCalls.run` does, with the arguments that the model can't know yet */
export async function runEdited<Result>(
  calls: GovernedCalls,
  call: FrameworkCall & { id: string },
  answer: Extract<Answer, { type: 'edit' }>,
  execute: (args: unknown) => Promise<Result>,
  shown: { seen: (result: Result) => unknown; told: (result: Result, note: string) => Result },
): Promise<Result> {
  const args = argumentsFor(call.name, answer);
  const note = `A human changed the arguments of this call to ${quoted(JSON.stringify(args), MAX_NOTE_CHARACTERS)}.`;
  try {
    const run = calls.run({ ...call, id: `${call.id}/edited`, args }, execute, shown);
    return shown.told(await run, note);
  } catch (error) {
    if (error instanceof ActionRefused) error.message = `${note} ${error.message}`;
    throw error;
  }
}

const MAX_NOTE_CHARACTERS = 1_000;

function argumentsFor(tool: string, answer: Extract<Answer, { type: 'edit' }>): Record<string, unknown> {
  if (answer.tool === tool) return answer.args;
  throw new ActionRefused(
    `An edit can't change the tool. The call of ${tool} was not carried out.`,
    undefined,
  );
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
