/** A policy as somebody writes it, and as it is kept: the same document, with nothing left out, named by its hash. */
import { canonicalJson, type JsonObject, sha256Text } from '@assize/evidence-format';
import { Failure, type Fault } from '../foundation/failure.ts';
import type { RuleFault } from './compile.ts';
import { loadCompiler } from './compiler.ts';
import type { PolicyDocument, PolicyRule } from './policy.ts';

/** Of policies and of rules. */
export const NAME_PATTERN = '^[a-z0-9][a-z0-9_-]{0,63}$';
export const MOST_RULES = 100;
/** Characters of a rule's source. */
export const LONGEST_SOURCE = 2048;
/** Characters of a description, or of a message. */
export const LONGEST_TEXT = 1024;

export interface WrittenPolicy {
  description?: string;
  rules: (Omit<PolicyRule, 'description' | 'message'> & Partial<PolicyRule>)[];
}

export interface KeptDocument {
  document: PolicyDocument;
  /** Canonical JSON. */
  text: string;
  /** Of the text: `sha256:` and hex. */
  hash: string;
}

export function keptDocument(written: WrittenPolicy): KeptDocument {
  const document = documentOf(written);
  const text = canonicalJson(document as unknown as JsonObject);
  return { document, text, hash: sha256Text(text) };
}

/** Of the document that would be kept. */
export function hashOfPolicy(written: WrittenPolicy): string {
  return keptDocument(written).hash;
}

export function documentOf({ description = '', rules }: WrittenPolicy): PolicyDocument {
  return { description, rules: rules.map(ruleOf) };
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

/** A fault, with the place of its rule among the others, from 0. */
export interface PlacedFault extends RuleFault {
  place: number;
  member: 'id' | 'when';
}

/**
 * What is wrong with rules that have the right shape: all of it. Others get a turn in between.
 * @param chain whose rules they are; 0 where nobody else waits, as at the command line.
 */
export async function faultsOfPolicy(written: WrittenPolicy, chain = 0): Promise<PlacedFault[]> {
  const { faultsInTurn } = await loadCompiler();
  const faults: PlacedFault[] = [];
  const ids = new Set<string>();
  for (const [place, rule] of documentOf(written).rules.entries()) {
    if (ids.has(rule.id)) faults.push({ place, member: 'id', ...REPEATED, rule: rule.id });
    ids.add(rule.id);
    for (const fault of await faultsInTurn(rule, chain)) faults.push({ place, member: 'when', ...fault });
  }
  return faults;
}

const REPEATED = { line: 1, column: 1, message: 'another rule of this policy has the same id' };

/** @param where the policy stands in the request. @throws {Failure} `invalid`. */
export async function requireGoodRules(
  written: WrittenPolicy,
  chain: number,
  where: readonly string[] = ['body'],
): Promise<void> {
  const faults = await faultsOfPolicy(written, chain);
  if (faults.length > 0) throw Failure.invalid(faults.map((fault) => faultAt(fault, where)));
}

function faultAt({ place, member, line, column, message }: PlacedFault, where: readonly string[]): Fault {
  const said = message.charAt(0).toUpperCase() + message.slice(1);
  return {
    loc: [...where, 'rules', String(place), member],
    msg: member === 'id' ? said : `Line ${line}, column ${column}: ${message}`,
    type: 'value_error',
  };
}
