/**
 * The recorded changes of governance that need a second person, by their action, and why the others don't. Every change
 * is recorded, so a route, a command or a chore that changes governance passes here.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Area } from './areas.ts';

/** The part of a recorded change that says whether it needs a second person. */
export interface ChangeMade {
  action: string;
  /** The acting party. */
  actor: string;
  change: JsonObject;
}

interface Covered {
  area: Area;
  /** By default every change of this action. @param isRouted whether a route in force names a group. */
  only?: (made: ChangeMade, isRouted: (groupId: string) => boolean) => boolean;
}

/** Roles that may manage: with them a person could be a second person, or change what needs one. */
const MANAGING: readonly unknown[] = ['owner', 'admin'];

const COVERED: Readonly<Record<string, Covered>> = {
  'policy.activate': { area: 'policies' },
  'policy.deactivate': { area: 'policies' },
  'policy.roll_back': { area: 'policies' },
  'settings.activate': { area: 'settings' },
  'tools.accept': { area: 'catalogue' },
  'tools.remove': { area: 'catalogue' },
  'targets.add': { area: 'catalogue' },
  'member.change_role': { area: 'roles' },
  'member.invite': {
    area: 'roles',
    only: ({ change }) => MANAGING.includes(change.role) || MANAGING.includes(change.sandbox_role),
  },
  'group.change': { area: 'roles', only: ({ change }, isRouted) => isRouted(String(change.group_id)) },
  // People name their own stand-in: it can decide only what they could.
  'member.stand_in': {
    area: 'roles',
    only: ({ actor, change }) => change.stand_in !== null && change.member_id !== actor,
  },
  // A provider vouches for who a member is; without one, no one signs in by it, so ending that is never held.
  'directory.set': { area: 'roles', only: ({ change }) => change.saml !== null },
  'issuer.add': { area: 'roles' },
  // One that is disabled grants nothing, so disabling is never held.
  'issuer.change': { area: 'roles', only: ({ change }) => change.status !== 'disabled' },
};

/** The actions that can need a second person. */
export const COVERED_ACTIONS = Object.keys(COVERED);

/** The area of the change; null where no setting makes it need a second person. */
export function areaOf(made: ChangeMade, isRouted: (groupId: string) => boolean): Area | null {
  const covered = Object.hasOwn(COVERED, made.action) ? COVERED[made.action] : undefined;
  if (covered === undefined) return null;
  return covered.only === undefined || covered.only(made, isRouted) ? covered.area : null;
}
