/**
 * Calls that the server answered with a task: their outcome is known only when the client fetches it. If the client
 * never asks for a task again, the gateway can't know its outcome.
 */
import type { Governance } from './governance.ts';
import { type Answer, type Fields, isFields, type Request } from './message.ts';
import { readIn, resultOf } from './results.ts';

/** @returns the id of the task that answers the call; undefined where the answer is its result */
export function taskIn(answer: Answer | undefined): string | undefined {
  if (answer === undefined || !('result' in answer)) return undefined;
  const { task, resultType, taskId } = answer.result;
  // Up to 2025-11-25 the task is a member of the result; in the extension since, it is the result.
  const id = isFields(task) ? task.taskId : resultType === 'task' ? taskId : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** @returns what the answer to a request about a task says about its end; undefined where it continues */
export function endIn({ method }: Request, answer: Answer | undefined): 'success' | 'failure' | undefined {
  if (answer === undefined) return undefined;
  if (method === 'tasks/result') {
    return 'error' in answer || answer.result.isError === true ? 'failure' : 'success';
  }
  if ('error' in answer || (method !== 'tasks/get' && method !== 'tasks/cancel')) return undefined;
  const { status, result } = answer.result as Fields;
  if (status === 'failed' || status === 'cancelled') return 'failure';
  if (status !== 'completed') return undefined;
  // Up to 2025-11-25 the result comes with another request.
  if (!isFields(result)) return undefined;
  return result.isError === true ? 'failure' : 'success';
}

/** The answer to `tasks/result` is the result; since the extension, that to `tasks/get` contains it. */
function resultOfTask({ method }: Request, answer: Answer | undefined): { result?: Fields } {
  if (method === 'tasks/result' || answer === undefined || 'error' in answer) return resultOf(answer);
  const { result } = answer.result as Fields;
  return isFields(result) ? readIn(result) : {};
}

/** @returns what a human changed in the call that continues as this task */
export function noteOfTask({ tasks }: Governance, { params }: Request): string | undefined {
  const id = params?.taskId;
  return typeof id === 'string' ? tasks.get(id)?.judgement.correction?.note : undefined;
}

/** Reports the outcome of a task, once, where this answer contains it. */
export function reportTask(
  { tasks, platform, report }: Governance,
  request: Request,
  answer: Answer | undefined,
): void {
  const outcome = endIn(request, answer);
  const id = request.params?.taskId;
  const task = outcome === undefined || typeof id !== 'string' ? undefined : tasks.take(id);
  if (task === undefined || outcome === undefined) return;
  const durationMs = platform.elapsedMs() - task.began;
  report(task.judgement.report({ outcome, ...resultOfTask(request, answer), durationMs }));
}
