/** The limits of a plan; for Enterprise, the agreed ones. */
import type { Principal } from '../../keys/index.ts';
import { readAgreed } from '../terms/agreed.ts';
import { PLAN_LIMITS, type PlanLimits } from '../terms/prices.ts';

const known = new WeakMap<Principal, PlanLimits>();

/** Computed once per principal; principals are renewed every second. */
export function limitsOf(principal: Principal): PlanLimits {
  const before = known.get(principal);
  if (before !== undefined) return before;
  const limits = readLimits(principal);
  known.set(principal, limits);
  return limits;
}

function readLimits({ plan, agreed }: Principal): PlanLimits {
  if (plan !== 'enterprise' || agreed === null) return PLAN_LIMITS[plan];
  const { evaluationsPerSecond, evidencePerDay } = readAgreed(agreed);
  return { evaluationsPerSecond, evidencePerDay };
}
