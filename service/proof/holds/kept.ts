/** Records that are never removed: without them, a removal, hold or erasure could not be distinguished from a theft. */
import { isStatement } from '@assize/evidence-format';

export const HOLD_ACTIONS = { set: 'evidence.hold', lifted: 'evidence.lift_hold' } as const;
export const ERASURE_ACTIONS = { begun: 'evidence.erase', certified: 'evidence.certify_erasure' } as const;

const KEPT: readonly (string | null)[] = [...Object.values(HOLD_ACTIONS), ...Object.values(ERASURE_ACTIONS)];

export function isKept(artifactType: string, action: string | null): boolean {
  if (isStatement(artifactType, action)) return true;
  return artifactType === 'governance_change' && KEPT.includes(action);
}
