/** Whether the arguments of a call can be corrected: only once, before another person has approved it, and never those of a change of governance. */
import type { Approval } from '../../../client/api.ts';
import { objectIn } from '../../evidence/record/act.ts';

/** @returns the arguments; null where they can't be corrected. */
export function correctableIn({
  context,
  corrected,
  status,
  decisions,
  change,
}: Approval): Record<string, unknown> | null {
  if (change !== null) return null;
  if (status !== 'pending' || corrected !== null || decisions.length > 0) return null;
  return objectIn(context?.arguments);
}
