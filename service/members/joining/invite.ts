/** Invites a person by a link that works once, until it expires. Its token is stored only as a hash. */
import { domainToUnicode } from 'node:url';
import { bound } from '../../database/evidence/append-store.ts';
import { OPERATOR, recordChange, type Stamp, stampNow } from '../../evidence/changes/index.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import {
  fingerprintOf,
  MANAGES_MEMBERS,
  type Principal,
  type Role,
  requireProduction,
  requireScope,
  stillMay,
} from '../../keys/index.ts';
import { chainOf, type Tier, USERS_OF_TIER } from '../../tenants/index.ts';
import { hashToken } from '../identity/single-use.ts';
import {
  type Invitation,
  type MemberDeps,
  normalizedEmail,
  PROVISIONS_MEMBERS,
  scopesOf,
} from '../member.ts';
import { poses } from '../names-alike.ts';
import { invitationsOf, membersOf } from '../store.ts';

export interface Offer {
  /** null: anyone with the link, for the first owner. */
  email: string | null;
  role: Role;
  sandboxRole: Role | null;
}

const LIFETIME_MS = 7 * DAY_MS;
const FIRST_OWNER_LIFETIME_MS = DAY_MS;
const TOKEN_BYTES = 32;

export function invitationHash(token: string): Uint8Array {
  return Buffer.from(hashToken(token), 'hex');
}

/**
 * @param maker null for the operator.
 * @returns the invitation, and its token, which is returned only here.
 * @throws {Failure} `forbidden` if the maker may not offer that role, or no longer; `conflict` if the person is a member
 * already, or the tier has no place left; `invalid` for an address that imitates another.
 */
export async function inviteMember(
  deps: MemberDeps,
  tenant: { tenantId: string; tier: Tier },
  maker: Principal | null,
  offer: Offer,
): Promise<{ invitation: Invitation; token: string }> {
  if (maker !== null) requireMayManage(maker, [offer.role, offer.sandboxRole]);
  const email = offer.email === null ? null : normalizedEmail(offer.email);
  if (offer.email !== null) requireHonestAddress(offer.email);
  await requirePlace(deps, tenant, email);
  const stamp = stampNow(deps);
  const bytes = Buffer.alloc(TOKEN_BYTES);
  deps.fillRandom(bytes);
  const token = bytes.toString('base64url');
  const invitation: Invitation = {
    ...offer,
    email,
    invitationId: deps.ids.random('inv'),
    tenantId: tenant.tenantId,
    invitedBy: maker?.party ?? OPERATOR,
    invitedAt: stamp.at,
    expiresAt: stamp.at + (email === null ? FIRST_OWNER_LIFETIME_MS : LIFETIME_MS),
  };
  const result = await recordChange(deps, {
    chain: await chainOf(deps.db, tenant.tenantId, 'production'),
    stamp,
    action: 'member.invite',
    actor: maker ?? OPERATOR,
    change: {
      invitation_id: invitation.invitationId,
      email,
      role: offer.role,
      sandbox_role: offer.sandboxRole,
      expires_at: new Date(invitation.expiresAt).toISOString(),
      link_fingerprint: fingerprintOf(invitationHash(token)),
    },
    statements: [
      ...(maker === null ? [] : [stillMay(deps.db, maker)]),
      bound(
        deps.db.insertInto('member_invitations').values({
          tenant_id: tenant.tenantId,
          invitation_id: invitation.invitationId,
          email,
          role: offer.role,
          sandbox_role: offer.sandboxRole,
          token_hash: invitationHash(token),
          invited_by: invitation.invitedBy,
          invited_at: stamp.at,
          expires_at: invitation.expiresAt,
        }),
        1,
      ),
    ],
  });
  if (result.kind === 'appended') return { invitation, token };
  throw new Failure('forbidden', 'Your role or your key has changed meanwhile: ask again.');
}

/**
 * Members are managed from production, by owners and by keys that an owner made for that. Such a key must
 * have all scopes of the roles involved: the person's current ones and their new ones.
 * @throws {Failure} `forbidden`; `scope_missing`; `wrong_environment`.
 */
