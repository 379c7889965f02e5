/** Surface A: groups of members, which routes ask for approvals, and the stand-ins of members who are away. */

import { isoOrNull } from '../../../foundation/clock.ts';
import { requireUnrouted } from '../../../governance/settings/index.ts';
import { MANAGES_MEMBERS, type Principal, ROLES } from '../../../keys/index.ts';
import {
  type Away,
  awayOf,
  createGroup,
  deleteGroup,
  findGroup,
  type Group,
  groupsOf,
  MAX_GROUP_MEMBERS,
  MAX_GROUPS,
  mayDecide,
  type StandIn,
  setStandIn,
  standInsOf,
} from '../../../members/groups/index.ts';
import { type MemberDeps, membersOf } from '../../../members/index.ts';
import { CHANGE_GROUP, SET_STAND_IN } from '../../../second-person/index.ts';
import { chainOf, ENVIRONMENTS } from '../../../tenants/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { described, describedRecord, namedBody, object, record } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const person = { member_id: is.text(), name: is.text() };
export const PersonNamed = record('PersonNamed', person);

export const AwayRecord = is.orNull(
  record('Absence', {
    stand_in: is.text('The id of the member who decides for them'),
    from: is.time(),
    to: is.time('The end, which is not part of it'),
  }),
  'null: they are not away, and have not said that they will be',
);

const GroupRecord = describedRecord('Group', 'The group', {
  group_id: is.text(),
  name: is.text(),
  members: is.list(
    object({
      member_id: is.text(),
      name: is.orNull(is.text(), 'null: they are no longer a member, and do not count'),
      may_decide: is.flag('Whether their role lets them decide on approvals in production'),
      away: AwayRecord,
    }),
  ),
  revision: is.integer('A change has to name the revision it expects'),
  created_at: is.time(),
  created_by: is.text(),
  deleted_at: is.orNull(is.time()),
  evidence_id: is.text('The evidence id of its last change'),
});

const groupFields = {
  name: is.label('Unlike the names of other groups', 100),
  members: is.list(is.text({ maxLength: 64, pattern: is.NO_NUL }), 'The ids of members', {
    maxItems: MAX_GROUP_MEMBERS,
  }),
};
const CreateBody = namedBody('NewGroup', [{ name: 'Finance', members: [] }], groupFields);
const ChangeBody = namedBody('GroupChange', [{ name: 'Finance', members: [], expected_revision: 1 }], {
  ...groupFields,
  expected_revision: is.integer('The revision that you want to change', { minimum: 1 }),
});

const StandInBody = namedBody(
  'StandIn',
  [{ member_id: 'mbr_0123456789abcdef01234567', to: '2030-01-07T08:00:00Z' }],
  {
    member_id: is.text('The member who decides instead', { maxLength: 64, pattern: is.NO_NUL }),
    from: is.optional(is.moment('Default: now')),
    to: is.moment('The end, which is not part of it; at most 366 days later'),
  },
);
const AwayAnswer = describedRecord('Away', 'When the member is away, and who can stand in for them', {
  away: AwayRecord,
  choices: is.list(PersonNamed, 'Members whose role lets them decide'),
});

const READ = { scope: 'evidence:read', payloads: 'none', environment: 'production' } as const;
const MANAGE = { scope: MANAGES_MEMBERS, environment: 'production' } as const;
/** Members may set their own. */
const OWN = { ...MANAGE, roles: ROLES } as const;

const route = routesOf('a', 'Members');
const groupParams = object({ group_id: is.text() });
const memberParams = object({ member_id: is.text('An id, or me') });

const LIST = route('listGroups', 'List the groups of members, oldest first', {
  200: described(`All groups that are not deleted; at most ${MAX_GROUPS}`, { groups: is.list(GroupRecord) }),
});
const CREATE = route('createGroup', 'Make a group of members, which routes can ask for approvals', {
  body: CreateBody,
  201: GroupRecord,
  also: [409],
});
const SHOW = route('getGroup', 'Get a group, including a deleted one', {
  params: groupParams,
  200: GroupRecord,
});
const CHANGE = route('changeGroup', 'Change the name and the members of a group', {
  params: groupParams,
  body: ChangeBody,
  200: GroupRecord,
  also: [409],
});
const DELETE = route('deleteGroup', 'Delete a group, so that it is no longer asked; it stays on record', {
  params: groupParams,
  200: GroupRecord,
  also: [409],
});
const AWAY = route('getStandIn', 'Get who stands in for a member, and who could', {
  params: memberParams,
  200: AwayAnswer,
});
const SET_AWAY = route('setStandIn', 'Name a member who decides on approvals while another is away', {
  params: memberParams,
  body: StandInBody,
  200: AwayAnswer,
});
const END_AWAY = route('endStandIn', 'End an absence', { params: memberParams, 200: AwayAnswer });

