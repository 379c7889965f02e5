/**
 * Compiles policies. Every rule gives an answer: a rule that errs is reported as erred, which counts as a block, so that
 * a broken rule never lets an action through. A rule that only goes over its bound on cost is reported as that, and a
 * person decides.
 */
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import { countWork } from '../../foundation/turns.ts';
import { type Definitions, definitionsOf } from './cel/definitions.ts';
import { Asked, ask, type Condition, type Reading, RuleError, readCondition } from './cel/expression.ts';
import { BOUNDS, EARLIER_BOUNDS } from './cel/limits.ts';
import type { PolicyDocument, PolicyInput, PolicyMatch, PolicyRule, PolicySet } from './policy.ts';
import { defineInTurn, readInTurn } from './readings.ts';

export { defineInTurn } from './readings.ts';

/** A fault in the source of a rule or a variable; line and column count from 1. */
export interface RuleFault {
  /** null for a variable. */
  rule: string | null;
  variable: string | null;
  line: number;
  column: number;
  message: string;
}

export interface CompiledPolicy {
  name: string;
  version: number;
  rules: readonly CompiledRule[];
  /** How many its lists have, all of which are held in memory. */
  listValues: number;
  /** The rules that match, in their order. Never throws. */
  match(input: PolicyInput): PolicyMatch[];
}

interface CompiledRule {
  /** null where it can't be evaluated. */
  condition: Condition | null;
  /** The variables and lists of its policy; null where it has none. */
  definitions: Definitions | null;
  matched: PolicyMatch;
  erred: PolicyMatch;
  overCost: PolicyMatch;
}

/** @param definitions the variables and lists of their policy. */
export function faultsOfRules(
  rules: readonly PolicyRule[],
  definitions: Definitions | null = null,
): RuleFault[] {
  return rules.flatMap((rule) => faultsIn(rule, readCondition(rule.when, definitions)));
}

/** The same of one rule, in its turn. @param chain whose rule it is. */
export async function faultsInTurn(
  rule: PolicyRule,
  chain: number,
  definitions: Definitions | null = null,
): Promise<RuleFault[]> {
  return faultsIn(rule, await readInTurn(rule.when, chain, definitions));
}

function faultsIn({ id }: PolicyRule, { faults, refusedIfNew }: Reading): RuleFault[] {
  return [...faults, ...refusedIfNew].map((fault) => ({ rule: id, variable: null, ...fault }));
}

export function faultsOfVariables(definitions: Definitions | null): (RuleFault & { place: number })[] {
  return (definitions?.faults ?? []).map((fault) => ({ rule: null, ...fault }));
}

/**
 * @throws Error where a rule or a variable can't be evaluated; {@link faultsOfRules} and {@link faultsOfVariables} say
 * why, and refuse more of a new one.
 */
export function compilePolicy(name: string, version: number, document: PolicyDocument): CompiledPolicy {
  const definitions = sound(name, definitionsOf(document));
  const rules = document.rules.map((rule) =>
    compiledRule(name, version, rule, readCondition(rule.when, definitions), definitions),
  );
  return policyOf(name, version, rules, document);
}

/** The same, each rule in its turn. @param chain whose policy it is. */
export async function compileInTurns(
  name: string,
  version: number,
  document: PolicyDocument,
  chain: number,
): Promise<CompiledPolicy> {
  const definitions = sound(name, await defineInTurn(document, chain));
  const rules: CompiledRule[] = [];
  for (const rule of document.rules) {
    const reading = await readInTurn(rule.when, chain, definitions);
    rules.push(compiledRule(name, version, rule, reading, definitions));
  }
  return policyOf(name, version, rules, document);
}

function policyOf(
  name: string,
  version: number,
  rules: readonly CompiledRule[],
  { lists = {} }: Pick<PolicyDocument, 'lists'>,
): CompiledPolicy {
  const listValues = Object.values(lists).reduce((sum, { length }) => sum + length, 0);
  return { name, version, rules, listValues, match: (input) => matches(rules, input) };
}

function sound(policy: string, definitions: Definitions | null): Definitions | null {
  const [fault] = definitions?.faults ?? [];
  if (fault === undefined) return definitions;
  throw new Error(`policy ${policy}, variable ${fault.variable}: ${fault.message}`);
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
  const rules = written.map((rule) => matchesOf(name, version, rule, null, null));
  return policyOf(name, version, rules, {});
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
    matchAsBefore: (input) =>
      matches(rules, input, EARLIER_BOUNDS).map(({ over_cost: _, ...match }) => match),
  };
}

function compiledRule(
  policy: string,
  version: number,
  rule: PolicyRule,
  { condition, faults }: Reading,
  definitions: Definitions | null,
): CompiledRule {
  if (condition === null) throw new Error(`policy ${policy}, rule ${rule.id}: ${faults[0]?.message}`);
  return matchesOf(policy, version, rule, condition, definitions);
}

function matchesOf(
  policy: string,
  version: number,
  { id, effect, message }: PolicyRule,
  condition: Condition | null,
  definitions: Definitions | null,
): CompiledRule {
  const matched: PolicyMatch = { policy, version: String(version), rule: id, effect, message, erred: false };
  const erred: PolicyMatch = { ...matched, erred: true };
  return { condition, definitions, matched, erred, overCost: { ...erred, over_cost: true } };
}

/** The units of a question are for all its rules together: rules after they are used up go over their bound. */
function matches(rules: readonly CompiledRule[], input: PolicyInput, bounds = BOUNDS): PolicyMatch[] {
  const question = new Asked(input, bounds);
  const found: PolicyMatch[] = [];
  for (const { condition, definitions, matched, erred, overCost } of rules) {
    const answer = condition === null ? null : ask(condition, question, definitions);
    if (answer instanceof RuleError && answer.isOverCost) found.push(overCost);
    else if (answer === null || answer instanceof RuleError) found.push(erred);
    else if (answer) found.push(matched);
  }
  countWork(question.work);
  return found;
}
