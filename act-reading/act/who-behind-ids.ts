/**
 * Whom a call reaches that names an id alone. Laws ask whether they are known; rules of a tenant see the object that the
 * entry names, since an id is neither an address nor an account.
 */
import type { Effect, Reach, TargetRole } from '../targets/index.ts';

/** An id says which message or invoice, and not whom it reaches: behind it stands someone who must be known. */
const BEHIND_IDS: Partial<Record<Effect, TargetRole>> = { send: 'recipient', pay: 'payee' };

export function whoBehindIds(reaches: readonly Reach[]): Reach[] {
  const addressed = new Set(reaches.filter(({ role }) => role !== 'object').map(({ effect }) => effect));
  return reaches.map((reach) => {
    const role = addressed.has(reach.effect) ? undefined : BEHIND_IDS[reach.effect];
    return role === undefined ? reach : { ...reach, role, by_id: true };
  });
}
