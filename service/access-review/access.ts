/**
 * Everything that can get in, as it is now: members, open invitations, places in groups, keys, agents with credentials, accounts at chat
 * services, and issuers. Each line says what is granted, by whom, since when, when it was last used and when it ends.
 */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { changesOf } from '../evidence/changes/index.ts';
import { listIssuers } from '../issuers/index.ts';
import { keysOf, statusOf } from '../keys/index.ts';
import { groupsOf } from '../members/groups/index.ts';
import { invitationsOf, type Member, membersOf } from '../members/index.ts';
import { chainOf } from '../tenants/index.ts';
import { agentsWithCredentials } from './agents.ts';
import type { Access, AccessDeps } from './line.ts';

/** All of it, in the order of `ACCESS_KINDS`. */
export async function accessOf(deps: AccessDeps, tenantId: string): Promise<Access[]> {
  const members = await membersOf(deps.db, tenantId);
  return [
    ...(await placesOf(deps.db, tenantId, members)),
    ...(await openInvitations(deps, tenantId)),
    ...(await groupPlacesOf(deps.db, tenantId, members)),
    ...(await workingKeys(deps, tenantId)),
    ...(await agentsWithCredentials(deps, tenantId)),
    ...(await chatAccountsOf(deps.db, tenantId, members)),
    ...(await issuersOf(deps.db, tenantId)),
  ];
}

async function placesOf(db: Database, tenantId: string, members: readonly Member[]): Promise<Access[]> {
  const grants = await grantsOfRoles(db, tenantId);
  return members.map(({ memberId, name, role, sandboxRole, joinedAt, seenAt }) => ({
    kind: 'member',
    id: memberId,
    name,
    granted: { role, sandbox_role: sandboxRole },
    grantedBy: grants.get(memberId)?.by ?? null,
    since: grants.get(memberId)?.at ?? joinedAt,
    lastUsedAt: seenAt,
    endsAt: null,
  }));
}

/** Finds who gave each member their role, by the records of joining and of changes. */
async function grantsOfRoles(db: Database, tenantId: string) {
  const rows = await db
    .selectFrom('member_invitations')
    .select(['invitation_id', 'invited_by'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const inviters = new Map(rows.map(({ invitation_id: id, invited_by: by }) => [id, by]));
  const grants = new Map<string, { by: string | null; at: number }>();
  const chain = await chainOf(db, tenantId, 'production');
  for await (const page of changesOf(db, chain, ['member.join', 'member.change_role'])) {
    for (const { action, actor, at, change } of page) {
      if (change === null) continue;
      const by = action === 'member.join' ? inviters.get(String(change.invitation_id)) : actor;
      grants.set(String(change.member_id), { by: by ?? null, at });
    }
  }
  return grants;
}

async function openInvitations({ db, clock }: AccessDeps, tenantId: string): Promise<Access[]> {
  const open = await invitationsOf(db, tenantId, clock.now());
  return open.map(({ invitationId, email, role, sandboxRole, invitedBy, invitedAt, expiresAt }) => ({
    kind: 'invitation',
    id: invitationId,
    name: email ?? 'Anyone with the link',
    granted: { role, sandbox_role: sandboxRole },
    grantedBy: invitedBy,
    since: invitedAt,
    lastUsedAt: null,
    endsAt: expiresAt,
  }));
}

async function groupPlacesOf(db: Database, tenantId: string, members: readonly Member[]): Promise<Access[]> {
  const byId = new Map(members.map((member) => [member.memberId, member]));
  const groups = (await groupsOf(db, tenantId)).filter(({ deleted_at }) => deleted_at === null);
  return groups.flatMap((group) =>
    group.members.flatMap((memberId): Access[] => {
      const member = byId.get(memberId);
      if (member === undefined) return [];
      return [
        {
          kind: 'group_member',
          id: `${group.group_id}/${memberId}`,
          name: `${member.name} in ${group.name}`,
          granted: { group: group.name },
          // A group states all its members with each change, so it is not known who added which.
          grantedBy: null,
          since: group.created_at,
          lastUsedAt: member.seenAt,
          endsAt: null,
        },
      ];
    }),
  );
}

async function workingKeys({ db, clock }: AccessDeps, tenantId: string): Promise<Access[]> {
  const found: Access[] = [];
  for await (const key of keysOf(db, tenantId)) {
    if (statusOf(key, clock.now()) !== 'active') continue;
    const { keyId, name, environment, scopes, agentId, madeBy, createdAt, lastUsedAt, expiresAt } = key;
    found.push({
      kind: 'key',
      id: keyId,
      name,
      granted: { environment, scopes: [...scopes], agent_id: agentId },
      grantedBy: madeBy,
      since: createdAt,
      lastUsedAt,
      endsAt: expiresAt,
    });
  }
  return found;
}

async function chatAccountsOf(db: Database, tenantId: string, members: readonly Member[]): Promise<Access[]> {
  const names = new Map(members.map(({ memberId, name }) => [memberId, name]));
  const rows = await db
    .selectFrom('chat_accounts')
    .select(['account_id', 'kind', 'account', 'member_id', 'tied_at'])
    .where('tenant_id', '=', tenantId)
    .where('untied_at', 'is', null)
    .orderBy('tied_at')
    .execute();
  return rows.flatMap(({ account_id: id, kind, account, member_id: memberId, tied_at: since }): Access[] => {
    const name = names.get(memberId);
    // The account of someone who has left decides nothing.
    if (name === undefined) return [];
    const granted = { chat: kind, account, member_id: memberId };
    return [
      {
        kind: 'chat_account',
        id,
        name: `${name} at ${kind}`,
        granted,
        grantedBy: memberId,
        since,
        lastUsedAt: null,
        endsAt: null,
      },
    ];
  });
}

async function issuersOf(db: Database, tenantId: string): Promise<Access[]> {
  const issuers = (await listIssuers(db, tenantId)).filter(({ status }) => status === 'active');
  return issuers.map(({ issuerId, name, issuer, audience, mapping, createdBy, createdAt }) => ({
    kind: 'issuer',
    id: issuerId,
    name,
    granted: { issuer, audience, mapping: parseJson(canonicalJson({ ...mapping })) as JsonObject },
    grantedBy: createdBy,
    since: createdAt,
    lastUsedAt: null,
    endsAt: null,
  }));
}
