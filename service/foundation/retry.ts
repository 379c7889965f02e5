/**
 * Optimistic changes: each attempt reads, and writes on the condition that nothing it read has changed. If
 * another change came first, the attempt starts again from the beginning.
 */
import { Failure } from './failure.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * @param what names the changed object in the log. @param attempt returns undefined if another change came
 * first.
 * @throws {Failure} `unavailable` if each attempt was overtaken; and any error of an attempt.
 */
export async function retryOvertaken<Result>(
  what: string,
  maxAttempts: number,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw Failure.unavailable(
    RETRY_AFTER_SECONDS,
    new Error(`${what} changed in each of ${maxAttempts} attempts`),
  );
}
