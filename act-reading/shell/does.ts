/** One thing that a program does, and the things that most of them do, by the names that the tables call them. */
import type { RiskLevel } from '../risk.ts';
import type { Effect, TargetRole, WrittenKind } from '../targets/index.ts';

/** One thing that is done, with targets or without. */
export interface Does {
  effect: Effect;
  /** Its verb and object as a clause; a target's text stands behind it. */
  what: string;
  kind: WrittenKind;
  role: TargetRole;
  irreversible?: true;
  risk_level?: RiskLevel;
  /** Names are looked at, and not what stands in the files. */
  ofNames?: true;
}

/** Code runs that no reader sees. */
export interface RunsUnread {
  /** The program that runs it; by default the one that the table describes. */
  by: string | undefined;
  runsUnread: string;
  risk: RiskLevel | undefined;
}

export type Deed = Does | RunsUnread;

const at = (effect: Effect, what: string, kind: WrittenKind = 'path', role: TargetRole = 'place'): Does => ({
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
const CONFIGURES = at('configure', 'changes the configuration of', 'object', 'object');
const GRANTS = at('configure', 'changes the access to');

const NAMED: Readonly<Record<string, Does>> = {
  reads: READS,
  lists: LISTS,
  writes: WRITES,
  changes: CHANGES,
  deletes: DELETES,
  runs: RUNS,
  looks: LOOKS,
  prints: PRINTS,
  configures: CONFIGURES,
  grants: GRANTS,
};

/** As a table writes it: a name, a variant of a named one, an effect with a clause, or code that no reader sees. */
export type WrittenDeed = string | WrittenDoes;

export interface WrittenDoes {
  like?: string;
  does?: Effect;
  what?: string;
  kind?: WrittenKind;
  role?: TargetRole;
  risk?: RiskLevel;
  irreversible?: true;
  runs_unread?: string;
  by?: string;
}

export function deedOf(written: WrittenDeed): Deed {
  if (typeof written === 'string' || written.runs_unread === undefined) return doesOf(written);
  const { runs_unread: runsUnread, by, risk } = written;
  return { runsUnread, by, risk };
}

export function doesOf(written: WrittenDeed): Does {
  if (typeof written === 'string') return named(written);
  const { like, does: effect, risk: risk_level, ...others } = written;
  const base = like === undefined ? THING : named(like);
  const made = { ...base, ...(effect && { effect }), ...others, ...(risk_level && { risk_level }) };
  if ('effect' in made && 'what' in made) return made as Does;
  throw new Error('something done needs `like`, or `does` and `what`');
}

/** The target, unless the table names another kind. */
const THING = { kind: 'object', role: 'object' } as const;

function named(name: string): Does {
  const found = NAMED[name];
  if (found !== undefined) return found;
  throw new Error(`${name} is none of ${Object.keys(NAMED).join(', ')}`);
}

/** Something that is done to things with a name of their own, which are not files. */
export function doesTo(effect: Effect, what: string, more: Partial<Does> = {}): Does {
  return { ...at(effect, what, 'object', 'object'), ...more };
}

export function reaches(effect: Effect, what: string, more: Partial<Does> = {}): Does {
  return { ...at(effect, what, 'detect', 'place'), ...more };
}
