/**
 * Compiles policies. Every rule gives an answer: a rule that errs is reported as erred, which counts as a block, so
 * that a broken rule never lets an action through. A rule that only goes over its bound on cost is reported as such,
 * and a person decides.
 */

import { type ShownName, Spellings } from '@assize/act-reading/names';
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import { countWork } from '../../../foundation/turns.ts';
import type { Definitions } from '../cel/definitions.ts';
import { ask, type Condition, RuleError, RuleQuestion } from '../cel/expression.ts';
import { BOUNDS, type Bounds, EARLIER_BOUNDS } from '../cel/syntax/limits.ts';
import type { PolicyDocument, PolicyInput, PolicyMatch, PolicyRule, PolicySet } from '../policy.ts';
import { definitionsOf, readInTurn } from './readings.ts';

export { definitionsOf } from './readings.ts';

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
  /** The number of values in its lists, all of which are held in memory. */
  listValues: number;
  /** The rules that match, in their order. Never throws. */
  match: PolicySet['match'];
}

interface CompiledRule {
  /** null where it can't be evaluated. */
  condition: Condition | null;
  /** The variables and lists of its policy; null where it has none. */
  definitions: Definitions | null;
  /** Its own spellings of the names that it knows. */
  spellings: Spellings;
  matched: PolicyMatch;
  erred: PolicyMatch;
  overCost: PolicyMatch;
}

/** The faults of a rule, read in its turn of the event loop. @param definitions the variables and lists of its policy. */
export async function faultsOfRule(
  { id, when }: PolicyRule,
  chain: number,
  definitions: Definitions | null = null,
): Promise<RuleFault[]> {
  const { faults, refusedIfNew } = await readInTurn(when, chain, definitions);
  return [...faults, ...refusedIfNew].map((fault) => ({ rule: id, variable: null, ...fault }));
}

export function faultsOfVariables(definitions: Definitions | null): (RuleFault & { place: number })[] {
  return (definitions?.faults ?? []).map((fault) => ({ rule: null, ...fault }));
}

/**
 * Compiles each rule in its turn of the event loop.
 * @param chain of the policy; 0 where no other request waits.
 * @throws Error where a rule or a variable can't be evaluated; {@link faultsOfRule} and {@link faultsOfVariables} say
 * why, and refuse more of a new one.
 */
export async function compilePolicy(
  name: string,
  version: number,
  document: PolicyDocument,
  chain = 0,
): Promise<CompiledPolicy> {
  const definitions = await definitionsOf(document, chain);
  const [fault] = definitions?.faults ?? [];
  if (fault !== undefined) throw new Error(`policy ${name}, variable ${fault.variable}: ${fault.message}`);
  const rules: CompiledRule[] = [];
  for (const rule of document.rules) {
    const { condition, faults } = await readInTurn(rule.when, chain, definitions);
    if (condition === null) throw new Error(`policy ${name}, rule ${rule.id}: ${faults[0]?.message}`);
    rules.push(matchesOf(name, version, rule, condition, definitions));
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
  return {
    name,
    version,
    rules,
    listValues,
    match: (input, names) => matches(rules, input, { names }),
  };
}

/**
 * Returns a policy whose rules all err, and so block: for a policy that was sound when it was written, but that a
 * stricter engine refuses. It must not let through what it used to block.
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
    match: (input, names) => matches(rules, input, { names }),
    matchAsBefore: (input) =>
      matches(rules, input, { names: 'as_sent', bounds: EARLIER_BOUNDS }).map(
        ({ over_cost: _, ...match }) => match,
      ),
  };
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
  const spellings = new Spellings(condition?.compared ?? [], spellingsOf(definitions));
  return { condition, definitions, spellings, matched, erred, overCost: { ...erred, over_cost: true } };
}

const ofDefinitions = new WeakMap<Definitions, Spellings>();

/** The spellings of a policy's definitions, shared by its rules. */
function spellingsOf(definitions: Definitions | null): Spellings | null {
  if (definitions === null) return null;
  const known = ofDefinitions.get(definitions) ?? new Spellings(definitions.compared);
  ofDefinitions.set(definitions, known);
  return known;
}

/**
 * All rules of a question share its units. Once these are used up, the rest of the rules go over their bound.
 * @param names how each rule sees them.
 */
function matches(
  rules: readonly CompiledRule[],
  input: PolicyInput,
  { names = 'by_letters', bounds = BOUNDS }: { names?: ShownName | undefined; bounds?: Bounds },
): PolicyMatch[] {
  const asked = new AskedInSpellings(input, bounds);
  const found: PolicyMatch[] = [];
  for (const { condition, definitions, spellings, matched, erred, overCost } of rules) {
    const question = asked.in(spellings, names);
    const answer = condition === null ? null : ask(condition, question, definitions);
    if (answer instanceof RuleError && answer.isOverCost) found.push(overCost);
    else if (answer === null || answer instanceof RuleError) found.push(erred);
    else if (answer) found.push(matched);
  }
  countWork(asked.work);
  return found;
}

/** One question, with its names in each rule's own spelling: nearly always as they were sent. */
class AskedInSpellings {
  readonly asSent: RuleQuestion;
  readonly #input: PolicyInput;
  readonly #bounds: Bounds;
  readonly #others = new Map<string, RuleQuestion>();

  constructor(input: PolicyInput, bounds: Bounds) {
    this.#input = input;
    this.#bounds = bounds;
    this.asSent = new RuleQuestion(input, bounds);
  }

  get work(): number {
    return [...this.#others.values()].reduce((sum, { work }) => sum + work, this.asSent.work);
  }

  in(spellings: Spellings, names: ShownName): RuleQuestion {
    const { action, agent } = this.#input;
    const written = spellings.written(action, names);
    const id = agent.id && spellings.written(agent.id, names);
    if (written === action && id === agent.id) return this.asSent;
    const name = JSON.stringify([written, id]);
    let other = this.#others.get(name);
    if (other === undefined) {
      const known = id === undefined ? agent : { ...agent, id };
      const input = { ...this.#input, action: written, agent: known };
      other = new RuleQuestion(input, this.#bounds, this.asSent.costBudget);
      this.#others.set(name, other);
    }
    return other;
  }
}
