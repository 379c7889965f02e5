/**
 * Decides an approval in random tenants, one decision after another, and compares with a search over all ways to give
 * people to groups: each person counts once and never for themselves, and no group is passed over.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AskedRoute } from '../../governance/settings/routes/index.ts';
import { countApprovals, type Given } from './counting.ts';
import { rightOf } from './right.ts';

const PEOPLE = ['ann', 'ben', 'cleo', 'dan', 'eve'];
const GROUPS = ['g1', 'g2', 'g3'];
const LATER_AT = 50;
const asList = <T>(items: readonly T[]) => fc.subarray([...items]);

const anyRoute = fc
  .record({
    numbers: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
    later: fc.option(asList(GROUPS), { nil: null }),
  })
  .map(({ numbers, later }): AskedRoute => {
    const ask = numbers.map((approvals, place) => ({ group: GROUPS[place] ?? '', approvals }));
    const also = later === null || later.length === 0 ? {} : { later: { at: iso(LATER_AT), groups: later } };
    return { name: 'r', ask, ...also };
  });

/** Who is in which groups, who stands in for whom, and who asked; it changes before each decision. */
const anyMoment = fc.record({
  person: fc.constantFrom(...PEOPLE),
  groups: fc.array(asList(GROUPS), { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
  standIns: fc.array(fc.option(fc.constantFrom(...PEOPLE), { nil: null }), {
    minLength: PEOPLE.length,
    maxLength: PEOPLE.length,
  }),
  at: fc.integer({ min: 0, max: 100 }),
});

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

const anyStory = fc.record({
  route: anyRoute,
  more: fc.integer({ min: 0, max: 2 }),
  asker: fc.constantFrom(...PEOPLE),
  moments: fc.array(anyMoment, { minLength: 1, maxLength: 12 }),
});

test('an-approval-needs-its-number-of-different-people-for-each-group', () => {
  let approved = 0;
  let byStandIn = 0;
  fc.assert(
    fc.property(anyStory, ({ route, more, asker, moments }) => {
      const required = route.ask.reduce((sum, { approvals }) => sum + approvals, 0) + more;
      const given: Given[] = [];
      for (const moment of moments) {
        const next = attempt(route, required, given, asker, moment);
        const before = countApprovals(route, required, given);
        assert.equal(before.isEnough, isEnough(route, required, given), 'the count is not the best one');
        if (next === null || before.isEnough) continue;
        const others = given.map(({ person }) => person);
        assert.ok(!others.includes(next.person), 'a person decided twice');
        for (const { person } of next.standsFor) {
          assert.ok(person !== asker && next.person !== asker, 'someone decided for themselves');
          assert.ok(!others.includes(person), 'someone was stood in for who had decided');
        }
        given.push(next);
        assert.equal(countApprovals(route, required, given).count, given.length, 'one does not count');
        byStandIn += next.standsFor.length;
      }
      if (countApprovals(route, required, given).isEnough) approved += 1;
    }),
    { numRuns: 3000 },
  );
  assert.ok(approved > 100 && byStandIn > 100, `only ${approved} approved, ${byStandIn} by a stand-in`);
});

/** Decides as the service does. @returns null where it is refused. */
function attempt(
  route: AskedRoute,
  required: number,
  given: readonly Given[],
  asker: string,
  {
    person,
    groups,
    standIns,
    at,
  }: { person: string; groups: string[][]; standIns: (string | null)[]; at: number },
): Given | null {
  if (given.some((each) => each.person === person)) return null;
  const groupsOf = (name: string) => groups[PEOPLE.indexOf(name)] ?? [];
  const absent = PEOPLE.filter((name) => name !== person && standIns[PEOPLE.indexOf(name)] === person);
  const right = rightOf(
    route,
    required,
    given,
    {
      person,
      isAsker: person === asker,
      isOwner: false,
      capacity: {
        groups: groupsOf(person),
        stands_for: absent.map((name) => ({ member_id: name, groups: groupsOf(name) })),
      },
      absent: (name) => ({ person: name, isAsker: name === asker }),
    },
    at,
  );
  if (!right.approves || right.capacity === null) return null;
  const standsFor = right.capacity.stands_for.map(({ member_id, groups: own }) => ({
    person: member_id,
    groups: own,
  }));
  return { person, at, groups: right.capacity.groups, standsFor };
}

/** Tries every way: each approval fills one place or none, by its own right or by that of one other person. */
function isEnough(route: AskedRoute, required: number, given: readonly Given[]): boolean {
  const places = route.ask.flatMap(({ group, approvals }) => Array<string[]>(approvals).fill([group]));
  while (places.length < required) places.push(route.ask.map(({ group }) => group));
  const deciders = new Set(given.map(({ person }) => person));
  const fits = (groups: readonly string[], at: number, place: readonly string[]) =>
    groups.some((id) => place.includes(id) || (at >= LATER_AT && (route.later?.groups ?? []).includes(id)));
  const fill = (place: number, used: ReadonlySet<number>, rights: ReadonlySet<string>): boolean => {
    const wanted = places[place];
    if (wanted === undefined) return true;
    return given.some(({ person, at, groups, standsFor }, each) => {
      if (used.has(each)) return false;
      const others = standsFor.filter((absent) => !deciders.has(absent.person));
      return [{ person, groups }, ...others].some(
        (right) =>
          !rights.has(right.person) &&
          fits(right.groups, at, wanted) &&
          fill(place + 1, new Set([...used, each]), new Set([...rights, right.person])),
      );
    });
  };
  return fill(0, new Set(), new Set());
}
