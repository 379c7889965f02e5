/**
 * Names of members. No two members of a tenant have names that are taken for one another, or the other's address
 * for a name; a new name is evidence in each tenant of its person.
 */
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { digests, recordChange } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { chainOf } from '../tenants/index.ts';
import type { MemberDeps } from './member.ts';
import { areAlike, isPlainName } from './names-alike.ts';
import { actingAs, digestOfName, placesOf } from './record/index.ts';
import { membersOf } from './store.ts';

/**
 * Once the first record has changed the name, each further tenant has its record as well.
 * @throws {Failure} `invalid` for a name that does not show what it is; `conflict` where a member of one of their tenants has such a name.
 */
export async function renamePerson(
  deps: MemberDeps,
  userId: string,
  name: string,
  sessionId?: string,
): Promise<void> {
  const { db } = deps;
  const person = db.selectFrom('people').select('name').where('id', '=', userId);
  const { name: earlier } = await person.executeTakeFirstOrThrow();
  if (name === earlier) return;
  const places = await placesOf(db, userId);
  for (const { tenant_id } of places) await requireFreeName(db, tenant_id, userId, name);
  requirePlainName(name);
  const [first, ...others] = places;
  const update = db.updateTable('people').set({ name }).where('id', '=', userId).where('name', '=', earlier);
  if (first === undefined) {
    await update.execute();
    return;
  }
  const digest = digestOfName(await digests(db, deps.fillRandom), userId, name);
  const record = async (
    { tenant_id, member_id }: typeof first,
    statements: BoundStatement[],
  ): Promise<boolean> => {
    const { kind } = await recordChange(deps, {
      chain: await chainOf(db, tenant_id, 'production'),
      action: 'member.rename',
      actor: actingAs(member_id, sessionId),
      change: { member_id, name, earlier_name: earlier, person: { name: digest } },
      statements,
    });
    return kind === 'appended';
  };
  if (!(await record(first, [bound(update, 1), noNamesake(db, first.tenant_id, userId, name)])))
    throw taken();
  // If the condition fails, a later rename overtook this one and has its own record.
  for (const place of others) await record(place, [bound(person.where('name', '=', name), 1)]);
}

/** @throws {Failure} `invalid` */
export function requirePlainName(name: string): void {
  if (isPlainName(name)) return;
  const message = 'Value should be a name that can be seen, with letters of one script in each word';
  throw Failure.invalid([{ field: ['name'], message, type: 'value_error' }]);
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
  const names = [
    ...others.flatMap((other) => [other.name, other.email]),
    ...(await leftBy(db, tenantId, userId)),
  ];
  return names.some((each) => areAlike(each, name));
}

/** Names of members who have left: their decisions stay on record under these. */
async function leftBy(db: Database, tenantId: string, userId = ''): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.user_id')
    .select('people.name')
    .where('members.tenant_id', '=', tenantId)
    .where('members.removed_at', 'is not', null)
    .where('members.user_id', '<>', userId)
    .execute();
  return rows.map(({ name }) => name);
}

/** For people who can't be asked for another name: adds their address if a member has the name. */
export async function freeNameFor(
  db: Database,
  tenantIds: readonly string[],
  { name, email }: { name: string; email: string },
): Promise<string> {
  if (!isPlainName(name)) return email;
  for (const tenantId of tenantIds) if (await isTaken(db, tenantId, name)) return `${name} (${email})`;
  return name;
}

/** If two people take one name at the same moment, one gets it. */
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
  return new Failure(
    'conflict',
    'A member here has or had this name, or one that is taken for it: choose another.',
    {
      conflict: 'name_taken',
    },
  );
}