export function requireMayManage(maker: Principal, roles: readonly (Role | null)[]): void {
  requireScope(maker, MANAGES_MEMBERS);
  requireProduction(maker);
  const wanted = roles.flatMap((role) => (role === null ? [] : [...scopesOf(role)]));
  const lacking = [...new Set(wanted)].filter((scope) => {
    // It can do no more with members than the scope that is required above.
    return scope !== PROVISIONS_MEMBERS && !maker.scopes.has(scope);
  });
  if (lacking.length > 0) {
    throw new Failure('forbidden', `This API key lacks scopes of that role: ${lacking.join(', ')}.`);
  }
}

/**
 * Checks the domain in the form that is displayed. @throws {Failure} `invalid` for an address that imitates
 * another.
 */
function requireHonestAddress(email: string): void {
  const [, domain = ''] = email.split('@');
  if (!poses(email) && !poses(domainToUnicode(domain))) return;
  const message =
    'Value should have letters of one script and no invisible characters, so that it cannot imitate another address';
  throw Failure.invalid([{ field: ['email'], message, type: 'value_error' }]);
}

async function requirePlace(
  { db, clock }: MemberDeps,
  { tenantId, tier }: { tenantId: string; tier: Tier },
  email: string | null,
): Promise<void> {
  const members = await membersOf(db, tenantId);
  if (members.some((member) => member.email === email)) {
    throw new Failure('conflict', 'This person is a member already.', { conflict: 'member_exists' });
  }
  const open = await invitationsOf(db, tenantId, clock.now());
  // The link for the first owner takes no place: it expires once there is a member.
  const others = open.filter((invitation) => invitation.email !== null && invitation.email !== email).length;
  requireRoom(tier, members.length + others);
}

/** @throws {Failure} `conflict` if the tier allows no more users. */
export function requireRoom(tier: Tier, taken: number): void {
  const most = USERS_OF_TIER[tier];
  if (most === null || taken < most) return;
  const users = most === 1 ? 'one user' : `${most} users`;
  throw new Failure('conflict', `The tier ${tier} has ${users}, and all are taken or invited.`, {
    conflict: 'no_place_left',
  });
}

/** @throws {Failure} `not_found`; `forbidden`. */
export async function withdrawInvitation(
  deps: MemberDeps,
  maker: Principal,
  invitationId: string,
): Promise<void> {
  requireMayManage(maker, []);
  if (!(await withdraw(deps, maker, invitationId)))
    throw new Failure('not_found', 'There is no such invitation.');
}

/** @returns false if it can't be accepted any longer. */
async function withdraw(deps: MemberDeps, maker: Principal, invitationId: string): Promise<boolean> {
  const { tenantId } = maker;
  const stamp = stampNow(deps);
  const { recorded, statement } = withdrawalOf(deps, maker, { tenantId, invitationId }, stamp);
  const result = await recordChange(deps, {
    chain: await chainOf(deps.db, tenantId, 'production'),
    stamp,
    ...recorded,
    statements: [statement],
  });
  return result.kind === 'appended';
}

/**
 * The record of a withdrawal, and the statement that makes it: for a commit that may have more than this.
 * @param maker null for the operator.
 */
export function withdrawalOf(
  { db }: Pick<MemberDeps, 'db'>,
  maker: Principal | null,
  { tenantId, invitationId }: Pick<Invitation, 'tenantId' | 'invitationId'>,
  { at }: Stamp,
) {
  const withdrawal = db
    .updateTable('member_invitations')
    .set({ withdrawn_at: at })
    .where('tenant_id', '=', tenantId)
    .where('invitation_id', '=', invitationId)
    .where('joined_at', 'is', null)
    .where('withdrawn_at', 'is', null);
  return {
    recorded: {
      action: 'member.withdraw_invitation',
      actor: maker ?? OPERATOR,
      change: { invitation_id: invitationId },
    },
    statement: bound(withdrawal, 1),
  };
}
