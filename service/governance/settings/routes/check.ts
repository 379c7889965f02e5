/** Checks the rules for routes that a schema can't express, and that all groups and channels exist. */
import type { Database } from '../../../database/open.ts';
import { Failure, type Fault } from '../../../foundation/failure.ts';
import { groupsOf } from '../../../members/groups/index.ts';
import { ownerOf } from '../../../tenants/index.ts';
import type { ApprovalRoute } from './routes.ts';

/**
 * @param lifetimeMinutes the deadline of a route that has none of its own.
 * @throws {Failure} `invalid`, also for a group or channel that is deleted, or of another tenant.
 */
export async function requireSoundRoutes(
  db: Database,
  chain: number,
  routes: readonly ApprovalRoute[],
  lifetimeMinutes: number,
): Promise<void> {
  if (routes.length === 0) return;
  const { tenantId } = await ownerOf(db, chain);
  const present = (await groupsOf(db, tenantId)).filter(({ deleted_at }) => deleted_at === null);
  const known = new Set(present.map(({ group_id }) => group_id));
  const channels = await db.selectFrom('channels').select('channel_id').where('chain', '=', chain).execute();
  const channelIds = new Set(channels.map(({ channel_id }) => channel_id));
  const names = routes.map(({ name }) => name);
  const faults = routes.flatMap((route, place) => {
    const at = ['settings', 'approvals', 'routes', String(place)];
    const isTaken = names.indexOf(route.name) < place;
    return [
      ...(isTaken ? [faultAt([...at, 'name'], 'Value should be unlike the names of other routes')] : []),
      ...faultsOfGroups(route, at, known),
      ...faultsOfChannels(route, at, channelIds),
      ...faultsOfTimes(route, at, lifetimeMinutes),
    ];
  });
  if (faults.length > 0) throw Failure.invalid(faults);
}

function faultsOfGroups(
  { ask, later }: ApprovalRoute,
  at: readonly string[],
  known: ReadonlySet<string>,
): Fault[] {
  const asked = ask.map(({ group }) => group);
  const named = [
    ...asked.map((group, place) => ({ group, at: ['ask', String(place), 'group'] })),
    ...(later?.groups ?? []).map((group, place) => ({ group, at: ['later', 'groups', String(place)] })),
  ];
  const unknown = named
    .filter(({ group }) => !known.has(group))
    .map(({ at: place }) => faultAt([...at, ...place], 'Value should be the id of a group'));
  const twice = asked.flatMap((group, place) => {
    const told = 'Value should be unlike the other groups of this route';
    return asked.indexOf(group) < place ? [faultAt([...at, 'ask', String(place), 'group'], told)] : [];
  });
  return [...unknown, ...twice];
}

function faultsOfChannels(
  { channels = [] }: ApprovalRoute,
  at: readonly string[],
  known: ReadonlySet<string>,
): Fault[] {
  return channels.flatMap((id, place) => {
    const told = 'Value should be the id of a channel of this environment';
    return known.has(id) ? [] : [faultAt([...at, 'channels', String(place)], told)];
  });
}

function faultsOfTimes(
  { ask, deadline_minutes, later }: ApprovalRoute,
  at: readonly string[],
  lifetimeMinutes: number,
): Fault[] {
  if (later === undefined) return [];
  if (ask.length === 0)
    return [faultAt([...at, 'later'], 'Value should be left out where everyone is asked')];
  if (later.after_minutes < (deadline_minutes ?? lifetimeMinutes)) return [];
  return [faultAt([...at, 'later', 'after_minutes'], 'Value should be before the approval expires')];
}

function faultAt(field: readonly string[], message: string): Fault {
  return { field, message, type: 'value_error' };
}
