/** The finding of a law as pages show it. */
import type { Approval } from '../../client/api.ts';
import { withTimes } from '../sessions/line.ts';

type AskedLaw = NonNullable<Approval['laws']>[number];

export function shownLaw({ law_id: id, law_name: name, result, reason }: AskedLaw) {
  return { id, name, result, reason: withTimes(reason) };
}
