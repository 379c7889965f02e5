/** A reviewer does not keep their own access, unless no one else could review it. */
import type { Database } from '../database/open.ts';
import { MANAGES_MEMBERS, type Principal } from '../keys/index.ts';
import { membersOf, personsBehind, scopesOf } from '../members/index.ts';
import type { Access } from './line.ts';

export interface Own {
  /** Whether it is access of the caller's: their place, or anything behind which they stand. */
  isOwn(access: Access): boolean;
  /** Whether no other person can review. */
  isAlone: boolean;
}

export async function ownOf(
  db: Database,
  { party, tenantId }: Principal,
  lines: readonly Access[],
): Promise<Own> {
  const members = await membersOf(db, tenantId);
  const reviewers = members.filter(({ role }) => scopesOf(role).has(MANAGES_MEMBERS));
  const parties = new Set([party, ...reviewers.map(({ memberId }) => memberId)]);
  for (const line of lines) parties.add(partyOf(line) ?? party);
  const behind = await personsBehind(db, tenantId, [...parties]);
  const isMaker = (other: string) => behind.get(other)?.person === behind.get(party)?.person;
  return {
    isOwn(access) {
      const holder = partyOf(access);
      return holder !== null && isMaker(holder);
    },
    isAlone: reviewers.every(({ memberId }) => isMaker(memberId)),
  };
}

/** The member or key that it is the access of; null for an issuer's or an agent's. */
function partyOf({ kind, id, granted }: Access): string | null {
  if (kind === 'member' || kind === 'key') return id;
  if (kind === 'group_member') return id.split('/')[1] ?? null;
  return kind === 'chat_account' ? String(granted.member_id) : null;
}
