/** Finds the people to tell that an approval waits: those who are asked, and the stand-ins of those who are away. */
import type { Database } from '../../database/open.ts';
import { ownerOf } from '../../tenants/index.ts';
import type { Member } from '../member.ts';
import { areAlike } from '../names-alike.ts';
import { type Behind, namesOfPeople } from '../names-of-people.ts';
import { personsBehind } from '../persons.ts';
import { capacityOf, type People, peopleOf } from './people.ts';

/** The part of a route that names groups. */
interface AskedGroups {
  ask: readonly { group: string }[];
  then?: { at: string; groups: readonly string[] };
}

/** The approval, and who asked for it. */
interface Waiting {
  chain: number;
  requested_by: string | null;
  user_id: string | null;
}

/** The groups that are asked at a moment; null: everyone who may decide. */
export function groupsAskedAt({ ask, then }: AskedGroups, at: number): string[] | null {
  if (ask.length === 0) return null;
  const later = then !== undefined && Date.parse(then.at) <= at ? then.groups : [];
  return [...new Set([...ask.map(({ group }) => group), ...later])];
}

/**
 * Returns the members to tell now: those who are asked, or their stand-ins while they are away, in the order in which
 * they joined. The person who asked is left out. All of them may decide by their role.
 * @param asked the route of the approval; null where it has none. @param at ms since the epoch.
 */
export async function membersAsked(
  db: Database,
  waiting: Waiting,
  asked: AskedGroups | null,
  at: number,
): Promise<Member[]> {
  const { tenantId, environment } = await ownerOf(db, waiting.chain);
  const people = await peopleOf(db, tenantId, environment, at);
  const asking = await askerOf(db, tenantId, waiting);
  const behind = new Map((await namesOfPeople(db, tenantId)).map((each) => [each.memberId, each]));
  const groups = asked === null ? null : groupsAskedAt(asked, at);
  return [...people.deciders.values()].filter((member) => {
    const person = behind.get(member.memberId);
    const isAsker = (memberId: string) => asking(behind.get(memberId) ?? { person: memberId, names: [] });
    return person !== undefined && !asking(person) && isToBeTold(people, member, groups, isAsker);
  });
}

function isToBeTold(
  people: People,
  { memberId }: Member,
  groups: readonly string[] | null,
  isAsker: (memberId: string) => boolean,
): boolean {
  const isPresent = !people.standIns.some((each) => {
    return each.memberId === memberId && people.deciders.has(each.standIn) && !isAsker(each.standIn);
  });
  if (groups === null) return isPresent || people.standIns.some(({ standIn }) => standIn === memberId);
  const { groups: own, stands_for } = capacityOf(people, memberId, groups);
  return (isPresent && own.length > 0) || stands_for.some(({ member_id }) => !isAsker(member_id));
}

/** Tells whether a person asked, someone asked in their name, or the action is for them. */
export async function askerOf(
  db: Database,
  tenantId: string,
  { requested_by, user_id }: Omit<Waiting, 'chain'>,
): Promise<(person: Behind) => boolean> {
  const behind =
    requested_by === null ? undefined : (await personsBehind(db, tenantId, [requested_by])).get(requested_by);
  const asking = [...(user_id === null ? [] : [user_id]), ...(behind?.names ?? [])];
  return ({ person, names }) =>
    person === behind?.person || asking.some((one) => names.some((name) => areAlike(name, one)));
}
