/**
 * The person of a token: the one whom its agent acts for, or its subject where it names no one. A member whom these name
 * is the same person, so that an agent is never a second party beside the person it acts for.
 */
import type { Database } from '../database/open.ts';
import { areAlike } from './names-alike.ts';
import { type Behind, namesOfPeople } from './names-of-people.ts';

/** Whether a party came with a token. Its row in `token_parties` says whom the token names. */
export function isTokenParty(party: string): boolean {
  return /^tok_[0-9a-f]{32}$/.test(party);
}

/** @param parties ids of tokens. A party without a row is unknown, and stands for itself. */
export async function personsOfTokens(
  db: Database,
  tenantId: string,
  parties: readonly string[],
): Promise<ReadonlyMap<string, Behind>> {
  if (parties.length === 0) return new Map();
  const tokens = await db
    .selectFrom('token_parties')
    .select(['party', 'subject', 'user_id'])
    .where('tenant_id', '=', tenantId)
    .where('party', 'in', parties)
    .orderBy('party')
    .execute();
  const people = await namesOfPeople(db, tenantId);
  const found = new Map<string, Behind>();
  for (const { party, subject, user_id } of tokens) {
    const own = user_id ?? subject;
    const isNamed = (name: string) => areAlike(name, own) || name === subject;
    const known = people.find(({ names }) => names.some(isNamed));
    const earlier = [...found.values()].find(({ names }) => names.some((name) => areAlike(name, own)));
    found.set(party, {
      person: known?.person ?? earlier?.person ?? party,
      names: [own, ...(known?.names ?? [])],
    });
  }
  return found;
}
