/**
 * Reduces a body to the part in which faults are searched: all faults are reported at once, up to a hundred.
 */

/** More than any schema allows, so that a list that is too long is still too long. */
const MAX_ITEMS = 1001;
/** Members that a schema does not name. */
const MAX_OTHER_MEMBERS = 1001;

/** The members that a schema names, at any depth. */
export function namesIn(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  visit(schema, names);
  return names;
}

function visit(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') for (const name of Object.keys(value)) names.add(name);
    visit(value, names);
  }
}

/**
 * A copy without the rest of long lists, and without most members that no schema names. The order does not
 * change.
 */
export function cutToReportedFaults(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ITEMS).map((item) => cutToReportedFaults(item, names));
  }
  if (typeof value !== 'object' || value === null) return value;
  // Without a list of all members: there may be 30,000, and making the list takes a third of the longest
  // turn.
  const members = value as Record<string, unknown>;
  const kept: [string, unknown][] = [];
  let others = 0;
  for (const name in members) {
    if (names.has(name) || ++others <= MAX_OTHER_MEMBERS) {
      kept.push([name, cutToReportedFaults(members[name], names)]);
    }
  }
  return Object.fromEntries(kept);
}
