/**
 * The tools that a client may see and call: names as `server.tool`, with `*` for any characters. Letter case is ignored,
 * so that `deny` also holds at a server that ignores it.
 */
import type { ToolFilter } from '../../configuration/configuration.ts';

export type NameTest = (action: string) => boolean;

/** @returns true for a name that one of the patterns matches */
export function matcherOf(patterns: readonly string[]): NameTest {
  const tests = patterns.map(patternTest);
  return (action) => {
    const name = canonical(action);
    return tests.some((matches) => matches(name));
  };
}

/** @returns true for a name that passes each of the filters */
export function filterOf(...filters: readonly (ToolFilter | undefined)[]): NameTest {
  const tests = filters.flatMap((filter) => {
    if (filter === undefined) return [];
    const isDenied = matcherOf(filter.deny ?? []);
    const isAllowed = filter.allow === undefined ? () => true : matcherOf(filter.allow);
    return [(action: string) => isAllowed(action) && !isDenied(action)];
  });
  return (action) => tests.every((passes) => passes(action));
}

function canonical(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Goes through the parts in order, so that any pattern needs only one pass over the name. */
function patternTest(pattern: string): NameTest {
  const parts = canonical(pattern).split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return (name) => name === first;
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    let from = first.length;
    for (const part of rest) {
      const at = name.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return from <= name.length - last.length;
  };
}
