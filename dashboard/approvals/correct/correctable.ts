/** Whether the arguments of a call can be corrected: only once, and only before another person has approved it. */
import type { Approval } from '../../../client/api.ts';
import { objectIn } from '../act.ts';

/** @returns the arguments; null where they can't be corrected. */
export function correctableIn({
  context,
  corrected,
  status,
  decisions,
}: Approval): Record<string, unknown> | null {
  if (status !== 'pending' || corrected !== null || decisions.length > 0) return null;
  return objectIn(context?.arguments);
}
