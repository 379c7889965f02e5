/** The names under which people of a tenant are known: their name, their address, their subjects at single sign-on. */
import type { Database } from '../database/open.ts';

export interface Behind {
  /** The same for everything that is one party. */
  person: string;
  /** A person's name, address and subjects at an identity provider; empty for a key that stands for itself. */
  names: readonly string[];
}

export interface NamedPerson extends Behind {
  memberId: string;
}

/**
 * Includes people who have left: if they return, they are the same person. A subject is taken for theirs at any
 * issuer: a person who is wrongly taken for another only may not decide.
 * @param memberIds all by default.
 */
export async function namesOfPeople(
  db: Database,
  tenantId: string,
  memberIds?: readonly string[],
): Promise<NamedPerson[]> {
  let rows = db
    .selectFrom('members')
    .leftJoin('people', 'people.id', 'members.user_id')
    .leftJoin('person_accounts', (join) =>
      join
        .onRef('person_accounts.user_id', '=', 'members.user_id')
        .on('person_accounts.provider_id', '<>', 'credential'),
    )
    .select(['members.member_id', 'members.user_id', 'people.name', 'people.email', 'account_id'])
    .where('members.tenant_id', '=', tenantId);
  if (memberIds !== undefined) rows = rows.where('members.member_id', 'in', memberIds);
  const byMember = Map.groupBy(await rows.execute(), ({ member_id }) => member_id);
  return [...byMember].map(([memberId, accounts]) => {
    const [one] = accounts;
    const names = [one?.name, one?.email, ...accounts.map(({ account_id }) => account_id)];
    const given = names.filter((name) => typeof name === 'string');
    return { memberId, person: one?.user_id ?? memberId, names: given };
  });
}
