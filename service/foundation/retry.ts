/**
 * Optimistic changes: each attempt reads, and writes under the condition that what it read still holds. An attempt that
 * another change has overtaken is made again from the beginning.
 */
import { Failure } from './failure.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * @param what changes, as the log is to name it. @param attempt undefined where it was overtaken.
 * @throws {Failure} `unavailable` where each of so many attempts was overtaken; and what an attempt throws.
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
