/**
 * Counts approvals of a route that asks groups. Each group needs its number of approvals from different people. A person
 * counts once, in one capacity: for a group of their own, or for a group of someone they stand in for. Pure.
 */
import type { AskedRoute } from '../../governance/settings/routes/index.ts';

/** One approval. */
export interface Given {
  /** The person who gave it. */
  person: string;
  /** ms since the epoch. */
  at: number;
  /** Their own groups at that time. */
  groups: readonly string[];
  /** The people whom they stood in for, with the groups of each. */
  standsFor: readonly { person: string; groups: readonly string[] }[];
}

export interface Counted {
  /** The approvals that each asked group has, in the order of the route. */
  given: number[];
  /** All approvals that count. */
  count: number;
  isEnough: boolean;
}

/** A place that one approval fills: of one of these groups. */
type Place = readonly string[];

/** @param required never less than the groups need together; more may come from any group that is asked. */
export function countApprovals(
  { ask, later }: Pick<AskedRoute, 'ask' | 'later'>,
  required: number,
  given: readonly Given[],
): Counted {
  if (ask.length === 0) {
    return { given: [], count: Math.min(given.length, required), isEnough: given.length >= required };
  }
  const places: Place[] = ask.flatMap(({ group, approvals }) => Array<Place>(approvals).fill([group]));
  const all = ask.map(({ group }) => group);
  while (places.length < required) places.push(all);
  const usable = usableGroups(given);
  const laterFrom = later === undefined ? Number.POSITIVE_INFINITY : Date.parse(later.at);
  const fits = (approval: number, place: number) => {
    const groups = usable[approval] ?? [];
    const isLater =
      (given[approval]?.at ?? 0) >= laterFrom && groups.some((id) => later?.groups.includes(id));
    return isLater || groups.some((id) => places[place]?.includes(id));
  };
  const filled = matched(given.length, places.length, fits);
  let first = 0;
  const byGroup = ask.map(({ approvals }) => {
    const own = filled.slice(first, first + approvals);
    first += approvals;
    return own.filter((by) => by !== null).length;
  });
  const count = filled.filter((by) => by !== null).length;
  return { given: byGroup, count, isEnough: count === places.length };
}

/**
 * The groups that each approval may count for. Someone who decided themselves is not stood in for, and no person's right is
 * used twice: the first stand-in uses it.
 */
function usableGroups(given: readonly Given[]): string[][] {
  const used = new Set(given.map(({ person }) => person));
  return given.map(({ groups, standsFor }) => {
    const usable = [...groups];
    for (const absent of standsFor) {
      if (used.has(absent.person)) continue;
      used.add(absent.person);
      usable.push(...absent.groups);
    }
    return usable;
  });
}

/** The greatest matching, by augmenting paths. @returns for each place the approval that fills it, or null. */
function matched(
  approvals: number,
  places: number,
  fits: (approval: number, place: number) => boolean,
): (number | null)[] {
  const filled: (number | null)[] = Array(places).fill(null);
  const place = (approval: number, seen: Set<number>): boolean => {
    for (let at = 0; at < places; at += 1) {
      if (seen.has(at) || !fits(approval, at)) continue;
      seen.add(at);
      const by = filled[at] ?? null;
      if (by !== null && !place(by, seen)) continue;
      filled[at] = approval;
      return true;
    }
    return false;
  };
  for (let approval = 0; approval < approvals; approval += 1) place(approval, new Set());
  return filled;
}
