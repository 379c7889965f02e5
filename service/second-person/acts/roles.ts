/** Roles: of members, of people in groups that routes ask, of stand-ins, what tokens of an issuer may do, and the directory. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { Failure } from '../../foundation/failure.ts';
import {
  addIssuer,
  changeIssuer,
  findIssuer,
  type IssuerChange,
  issuerFields,
  type TrustedIssuer,
  type WantedIssuer,
} from '../../issuers/index.ts';
import type { Role } from '../../keys/index.ts';
import {
  type Directory,
  directoryOf,
  setDirectory,
  type WantedDirectory,
} from '../../members/directory/index.ts';
import {
  type Away,
  awayOf,
  changeGroup,
  findGroup,
  type Group,
  setStandIn,
} from '../../members/groups/index.ts';
import { changeRole, findMember, type Member } from '../../members/index.ts';
import { act } from '../act.ts';

interface WantedRole {
  memberId: string;
  role?: Role;
  sandboxRole?: Role | null;
}

export const CHANGE_ROLE = act<WantedRole, Member>({
  action: 'governance.member.change_role',
  area: 'roles',
  make: (deps, maker, { memberId, ...wanted }) =>
    changeRole(deps, { tenantId: maker.tenantId, maker }, memberId, wanted),
  difference: async (deps, { tenantId }, { memberId, role, sandboxRole }) => {
    const member = await findMember(deps.db, tenantId, memberId);
    if (member === null) throw new Failure('not_found', 'There is no such member.');
    const shown = (of: Pick<Member, 'role' | 'sandboxRole'>) => ({
      [memberId]: { role: of.role, sandbox_role: of.sandboxRole },
    });
    return {
      before: shown(member),
      after: shown({
        role: role ?? member.role,
        sandboxRole: sandboxRole === undefined ? member.sandboxRole : sandboxRole,
      }),
    };
  },
});

interface WantedGroup {
  groupId: string;
  name: string;
  members: readonly string[];
  expectedRevision: number;
}

export const CHANGE_GROUP = act<WantedGroup, Group>({
  action: 'governance.group.change',
  area: 'roles',
  make: (deps, maker, { groupId, ...wanted }) => changeGroup(deps, maker, groupId, wanted),
  difference: async (deps, { tenantId }, { groupId, name, members }) => {
    const group = await findGroup(deps.db, tenantId, groupId);
    return {
      before: { name: group.name, members: among(group.members) },
      after: { name, members: among(members) },
    };
  },
});

/** Who is in and who is not, one by one. */
function among(members: readonly string[]): JsonObject {
  return Object.fromEntries(members.map((id) => [id, true]));
}

export const SET_DIRECTORY = act<WantedDirectory & { expectedRevision?: number }, Directory>({
  action: 'governance.directory.set',
  area: 'roles',
  make: setDirectory,
  difference: async (deps, { tenantId }, wanted) => {
    const before = await directoryOf(deps.db, tenantId);
    return { before: shownDirectory(before), after: shownDirectory(wanted) };
  },
});

function shownDirectory({ groupNames, saml }: WantedDirectory): JsonValue {
  return {
    group_names: { ...groupNames },
    saml: saml === null ? null : { ...saml, domains: [...saml.domains] },
  };
}

interface WantedStandIn {
  memberId: string;
  standIn: string;
  from: number;
  to: number;
}

export const SET_STAND_IN = act<WantedStandIn, Away>({
  action: 'governance.member.stand_in',
  area: 'roles',
  make: (deps, maker, { memberId, ...wanted }) => setStandIn(deps, maker, memberId, wanted),
  difference: async (deps, maker, { memberId, standIn, from, to }) => {
    const { away } = await awayOf(deps, maker, memberId);
    const shown = (of: { standIn: string; from: number; to: number } | null): JsonValue =>
      of === null
        ? { stand_in: null }
        : { stand_in: of.standIn, from: new Date(of.from).toISOString(), to: new Date(of.to).toISOString() };
    return { before: shown(away), after: shown({ standIn, from, to }) };
  },
});

export const ADD_ISSUER = act<WantedIssuer, TrustedIssuer>({
  action: 'governance.issuer.add',
  area: 'roles',
  make: (deps, maker, wanted) => addIssuer(deps, maker.tenantId, maker, wanted),
  difference: async (_, __, wanted) => ({ before: null, after: { ...wanted } as unknown as JsonValue }),
});

export const CHANGE_ISSUER = act<IssuerChange & { issuerId: string }, TrustedIssuer>({
  action: 'governance.issuer.change',
  area: 'roles',
  make: (deps, maker, { issuerId, ...change }) => changeIssuer(deps, maker.tenantId, maker, issuerId, change),
  difference: async (deps, { tenantId }, { issuerId, version: _, ...change }) => {
    const issuer = await findIssuer(deps.db, tenantId, issuerId);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    return { before: shownIssuer(issuer), after: shownIssuer({ ...issuer, ...given }) };
  },
});

function shownIssuer(issuer: TrustedIssuer): JsonValue {
  const { name, audience, jwks_uri, algorithms, mapping, status } = issuerFields(issuer);
  return { name, audience, jwks_uri, algorithms, mapping, status } as unknown as JsonValue;
}
