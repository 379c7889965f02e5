/** Finds out whether a person's decision would count for an approval whose route asks groups, and in which capacity. Pure. */
import type { AskedRoute } from '../../governance/settings/routes/index.ts';
import type { Capacity } from '../../members/groups/index.ts';
import { countApprovals, type Given } from './counting.ts';

/** The person who wants to decide. */
export interface Decider {
  /** The same for everything that is one party. */
  person: string;
  /** They asked for the action themselves, or it is for them. */
  isAsker: boolean;
  /** An owner of the tenant. */
  isOwner: boolean;
  /** Their capacity at this moment, among the groups that are asked; null for a key that belongs to no member. */
  capacity: Capacity | null;
  /** The person of a member whom they stand in for, and whether that person asked. */
  absent(memberId: string): { person: string; isAsker: boolean };
}

export interface Right {
  /** Whether an approval would count. */
  approves: boolean;
  rejects: boolean;
  /** Whether it would be the last approval that is needed. */
  isLast: boolean;
  /** The capacity for the record; null where no group is asked. */
  capacity: Capacity | null;
  /**
   * `not_asked`: in none of the groups. `no_member`: a key that belongs to no member. `given`: their groups have approved.
   * The others are about changes of governance.
   */
  why:
    | 'not_asked'
    | 'no_member'
    | 'given'
    | 'no_member_governs'
    | 'may_not_govern'
    | 'asked_themselves'
    | null;
}

/** @param given the approvals so far. @param required how many are needed. @param at ms since the epoch. */
export function rightOf(
  asked: AskedRoute | null,
  required: number,
  given: readonly Given[],
  decider: Decider,
  at: number,
): Right {
  if (asked === null || asked.ask.length === 0) {
    const isLast = given.length + 1 >= required;
    return { approves: true, rejects: true, isLast, capacity: null, why: null };
  }
  const { capacity, isOwner, person } = decider;
  const nothing = { approves: false, rejects: isOwner, isLast: false, capacity: NO_CAPACITY };
  if (capacity === null) return { ...nothing, why: 'no_member' };
  const own = withoutUsed(capacity, given, decider);
  if (own.groups.length === 0 && own.stands_for.length === 0) return { ...nothing, why: 'not_asked' };
  const standsFor = own.stands_for.map(({ member_id, groups }) => {
    return { person: decider.absent(member_id).person, groups };
  });
  const before = countApprovals(asked, required, given);
  const after = countApprovals(asked, required, [...given, { person, at, groups: own.groups, standsFor }]);
  const approves = after.count > before.count;
  return {
    approves,
    rejects: true,
    isLast: after.isEnough,
    capacity: own,
    why: approves ? null : 'given',
  };
}

const NO_CAPACITY: Capacity = { groups: [], stands_for: [] };

/**
 * No one decides through a stand-in on what they asked for, neither as the one nor as the other, and a right that is used
 * already is not used again by a stand-in.
 */
function withoutUsed(
  { groups, stands_for }: Capacity,
  given: readonly Given[],
  { isAsker, absent }: Decider,
): Capacity {
  if (isAsker) return { groups, stands_for: [] };
  const used = new Set(given.flatMap((each) => [each.person, ...each.standsFor.map(({ person }) => person)]));
  return {
    groups,
    stands_for: stands_for.filter(({ member_id }) => {
      const { person, isAsker: hasAsked } = absent(member_id);
      return !hasAsked && !used.has(person);
    }),
  };
}
