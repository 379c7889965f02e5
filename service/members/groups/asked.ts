/** Finds the people to tell that an approval waits: those who are asked, and the stand-ins of those who are away. */
import type { Database } from '../../database/open.ts';
import { ownerOf } from '../../tenants/index.ts';
import type { Member } from '../member.ts';
import { areAlike } from '../names-alike.ts';
import type { Behind } from '../names-of-people.ts';
import { personsBehind } from '../persons.ts';
import { capacityOf, type People, peopleOf } from './people.ts';

/** The part of a route that names groups. */
interface AskedGroups {
  ask: readonly { group: string }[];
  later?: { at: string; groups: readonly string[] };
}

/** The approval, and who asked for it. */
interface Waiting {
  chain: number;
  requested_by: string | null;
  user_id: string | null;
}

/** The groups that are asked at a moment; null: everyone who may decide. */
export function groupsAskedAt({ ask, later }: AskedGroups, at: number): string[] | null {
  if (ask.length === 0) return null;
  const others = later !== undefined && Date.parse(later.at) <= at ? later.groups : [];
  return [...new Set([...ask.map(({ group }) => group), ...others])];
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
  const { requested_by } = waiting;
  const parties = [...people.deciders.keys(), ...(requested_by === null ? [] : [requested_by])];
  const behind = await personsBehind(db, tenantId, parties);
  const asking = askerIn(behind, waiting);
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

/**
 * Tells whether a person asked, someone asked in their name, or the action is for them.
 * @param behind the persons behind all parties that are compared, looked up together.
 */
export function askerIn(
  behind: ReadonlyMap<string, Behind>,
  { requested_by, user_id }: Omit<Waiting, 'chain'>,
): (person: Behind) => boolean {
  const asker = requested_by === null ? undefined : behind.get(requested_by);
  const asking = [...(user_id === null ? [] : [user_id]), ...(asker?.names ?? [])];
  return ({ person, names }) =>
    person === asker?.person || asking.some((one) => names.some((name) => areAlike(name, one)));
}