export const groupsA: Noun<MemberDeps & Pick<Services, 'secondPerson'>> = (app, services) => {
  app.get('/groups', { config: READ, schema: LIST }, async (request) => {
    const principal = principalOf(request);
    const groups = await groupsOf(services.db, principal.tenantId);
    const present = groups.filter(({ deleted_at }) => deleted_at === null);
    return { groups: await groupsToApi(services, principal, present) };
  });

  app.post('/groups', { config: MANAGE, schema: CREATE }, async (request, reply) => {
    const principal = principalOf(request);
    const group = await createGroup(services, principal, request.body);
    reply.code(201);
    return groupToApi(services, principal, group);
  });

  app.get('/groups/:group_id', { config: READ, schema: SHOW }, async (request) => {
    const principal = principalOf(request);
    const group = await findGroup(services.db, principal.tenantId, request.params.group_id);
    return groupToApi(services, principal, group);
  });

  app.put('/groups/:group_id', { config: MANAGE, schema: CHANGE }, async (request) => {
    const principal = principalOf(request);
    const { name, members, expected_revision: expectedRevision } = request.body;
    const wanted = { groupId: request.params.group_id, name, members, expectedRevision };
    const group = await services.secondPerson.make(CHANGE_GROUP, principal, wanted);
    return groupToApi(services, principal, group);
  });

  app.delete('/groups/:group_id', { config: MANAGE, schema: DELETE }, async (request) => {
    const principal = principalOf(request);
    const { group_id: id } = request.params;
    const { db } = services;
    const chains = ENVIRONMENTS.map((environment) => chainOf(db, principal.tenantId, environment));
    await requireUnrouted(db, await Promise.all(chains), id);
    return groupToApi(services, principal, await deleteGroup(services, principal, id));
  });

  app.get('/members/:member_id/stand-in', { config: OWN, schema: AWAY }, async (request) =>
    awayAnswer(await awayOf(services, principalOf(request), request.params.member_id)),
  );

  app.put('/members/:member_id/stand-in', { config: OWN, schema: SET_AWAY }, async (request) => {
    const { member_id: standIn, from, to } = request.body;
    const wanted = {
      memberId: request.params.member_id,
      standIn,
      from: parseMoment(from) ?? services.clock.now(),
      to: parseMoment(to) ?? 0,
    };
    return awayAnswer(await services.secondPerson.make(SET_STAND_IN, principalOf(request), wanted));
  });

  app.delete('/members/:member_id/stand-in', { config: OWN, schema: END_AWAY }, async (request) =>
    awayAnswer(await setStandIn(services, principalOf(request), request.params.member_id, null)),
  );
};

async function groupToApi(services: MemberDeps, principal: Principal, group: Group) {
  const [shown] = await groupsToApi(services, principal, [group]);
  if (shown === undefined) throw new Error('a group was left out');
  return shown;
}

async function groupsToApi({ db, clock }: MemberDeps, { tenantId }: Principal, groups: readonly Group[]) {
  const members = new Map((await membersOf(db, tenantId)).map((member) => [member.memberId, member]));
  const standIns = await standInsOf(db, tenantId, clock.now());
  return groups.map((group) => ({
    group_id: group.group_id,
    name: group.name,
    members: group.members.map((memberId) => {
      const member = members.get(memberId);
      return {
        member_id: memberId,
        name: member?.name ?? null,
        may_decide: member !== undefined && mayDecide(member, 'production'),
        away: awayToApi(standIns.find((each) => each.memberId === memberId) ?? null),
      };
    }),
    revision: group.revision,
    created_at: new Date(group.created_at).toISOString(),
    created_by: group.created_by,
    deleted_at: isoOrNull(group.deleted_at),
    evidence_id: group.evidence_id,
  }));
}

export function awayToApi(away: StandIn | null) {
  if (away === null) return null;
  const { standIn: stand_in, from, to } = away;
  return { stand_in, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function awayAnswer({ away, choices }: Away) {
  return {
    away: awayToApi(away),
    choices: choices.map(({ memberId: member_id, name }) => ({ member_id, name })),
  };
}
