/**
 * What members are called. No two members of a tenant have names that are taken for one another, or the other's address
 * for a name; a new name is evidence in each tenant of its person.
 */
import { type BoundStatement, bound } from '../database/append-store.ts';
import type { Database } from '../database/open.ts';
import { recordChange } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import { chainOf } from '../tenants/index.ts';
import type { MemberDeps } from './invite.ts';
import { areAlike } from './names-alike.ts';
import { membersOf } from './store.ts';

/** @throws {Failure} `conflict` where a member of one of their tenants has such a name. */
export async function renamePerson(deps: MemberDeps, userId: string, name: string): Promise<void> {
  const { db } = deps;
  const person = db.selectFrom('people').select('name').where('id', '=', userId);
  const { name: earlier } = await person.executeTakeFirstOrThrow();
  const places = await db
    .selectFrom('members')
    .select(['tenant_id', 'member_id'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('joined_at')
    .execute();
  for (const { tenant_id } of places) await requireFreeName(db, tenant_id, userId, name);
  // The first one changes the name, and the others hold only where it has changed.
  const update = db.updateTable('people').set({ name }).where('id', '=', userId).where('name', '=', earlier);
  for (const [place, { tenant_id: tenantId, member_id: memberId }] of places.entries()) {
    const changed = place === 0 ? update : person.where('name', '=', name);
    const { kind } = await recordChange(deps, {
      chain: await chainOf(db, tenantId, 'production'),
      action: 'member.rename',
      actor: memberId,
      change: { member_id: memberId, name, earlier_name: earlier },
      statements: [bound(changed, 1), noNamesake(db, tenantId, userId, name)],
    });
    if (kind !== 'appended') throw taken();
  }
}

/** @throws {Failure} `conflict` */
export async function requireFreeName(
  db: Database,
  tenantId: string,
  userId: string,
  name: string,
): Promise<void> {
  if (await isTaken(db, tenantId, name, userId)) throw taken();
}

async function isTaken(db: Database, tenantId: string, name: string, userId?: string): Promise<boolean> {
  const others = (await membersOf(db, tenantId)).filter((member) => member.userId !== userId);
  return others.some((other) => areAlike(other.name, name) || areAlike(other.email, name));
}

/** For who can't be asked for another one: with their address behind it, where a member has it. */
export async function freeNameFor(
  db: Database,
  tenantIds: readonly string[],
  { name, email }: { name: string; email: string },
): Promise<string> {
  for (const tenantId of tenantIds) if (await isTaken(db, tenantId, name)) return `${name} (${email})`;
  return name;
}

/** Of two who take one name at the same moment, one gets it. */
export function noNamesake(db: Database, tenantId: string, userId: string, name: string): BoundStatement {
  const namesakes = db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.user_id')
    .select('members.member_id')
    .where('members.tenant_id', '=', tenantId)
    .where('members.removed_at', 'is', null)
    .where('members.user_id', '<>', userId)
    .where('people.name', '=', name);
  return bound(namesakes, 0);
}

function taken(): Failure {
  return new Failure('conflict', 'A member here has this name, or one that is taken for it: choose another.');
}
