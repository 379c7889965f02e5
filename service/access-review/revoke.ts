/** Takes access away, by the same act as elsewhere: with its own record, and with all that it needs. */
import { setAgentStatus } from '../agents/index.ts';
import { type TieDeps, untieFor } from '../channels/accounts/index.ts';
import type { GovernDeps } from '../evidence/changes/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { type IssuerDeps, removeIssuer } from '../issuers/index.ts';
import type { Principal } from '../keys/index.ts';
import { revokeKey } from '../keys/revoking/index.ts';
import { findGroup } from '../members/groups/index.ts';
import { removeMember } from '../members/index.ts';
import { withdrawInvitation } from '../members/joining/index.ts';
import { CHANGE_GROUP, type SecondPersons } from '../second-person/index.ts';
import { chainOf, type Environment } from '../tenants/index.ts';
import type { Access, AccessKind } from './line.ts';

export interface RevokeDeps extends GovernDeps, TieDeps, IssuerDeps {
  fillRandom: FillRandom;
  secondPerson: SecondPersons;
}

type Revoke = (deps: RevokeDeps, maker: Principal, id: string, reviewId: string) => Promise<unknown>;

const REVOKE: Record<AccessKind, Revoke> = {
  member: (deps, maker, id) => removeMember(deps, { tenantId: maker.tenantId, maker }, id),
  invitation: withdrawInvitation,
  group_member: leaveGroup,
  key: (deps, maker, id) => revokeKey(deps, maker.tenantId, maker, id),
  agent: suspend,
  chat_account: (deps, maker, id) => untieFor(deps, maker, id),
  issuer: (deps, maker, id) => removeIssuer(deps, maker.tenantId, maker, id),
};

/** @throws {Failure} as the act: `conflict` for the last owner, or where a second person has to agree. */
export async function revoke(
  deps: RevokeDeps,
  maker: Principal,
  { kind, id }: Pick<Access, 'kind' | 'id'>,
  reviewId: string,
): Promise<void> {
  await REVOKE[kind](deps, maker, id, reviewId);
}

/** A route may ask the group, so it can need a second person. */
async function leaveGroup(deps: RevokeDeps, maker: Principal, id: string): Promise<void> {
  const [groupId = '', memberId] = id.split('/');
  const { name, members, revision } = await findGroup(deps.db, maker.tenantId, groupId);
  const left = members.filter((each) => each !== memberId);
  const wanted = { groupId, name, members: left, expectedRevision: revision };
  await deps.secondPerson.make(CHANGE_GROUP, maker, wanted);
}

/** With its keys and tokens, until it is resumed. */
async function suspend(deps: RevokeDeps, maker: Principal, id: string, reviewId: string): Promise<void> {
  const at = id.indexOf('/');
  const chain = await chainOf(deps.db, maker.tenantId, id.slice(0, at) as Environment);
  const reason = `Access review ${reviewId}`;
  await setAgentStatus(deps, chain, maker, id.slice(at + 1), { status: 'suspended', reason });
}
