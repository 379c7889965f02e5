/**
 * Opens the mandate of a task: with a plan by the planner of the service where that is wanted, and else by the words
 * of the task, as also where no plan can be had.
 */
import {
  ApiError,
  type Assize,
  AuthenticationError,
  type CallOptions,
  type Mandate,
  type NewMandate,
  PermissionError,
  RateLimitError,
  TimeoutError,
} from '@assize/client';

/** The service takes no longer task. */
export const MAX_TASK_CHARACTERS = 8_000;
/** A model needs longer than the service itself. */
const PLANNING_MS = 45_000;

export interface Task {
  agentId: string;
  /** At most MAX_TASK_CHARACTERS. */
  task: string;
  isPlanned: boolean;
}

export interface OpenedTask {
  mandate: Mandate;
  /** Why there is no plan though one was wanted, without a word of the task. */
  unplanned: string | undefined;
}

/** @throws {AssizeError} */
export async function openTask(
  { mandates }: Pick<Assize, 'mandates'>,
  { agentId, task, isPlanned }: Task,
  options: CallOptions = {},
): Promise<OpenedTask> {
  const byWords: NewMandate = { agent_id: agentId, task };
  const planned: NewMandate & { plan: true } = { ...byWords, plan: true };
  let unplanned: string | undefined;
  if (isPlanned) {
    try {
      const mandate = await mandates.open(planned, { ...options, timeoutMs: PLANNING_MS });
      return { mandate, unplanned };
    } catch (error) {
      unplanned = whyUnplanned(error);
    }
  }
  return { mandate: await mandates.open(byWords, options), unplanned };
}

/** @throws the error itself, where the words would not help either */
function whyUnplanned(error: unknown): string {
  const refusesAll = [AuthenticationError, PermissionError, RateLimitError].some(
    (each) => error instanceof each,
  );
  if (error instanceof TimeoutError) return 'the planner took too long';
  if (refusesAll || !(error instanceof ApiError)) throw error;
  return error.status < 500
    ? 'no planner is set in Assize, or it is an older version'
    : 'the planner of Assize failed';
}
