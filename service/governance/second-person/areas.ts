/** The parts of governance that can need a second person, and the scope that a change of each needs. */
import type { Scope } from '../../keys/index.ts';
import { MANAGES_KEYS, MANAGES_MEMBERS } from '../../keys/index.ts';

export const AREAS = ['policies', 'settings', 'catalogue', 'roles'] as const;
export type Area = (typeof AREAS)[number];

/** The person who decides on the change needs this scope too. */
export function scopeFor(area: Area): Scope {
  return area === 'roles' ? MANAGES_MEMBERS : MANAGES_KEYS;
}

/** null where a row or a record names none: it was tampered with, or is of a later version. */
export function areaNamed(name: unknown): Area | null {
  return AREAS.find((area) => area === name) ?? null;
}
