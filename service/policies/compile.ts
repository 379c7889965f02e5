/**
 * Policies made ready to be asked. Whatever a rule does, an answer comes back: a rule that errs, or goes beyond its
 * bounds, is reported as erred, which counts as a block, so that a
 * broken rule never lets an action through.
 */
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import { type Condition, readCondition, type Variables, variablesOf } from './cel/expression.ts';
import type { PolicyDocument, PolicyInput, PolicyMatch, PolicyRule, PolicySet } from './policy.ts';

/** What is wrong with one rule's source; line and column count from 1. */
export interface RuleFault {
  rule: string;
  line: number;
  column: number;
  message: string;
}

export interface CompiledPolicy {
  name: string;
  version: number;
  rules: readonly CompiledRule[];
  /** The rules that match, in their order. Never throws. */
  match(input: PolicyInput): PolicyMatch[];
}

interface CompiledRule {
  holds: Condition;
  matched: PolicyMatch;
  erred: PolicyMatch;
}

export function faultsOfRules(rules: readonly PolicyRule[]): RuleFault[] {
  return rules.flatMap(({ id, when }) => readCondition(when).faults.map((fault) => ({ rule: id, ...fault })));
}

/** @throws Error where {@link faultsOfRules} is not empty. */
export function compilePolicy(name: string, version: number, document: PolicyDocument): CompiledPolicy {
  const rules = document.rules.map((rule) => compileRule(name, version, rule));
  return { name, version, rules, match: (input) => matches(rules, variablesOf(input)) };
}

/** @returns the policies as one, in the order of their names. */
export function policySet(policies: readonly CompiledPolicy[]): PolicySet {
  const sorted = policies.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const members = sorted.map(({ name, version }) => ({ name, version }));
  const rules = sorted.flatMap((policy) => policy.rules);
  return {
    version: sha256Text(canonicalJson(members)),
    members,
    match: (input) => matches(rules, variablesOf(input)),
  };
}

function compileRule(
  policy: string,
  version: number,
  { id, when, effect, message }: PolicyRule,
): CompiledRule {
  const { faults, holds } = readCondition(when);
  if (holds === undefined) throw new Error(`policy ${policy}, rule ${id}: ${faults[0]?.message}`);
  const matched: PolicyMatch = { policy, version: String(version), rule: id, effect, message, erred: false };
  return { holds, matched, erred: { ...matched, erred: true } };
}

function matches(rules: readonly CompiledRule[], variables: Variables): PolicyMatch[] {
  const found: PolicyMatch[] = [];
  for (const { holds, matched, erred } of rules) {
    const held = holds(variables);
    if (held === null) found.push(erred);
    else if (held) found.push(matched);
  }
  return found;
}
