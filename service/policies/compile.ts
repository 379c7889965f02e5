/**
 * Policies made ready to be asked. Whatever a rule does, an answer comes back: a rule that errs, or goes beyond its
 * bounds, is reported as erred, which counts as a block, so that a
 * broken rule never lets an action through.
 */
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import { noteWork } from '../foundation/turns.ts';
import { Asked, ask, type Condition, Erred, type Reading, readCondition } from './cel/expression.ts';
import type { PolicyDocument, PolicyInput, PolicyMatch, PolicyRule, PolicySet } from './policy.ts';
import { readInTurn } from './readings.ts';

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
  /** null where it can't be evaluated. */
  condition: Condition | null;
  matched: PolicyMatch;
  erred: PolicyMatch;
}

export function faultsOfRules(rules: readonly PolicyRule[]): RuleFault[] {
  return rules.flatMap((rule) => faultsIn(rule, readCondition(rule.when)));
}

/** The same of one rule, in its turn. @param chain whose rule it is. */
export async function faultsInTurn(rule: PolicyRule, chain: number): Promise<RuleFault[]> {
  return faultsIn(rule, await readInTurn(rule.when, chain));
}

function faultsIn({ id }: PolicyRule, { faults }: Reading): RuleFault[] {
  return faults.map((fault) => ({ rule: id, ...fault }));
}

/** @throws Error where {@link faultsOfRules} is not empty. */
export function compilePolicy(name: string, version: number, document: PolicyDocument): CompiledPolicy {
  const rules = document.rules.map((rule) => compiledRule(name, version, rule, readCondition(rule.when)));
  return { name, version, rules, match: (input) => matches(rules, input) };
}

/** The same, each rule in its turn. @param chain whose policy it is. */
export async function compileInTurns(
  name: string,
  version: number,
  document: PolicyDocument,
  chain: number,
): Promise<CompiledPolicy> {
  const rules: CompiledRule[] = [];
  for (const rule of document.rules) {
    rules.push(compiledRule(name, version, rule, await readInTurn(rule.when, chain)));
  }
  return { name, version, rules, match: (input) => matches(rules, input) };
}

/**
 * A policy of which no rule can be evaluated, and so each blocks: for one that was sound when it was written, and is
 * not to an engine that has become stricter. It must not let through what it barred.
 */
export function erringPolicy(
  name: string,
  version: number,
  { rules: written }: PolicyDocument,
): CompiledPolicy {
  const rules = written.map((rule) => matchesOf(name, version, rule, null));
  return { name, version, rules, match: (input) => matches(rules, input) };
}

/** @returns the policies as one, in the order of their names. */
export function policySet(policies: readonly CompiledPolicy[]): PolicySet {
  const sorted = policies.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const members = sorted.map(({ name, version }) => ({ name, version }));
  const rules = sorted.flatMap((policy) => policy.rules);
  return {
    version: sha256Text(canonicalJson(members)),
    members,
    match: (input) => matches(rules, input),
  };
}

function compiledRule(
  policy: string,
  version: number,
  rule: PolicyRule,
  { condition, faults }: Reading,
): CompiledRule {
  if (condition === null) throw new Error(`policy ${policy}, rule ${rule.id}: ${faults[0]?.message}`);
  return matchesOf(policy, version, rule, condition);
}

function matchesOf(
  policy: string,
  version: number,
  { id, effect, message }: PolicyRule,
  condition: Condition | null,
): CompiledRule {
  const matched: PolicyMatch = { policy, version: String(version), rule: id, effect, message, erred: false };
  return { condition, matched, erred: { ...matched, erred: true } };
}

/** The units of a question are for all its rules together: what comes after they are used up has erred. */
function matches(rules: readonly CompiledRule[], input: PolicyInput): PolicyMatch[] {
  const question = new Asked(input);
  const found: PolicyMatch[] = [];
  for (const { condition, matched, erred } of rules) {
    const answer = condition === null ? null : ask(condition, question);
    if (answer === null || answer instanceof Erred) found.push(erred);
    else if (answer) found.push(matched);
  }
  noteWork(question.work);
  return found;
}
