/** Tampering with members and their roles. */
import { sql } from 'kysely';
import { at, nowhere, run, type Tampering } from '../tampering.ts';

const alter = (change: string) =>
  run(({ tenantId }) => sql`UPDATE members SET ${sql.raw(change)} WHERE tenant_id = ${tenantId}`);
/** The member's last record. */
const LAST = at('member.remove');

const member = (
  promise: string,
  tamper: Tampering['tamper'],
  index: Tampering['index'],
  what: RegExp,
): Tampering => ({ promise, tables: ['members'], tamper, registry: 'members', index, what });

const invitation = (promise: string, change: string, what: RegExp): Tampering => ({
  promise,
  tables: ['member_invitations'],
  tamper: run(
    ({ tenantId }) =>
      sql`UPDATE member_invitations SET ${sql.raw(change)} WHERE tenant_id = ${tenantId} AND role = 'viewer'`,
  ),
  registry: 'invitations',
  index: at('member.invite'),
  what,
});

const INVITATIONS: Tampering[] = [
  invitation('an-invitation-of-an-owner', "role = 'owner'", /not as it was made: role/),
  invitation('an-invitation-of-another', "email = 'eve@evil.example'", /not as it was made: email/),
  invitation('an-invitation-by-another-link', "token_hash = 'x'", /not as it was made: link_fingerprint/),
  invitation('an-invitation-that-lasts', 'expires_at = expires_at + 1', /not as it was made: expires_at/),
  invitation('an-invitation-that-was-not-used', 'joined_at = 1', /used at another time/),
  invitation('an-invitation-that-was-not-withdrawn', 'withdrawn_at = 1', /withdrawn at another time/),
  {
    promise: 'an-invitation-that-is-gone',
    tables: ['member_invitations'],
    tamper: run(
      ({ tenantId }) => sql`DELETE FROM member_invitations WHERE tenant_id = ${tenantId} AND role = 'viewer'`,
    ),
    registry: 'invitations',
    index: at('member.invite'),
    what: /was made, but is not there/,
  },
  {
    promise: 'a-member-under-another-name',
    tables: ['people'],
    tamper: run(() => sql`UPDATE people SET name = 'Eve'`),
    registry: 'people',
    index: at('member.begin_reset'),
    what: /the name is not as recorded/,
  },
];

export const MEMBERS: Tampering[] = [
  ...INVITATIONS,
  member(
    'a-member-that-is-gone',
    run(({ tenantId }) => sql`DELETE FROM members WHERE tenant_id = ${tenantId}`),
    at('member.join'),
    /joined, but is not there/,
  ),
  member(
    'an-invented-member',
    run(
      ({ tenantId }) =>
        sql`INSERT INTO members (tenant_id, member_id, user_id, role, joined_at) VALUES (${tenantId}, 'mbr_0123456789abcdef01234567', 'u', 'owner', 1)`,
    ),
    nowhere,
    /mbr_0123456789abcdef01234567 has no record of how they joined/,
  ),
  member('a-role-that-was-raised', alter("role = 'owner'"), LAST, /is not the role on record/),
  member('a-role-raised-in-the-sandbox', alter("sandbox_role = 'owner'"), LAST, /is not the role on record/),
  member(
    'a-removed-member-that-is-back',
    alter('removed_at = NULL'),
    LAST,
    /was removed, but is a member again/,
  ),
  member(
    'a-member-removed-at-another-time',
    alter('removed_at = removed_at + 1'),
    LAST,
    /there is no record of it/,
  ),
];
