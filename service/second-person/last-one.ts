/** Refuses to remove a member who can decide if only one would be left, while a setting needs two. */
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { Failure } from '../foundation/failure.ts';
import type { GovernanceCache } from '../governance/index.ts';
import {
  areasIn,
  type ChangeMade,
  eligibleFor,
  PEOPLE_NEEDED,
  scopeFor,
} from '../governance/second-person/index.ts';
import type { Role } from '../keys/index.ts';
import { scopesOf } from '../members/index.ts';
import { chainOf, ENVIRONMENTS, ownerOf } from '../tenants/index.ts';
import { neededIn } from './in-force.ts';

const LOSING: readonly string[] = ['member.change_role', 'member.remove'];

/**
 * @returns the statements that hold the change to what was found, in its transaction.
 * @throws {Failure} `conflict` where too few members would be left.
 */
export async function keepingSecondPerson(
  { db, governance }: { db: Database; governance: GovernanceCache },
  chain: number,
  made: ChangeMade,
): Promise<BoundStatement[]> {
  if (!LOSING.includes(made.action)) return [];
  const { tenantId } = await ownerOf(db, chain);
  const memberId = String(made.change.member_id);
  const statements: BoundStatement[] = [];
  for (const environment of ENVIRONMENTS) {
    const own = await chainOf(db, tenantId, environment);
    const { areas } = await neededIn({ db, governance }, own);
    for (const area of areasIn(environment, areas)) {
      const role = roleAfter(made, environment);
      if (role !== null && scopesOf(role).has(scopeFor(area))) continue;
      const eligible = eligibleFor(db, { tenantId, environment }, area);
      const isOne = await eligible.where('member_id', '=', memberId).executeTakeFirst();
      if (isOne === undefined) continue;
      const others = await eligible.where('member_id', '<>', memberId).limit(PEOPLE_NEEDED).execute();
      if (others.length < PEOPLE_NEEDED) throw tooFewLeft(environment, area);
      statements.push(bound(eligible.limit(PEOPLE_NEEDED), PEOPLE_NEEDED));
    }
  }
  return statements;
}

/** null for a member who is removed. */
function roleAfter({ action, change }: ChangeMade, environment: string): Role | null {
  if (action === 'member.remove') return null;
  return (environment === 'sandbox' ? (change.sandbox_role ?? change.role) : change.role) as Role;
}

function tooFewLeft(environment: string, area: string): Failure {
  return Failure.conflict(
    'last_second_person',
    `The settings of ${environment} need a second person for ${area}, and only one who can decide would be left: give another member that role first.`,
  );
}
