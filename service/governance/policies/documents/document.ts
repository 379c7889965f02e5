/** A policy as you write it, and as it is stored: the same document with all defaults filled in, named by its hash. */
import { canonicalJson, type JsonObject, sha256Text } from '@assize/evidence-format';
import { Failure, type Fault } from '../../../foundation/failure.ts';
import type { RuleFault } from '../compiled/compile.ts';
import { loadCompiler } from '../compiled/compiler.ts';
import type { PolicyDocument, PolicyLists, PolicyRule, PolicyVariable } from '../policy.ts';

/** The names of policies and rules. */
export const NAME_PATTERN = '^[a-z0-9][a-z0-9_-]{0,63}$';
export const MAX_RULES = 100;
/** The names of variables and lists, as CEL allows them. */
export const WORD_PATTERN = '^[A-Za-z][A-Za-z0-9_]{0,63}$';
export const MAX_VARIABLES = 50;
export const MAX_LISTS = 50;
/** The limit for all lists of a policy together. */
export const MAX_LIST_VALUES = 10_000;
export { MAX_SOURCE_CHARACTERS } from '../cel/syntax/limits.ts';

/** Characters of a description, or of a message. */
export const MAX_TEXT_CHARACTERS = 1024;

export interface WrittenPolicy {
  description?: string;
  rules: (Omit<PolicyRule, 'description' | 'message'> & Partial<PolicyRule>)[];
  variables?: PolicyVariable[];
  lists?: PolicyLists;
  /** Why it is written. The document does not have it. */
  reason?: string;
}

export interface KeptDocument {
  document: PolicyDocument;
  /** Canonical JSON. */
  text: string;
  /** The hash of the text: `sha256:` and hex. */
  hash: string;
}

export function keptDocument(written: WrittenPolicy): KeptDocument {
  const document = documentOf(written);
  const text = canonicalJson(document as unknown as JsonObject);
  return { document, text, hash: sha256Text(text) };
}

/** The hash of the document that would be stored. */
export function hashOfPolicy(written: WrittenPolicy): string {
  return keptDocument(written).hash;
}

/** Leaves out empty definitions, so that older documents, and their hashes, stay the same. */
export function documentOf({
  description = '',
  rules,
  variables = [],
  lists = {},
}: WrittenPolicy): PolicyDocument {
  return {
    description,
    rules: rules.map(ruleOf),
    ...(variables.length > 0 && {
      variables: variables.map(({ name, expression }) => ({ name, expression })),
    }),
    ...(Object.keys(lists).length > 0 && { lists }),
  };
}

function ruleOf({
  id,
  description = '',
  when,
  effect,
  message = '',
}: WrittenPolicy['rules'][number]): PolicyRule {
  return { id, description, when, effect, message };
}

/** A fault, with the place of its rule or of its variable among the others, from 0. */
export interface PlacedFault extends RuleFault {
  place: number;
  member: 'id' | 'when' | 'expression';
}

/** A fault as the API and the command line show it. */
export function faultFields({ rule, variable, line, column, message }: RuleFault) {
  return { rule, variable, line, column, message };
}

/** Names the faulty part. */
export function nameOfFaulty({ rule, variable }: RuleFault): string {
  return rule === null ? `variable ${variable}` : `rule ${rule}`;
}

/**
 * All faults of rules and variables that have the right shape. Other requests get a turn in between.
 * @param chain the chain of the rules; 0 where no other request waits, as at the command line.
 * @param where the place of the policy in the request.
 * @throws {Failure} `invalid` where the lists are at fault.
 */
export async function faultsOfPolicy(
  written: WrittenPolicy,
  chain = 0,
  where: readonly string[] = [],
): Promise<PlacedFault[]> {
  const wrong = faultOfLists(written.lists);
  if (wrong !== null) {
    const field = [...where, 'lists', ...wrong.at];
    throw Failure.invalid([{ field, message: `It ${wrong.what}`, type: 'value_error' }]);
  }
  const { definitionsOf, faultsOfRule, faultsOfVariables } = await loadCompiler();
  const document = documentOf(written);
  const definitions = await definitionsOf(document, chain);
  const faults: PlacedFault[] = faultsOfVariables(definitions).map((fault) => ({
    ...fault,
    member: 'expression',
  }));
  const ids = new Set<string>();
  for (const [place, rule] of document.rules.entries()) {
    if (ids.has(rule.id)) faults.push({ place, member: 'id', ...REPEATED, rule: rule.id });
    ids.add(rule.id);
    for (const fault of await faultsOfRule(rule, chain, definitions)) {
      faults.push({ place, member: 'when', ...fault });
    }
  }
  return faults;
}

/** @returns the first, and where in the lists; null where there is none. */
export function faultOfLists(
  lists: Readonly<Record<string, readonly unknown[]>> = {},
): { at: string[]; what: string } | null {
  const count = Object.values(lists).reduce((sum, { length }) => sum + length, 0);
  if (count > MAX_LIST_VALUES) {
    return { at: [], what: `has ${count} values in all; the limit is ${MAX_LIST_VALUES}` };
  }
  for (const [name, values] of Object.entries(lists)) {
    const place = values.findIndex((value) => !isListValue(value));
    const what = `must be a number, or a text of at most ${MAX_TEXT_CHARACTERS} characters without U+0000`;
    if (place >= 0) return { at: [name, String(place)], what };
  }
  return null;
}

function isListValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.length <= MAX_TEXT_CHARACTERS && !value.includes('\u0000');
}

const REPEATED = {
  variable: null,
  line: 1,
  column: 1,
  message: 'another rule of this policy has the same id',
};

/** @param where the place of the policy in the request. @throws {Failure} `invalid`. */
export async function requireGoodRules(
  written: WrittenPolicy,
  chain: number,
  where: readonly string[] = [],
): Promise<void> {
  const faults = await faultsOfPolicy(written, chain, where);
  if (faults.length > 0) throw Failure.invalid(faults.map((fault) => faultAt(fault, where)));
}

function faultAt({ place, member, line, column, message }: PlacedFault, where: readonly string[]): Fault {
  const said = message.charAt(0).toUpperCase() + message.slice(1);
  return {
    field: [...where, member === 'expression' ? 'variables' : 'rules', String(place), member],
    message: member === 'id' ? said : `Line ${line}, column ${column}: ${message}`,
    type: 'value_error',
  };
}
