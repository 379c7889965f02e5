/** Reads filters (RFC 7644, section 3.4.2.2). Directories look users and groups up by `eq`; that, and `and`, is what is read. */
import { parseJson } from '@assize/evidence-format';
import { ScimRefusal } from './errors.ts';

/** The values of a resource by the path of their attribute, in lower case. */
export type Attributes = Readonly<Record<string, readonly string[]>>;

const CONDITION =
  /^\s*(?<path>[\w.:$-]+(?:\[[^\]]*\])?(?:\.\w+)?)\s+eq\s+(?<value>"(?:[^"\\]|\\.)*"|true|false)/i;
const AND = /^\s+and\s+/i;
/** The part of an attribute's path that says nothing more here, such as `emails[type eq "work"].value`. */
const CHOICE = /\[[^\]]*\]/g;
const USER_SCHEMA = /^urn:[\w:.]+:(?=\w+$)/i;

/**
 * @param known the attributes that can be looked up, in lower case.
 * @throws {ScimRefusal} `invalidFilter` for any other attribute or operator.
 */
export function readFilter(
  filter: string | undefined,
  known: readonly string[],
): (attributes: Attributes) => boolean {
  if (filter === undefined || filter.trim() === '') return () => true;
  const wanted: { path: string; value: string }[] = [];
  let rest = filter;
  for (;;) {
    const { path, value } = CONDITION.exec(rest)?.groups ?? {};
    if (path === undefined || value === undefined) throw unknown(known);
    const name = path.replace(CHOICE, '').replace(USER_SCHEMA, '').toLowerCase();
    if (!known.includes(name)) throw unknown(known);
    wanted.push({ path: name, value: textOf(value, known) });
    rest = rest.replace(CONDITION, '');
    if (rest.trim() === '') break;
    if (!AND.test(rest)) throw unknown(known);
    rest = rest.replace(AND, '');
  }
  return (attributes) =>
    wanted.every(({ path, value }) => (attributes[path] ?? []).some((each) => isSame(path, each, value)));
}

/** Ids are compared exactly (RFC 7643, section 3.1), names and addresses in any case. */
function isSame(path: string, one: string, other: string): boolean {
  const isExact = path === 'id' || path === 'externalid' || path === 'members.value';
  return isExact ? one === other : one.toLowerCase() === other.toLowerCase();
}

function textOf(value: string, known: readonly string[]): string {
  if (!value.startsWith('"')) return value.toLowerCase();
  try {
    return String(parseJson(value));
  } catch {
    throw unknown(known);
  }
}

function unknown(known: readonly string[]): ScimRefusal {
  return new ScimRefusal('invalidFilter', `A filter is read with eq and and, over ${known.join(', ')}.`);
}
