/** One thing that a program does, and the things that most of them do. */
import type { RiskLevel } from '../risk.ts';
import type { Effect, Role, WrittenKind } from '../targets/index.ts';

/** One thing that is done, with targets or without. */
export interface Does {
  effect: Effect;
  /** Its verb and object as a clause; a target's text stands behind it. */
  what: string;
  kind: WrittenKind;
  role: Role;
  irreversible?: true;
  risk_level?: RiskLevel;
  /** Names are looked at, and not what stands in the files. */
  ofNames?: true;
}

const at = (effect: Effect, what: string, kind: WrittenKind = 'path', role: Role = 'place'): Does => ({
  effect,
  what,
  kind,
  role,
});

export const READS = at('read', 'reads');
export const LISTS: Does = { ...at('read', 'lists'), ofNames: true };
export const WRITES = at('write', 'writes');
export const CHANGES = at('write', 'changes');
export const DELETES: Does = { ...at('delete', 'deletes'), irreversible: true };
export const RUNS = at('execute', 'runs', 'path', 'program');
export const LOOKS = at('read', 'shows the state of the machine', 'object', 'object');
export const PRINTS = at('read', 'prints text', 'object', 'object');
export const CONFIGURES = at('configure', 'changes the configuration of', 'object', 'object');
export const GRANTS = at('configure', 'changes the access to');

/** Something that is done to things with a name of their own, which are no files. */
export function doesTo(effect: Effect, what: string, more: Partial<Does> = {}): Does {
  return { ...at(effect, what, 'object', 'object'), ...more };
}

export function reaches(effect: Effect, what: string, more: Partial<Does> = {}): Does {
  return { ...at(effect, what, 'detect', 'place'), ...more };
}
