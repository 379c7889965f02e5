/** Reads a policy from a YAML or JSON file, and gives the line of everything that is wrong with its shape. */
import { Failure, type Fault } from '../../../foundation/failure.ts';
import { EFFECTS, type PolicyLists } from '../policy.ts';
import {
  faultOfLists,
  MAX_LISTS,
  MAX_RULES,
  MAX_SOURCE_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  MAX_VARIABLES,
  NAME_PATTERN,
  WORD_PATTERN,
  type WrittenPolicy,
} from './document.ts';
import { readYaml } from './yaml.ts';

/** The limit in characters, the same number as the limit in bytes on request bodies. */
const MAX_FILE_CHARACTERS = 256 * 1024;

export interface ReadPolicy extends WrittenPolicy {
  /** The name that the file gives it. */
  name?: string;
}

/** @throws {Failure} `invalid`, whose faults each begin with the place in the file. */
export async function readPolicy(text: string): Promise<ReadPolicy> {
  if (text.length > MAX_FILE_CHARACTERS)
    throw refused([fault([], `has more than ${MAX_FILE_CHARACTERS} characters`)]);
  const read = await readYaml(text);
  const { value } = read;
  if (read.faults.length > 0) throw refused(read.faults.map(({ field, message }) => fault(field, message)));
  const faults = faultsOfShape(value);
  if (faults.length > 0) throw refused(faults);
  return value as ReadPolicy;
}

function refused(faults: Fault[]): Failure {
  return Failure.invalid(faults);
}

function fault(field: readonly string[], what: string): Fault {
  const message = `${field.length === 0 ? 'The policy' : field.join('.')}: ${what}`;
  return { field, message, type: 'value_error' };
}

type Members = Record<string, (value: unknown) => string | null>;

const NAME = new RegExp(NAME_PATTERN);
const named = (value: unknown) =>
  typeof value === 'string' && NAME.test(value)
    ? null
    : 'must begin with a lower-case letter or digit, and go on with these, dashes and underscores: at most 64';
const text =
  (most: number, least = 0) =>
  (value: unknown) => {
    if (typeof value !== 'string') return 'must be text';
    if (value.length > most) return `has more than ${most} characters`;
    if (value.includes('\u0000')) return 'must not contain the character U+0000';
    return value.length < least ? 'must not be empty' : null;
  };

const RULE: Members = {
  id: named,
  description: text(MAX_TEXT_CHARACTERS),
  when: text(MAX_SOURCE_CHARACTERS, 1),
  effect: (value) =>
    EFFECTS.some((effect) => effect === value) ? null : `must be one of ${EFFECTS.join(', ')}`,
  message: text(MAX_TEXT_CHARACTERS),
};
const WORD = new RegExp(WORD_PATTERN);
const VARIABLE: Members = {
  name: (value) =>
    typeof value === 'string' && WORD.test(value)
      ? null
      : 'must begin with a letter, and go on with letters, digits and underscores: at most 64',
  expression: text(MAX_SOURCE_CHARACTERS, 1),
};
const POLICY: Members = {
  name: named,
  description: text(MAX_TEXT_CHARACTERS),
  rules: (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    return value.length < 1 || value.length > MAX_RULES ? `must have 1 to ${MAX_RULES} rules` : null;
  },
  variables: (value) =>
    Array.isArray(value) && value.length <= MAX_VARIABLES
      ? null
      : `must be a list of at most ${MAX_VARIABLES} variables`,
  lists: (value) => (isObject(value) ? faultOfNamedLists(value) : 'must have a member for each list'),
};

function faultOfNamedLists(lists: object): string | null {
  const names = Object.keys(lists);
  if (names.length > MAX_LISTS) return `must have at most ${MAX_LISTS} lists`;
  for (const [name, values] of Object.entries(lists)) {
    if (VARIABLE.name?.(name) !== null) return `${name}: ${VARIABLE.name?.(name)}`;
    if (!Array.isArray(values)) return `${name}: must be a list`;
  }
  const wrong = faultOfLists(lists as PolicyLists);
  return wrong && (wrong.at.length === 0 ? wrong.what : `${wrong.at.join('.')}: ${wrong.what}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faultsOfShape(value: unknown): Fault[] {
  const faults = faultsOfMembers(value, [], POLICY, ['rules']);
  const { rules, variables } = (value ?? {}) as { rules?: unknown; variables?: unknown };
  return [
    ...faults,
    ...faultsOfEach(rules, 'rules', RULE, ['id', 'when', 'effect']),
    ...faultsOfEach(variables, 'variables', VARIABLE, ['name', 'expression']),
  ];
}

function faultsOfEach(all: unknown, name: string, members: Members, required: readonly string[]): Fault[] {
  if (!Array.isArray(all)) return [];
  return all.flatMap((one, place) => faultsOfMembers(one, [name, String(place)], members, required));
}

function faultsOfMembers(
  value: unknown,
  loc: readonly string[],
  members: Members,
  required: readonly string[],
): Fault[] {
  if (!isObject(value)) {
    return [fault(loc, `must have members: ${Object.keys(members).join(', ')}`)];
  }
  const given = Object.entries(value);
  const missing = required.filter((name) => !given.some(([one]) => one === name));
  return [
    ...missing.map((name) => fault([...loc, name], 'is missing')),
    ...given.flatMap(([name, one]) => {
      const what = Object.hasOwn(members, name) ? members[name]?.(one) : 'is not a known member';
      return typeof what === 'string' ? [fault([...loc, name], what)] : [];
    }),
  ];
}
