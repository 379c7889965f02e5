/** Tampering with members: who is one, and what they may do. */
import { sql } from 'kysely';
import { at, nowhere, run, type Tampering } from './tampering.ts';

const alter = (change: string) =>
  run(({ tenantId }) => sql`UPDATE members SET ${sql.raw(change)} WHERE tenant_id = ${tenantId}`);
/** The last record of the member. */
const LAST = at('member.remove');

const member = (
  promise: string,
  tamper: Tampering['tamper'],
  index: Tampering['index'],
  what: RegExp,
): Tampering => ({ promise, tables: ['members'], tamper, registry: 'members', index, what });

export const MEMBERS: Tampering[] = [
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
