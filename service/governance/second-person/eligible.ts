/** The members who may decide on a change of governance. A change that needs two people is refused where there is only one. */
import { sql } from 'kysely';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import { ROLES, type Scope } from '../../keys/index.ts';
import { scopesOf } from '../../members/index.ts';
import type { Environment } from '../../tenants/index.ts';
import { type Area, scopeFor } from './areas.ts';

/** The people whom a change of an area takes: one asks, another decides. */
export const PEOPLE_NEEDED = 2;

export interface Place {
  tenantId: string;
  environment: Environment;
}

/** The members who have the scope that a change of the area needs, as a query. */
export function eligibleFor(db: Database, { tenantId, environment }: Place, area: Area) {
  const role =
    environment === 'sandbox' ? sql<string>`COALESCE(sandbox_role, role)` : sql.ref<string>('role');
  return db
    .selectFrom('members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where(role, 'in', rolesWith(scopeFor(area)));
}

function rolesWith(scope: Scope): string[] {
  return ROLES.filter((role) => scopesOf(role).has(scope));
}

/** The areas whose changes are recorded in the environment: roles are managed in production, for both. */
export function areasIn(environment: Environment, areas: readonly Area[]): Area[] {
  return areas.filter((area) => area !== 'roles' || environment === 'production');
}

/** Holds the change to what {@link requireSecondPerson} found, in its transaction. */
export function stillEligible(db: Database, place: Place, areas: readonly Area[]): BoundStatement[] {
  return areasIn(place.environment, areas).map((area) =>
    bound(eligibleFor(db, place, area).limit(PEOPLE_NEEDED), PEOPLE_NEEDED),
  );
}

/** @throws {Failure} `conflict` where fewer than two members could decide on changes of one of these areas. */
export async function requireSecondPerson(db: Database, place: Place, areas: readonly Area[]): Promise<void> {
  for (const area of areasIn(place.environment, areas)) {
    const found = await eligibleFor(db, place, area).limit(PEOPLE_NEEDED).execute();
    if (found.length >= PEOPLE_NEEDED) continue;
    const who = area === 'roles' ? 'owners' : 'owners or admins';
    throw Failure.conflict(
      'second_person_missing',
      `A second person for ${area} takes two members who can decide: there are fewer than two ${who}. Invite one first.`,
    );
  }
}
