/**
 * Compiles one rule's condition in CEL from its source. An error names its place in the source, a failure for an input
 * is not the same as false, and no input makes it cost more than its limit.
 */

import type { JsonValue } from '@assize/evidence-format';
import { type CelInput, celEnv, isCelError, isCelList, plan } from '@bufbuild/cel';
import { checkTypes } from './checking/check.ts';
import { nodesOf, payForLoops } from './checking/loops.ts';
import { type CostBudget, chargeCount, isOverBudget, spend, startCount } from './checking/meter.ts';
import { type Precheck, precheck } from './checking/precheck.ts';
import { ANY, BOOL, OPTIONAL, type Type, typeText, VARIABLES } from './checking/types.ts';
import { countedFunctions } from './functions.ts';
import { fromJson } from './json.ts';
import { BOUNDS, UNITS_OF_A_NODE, UNITS_OF_A_PRECHECK } from './syntax/limits.ts';
import { comparedIn, inexactNumbersIn } from './syntax/literals.ts';
import { NamedLists } from './syntax/named-lists.ts';
import { readSource, type Source } from './syntax/syntax.ts';
import { SourceError } from './syntax/tree.ts';

/** Line and column count from 1, in UTF-16 code units, as editors do. */
export interface SourceFault {
  line: number;
  column: number;
  message: string;
}

/** Ready to be evaluated. */
export interface Expression {
  evaluate: (variables: Record<string, CelInput>) => unknown;
  /** The fixed cost of one evaluation, without the part that grows with the input. */
  units: number;
  /** The texts with which it compares the action or the agent. */
  compared: readonly string[];
}

export interface Condition extends Expression {
  /** null where it could not be sure for any input. */
  precheck: Precheck | null;
}

export type Reading =
  /** `refusedIfNew`: faults for which a new rule is refused, while an accepted one goes on. */
  | { condition: Condition; faults: []; refusedIfNew: SourceFault[] }
  | { condition: null; faults: SourceFault[]; refusedIfNew: [] };

export interface ReadExpression {
  /** null where there are faults. */
  expression: Condition | null;
  faults: SourceFault[];
  type: Type;
  /** The policy's own names in it, such as `variables.x`. */
  named: ReadonlySet<string>;
}

/** The names a policy defines for its rules: see `Definitions`. */
export interface PolicyNames {
  types: Readonly<Record<string, Type>>;
  lists: NamedLists;
  valuesWith(inputs: Record<string, CelInput>): Record<string, CelInput>;
}

const ENVIRONMENT = celEnv({ funcs: [...countedFunctions] });

/** @param brought the policy's own names, in addition to those of the input. */
export function readCondition(
  source: string,
  brought: Pick<PolicyNames, 'types' | 'lists'> | null = null,
): Reading {
  const { expression, faults, inexact } = readTyped(source, brought ?? NOTHING, (type) =>
    (type.kinds & BOOL) === 0 ? `a rule must be true or false, but this is ${typeText(type)}` : null,
  );
  if (expression === null) return { condition: null, faults, refusedIfNew: [] };
  return { condition: expression, faults: [], refusedIfNew: inexact };
}

/** The same for an expression of any type. */
export function readExpression(
  source: string,
  brought: Pick<PolicyNames, 'types' | 'lists'>,
): ReadExpression {
  const { inexact, ...read } = readTyped(source, brought, ({ kinds }) =>
    kinds === OPTIONAL ? 'a variable must be a value: end it with orValue(…)' : null,
  );
  return inexact.length === 0 ? read : { ...read, expression: null, faults: [...read.faults, ...inexact] };
}

const NOTHING = { types: VARIABLES, lists: new NamedLists({}) };

function readTyped(
  source: string,
  { types, lists }: Pick<PolicyNames, 'types' | 'lists'>,
  faultOf: (type: Type) => string | null,
): ReadExpression & { inexact: SourceFault[] } {
  try {
    const read = readSource(source);
    const { tree } = read;
    const { type, faults, named } = checkTypes(tree, types);
    const wrong = faultOf(type);
    if (wrong !== null) faults.push(new SourceError(tree.at, wrong));
    const expression = faults.length > 0 ? null : conditionOf(read, lists);
    const inexact = placed(source, inexactNumbersIn(tree, source));
    return { expression, faults: placed(source, faults), type, named, inexact };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { expression: null, faults: placed(source, [error]), type: ANY, named: new Set(), inexact: [] };
  }
}

/** Prepares an expression for the library, so that its loops are paid for on the way. */
export function conditionOf({ tree, expr }: Source, lists = NOTHING.lists): Condition {
  const units = nodesOf(expr) * UNITS_OF_A_NODE;
  payForLoops(expr);
  const compared = comparedIn(tree);
  return { precheck: precheck(tree, lists), evaluate: plan(ENVIRONMENT, expr), units, compared };
}

/** One question to all rules: the same variables and one cost budget. */
export class RuleQuestion {
  readonly costBudget: CostBudget;
  readonly unitsOfARule: number;
  /** Units of the work really done: less than was paid, where rules were found false by precheck. */
  work = 0;
  readonly input: object;
  #variables: Record<string, CelInput> | undefined;
  readonly #brought = new Map<PolicyNames, Record<string, CelInput>>();

  /** @param input JSON by the names of the variables. */
  constructor(input: object, { ofRule, ofQuestion } = BOUNDS, costBudget: CostBudget = { left: ofQuestion }) {
    this.input = input;
    this.costBudget = costBudget;
    this.unitsOfARule = ofRule;
  }

  /** The variables in the form that the library takes. */
  get variables(): Record<string, CelInput> {
    if (this.#variables === undefined) {
      this.#variables = {};
      for (const [name, value] of Object.entries(this.input)) this.#variables[name] = fromJson(value);
    }
    return this.#variables;
  }

  /** The same with the variables of a policy, each evaluated at most once. */
  variablesWith(brought: PolicyNames | null): Record<string, CelInput> {
    if (brought === null) return this.variables;
    const before = this.#brought.get(brought);
    if (before !== undefined) return before;
    const values = brought.valuesWith(this.variables);
    this.#brought.set(brought, values);
    return values;
  }
}

/** The reason why an expression has no answer. */
export class RuleError {
  readonly why: string;
  /** Whether it is only too costly: a smaller input would have an answer. */
  readonly isOverCost: boolean;
  constructor(why: string, isOverCost = false) {
    this.why = why;
    this.isOverCost = isOverCost;
  }
}

const TOO_COSTLY = 'it costs more than a rule may';

/** @returns RuleError where it fails, gives no bool, or costs more than its bound. */
export function ask(
  { precheck, evaluate, units }: Condition,
  asked: RuleQuestion,
  brought: PolicyNames | null = null,
): boolean | RuleError {
  const { costBudget, unitsOfARule } = asked;
  const { left } = costBudget;
  const allowed = startCount(costBudget, unitsOfARule);
  let isPrechecked = false;
  // A stack trace costs more than the error, and is never read: with one, a rule that errs took 70 to 137 ns a unit.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    spend(units);
    isPrechecked = precheck?.(asked.input) === false;
    if (isPrechecked) return false;
    // The cost of the precheck is not paid twice.
    startCount(costBudget, unitsOfARule);
    spend(units);
    const value = evaluate(asked.variablesWith(brought));
    if (isOverBudget()) return new RuleError(TOO_COSTLY, true);
    if (typeof value === 'boolean') return value;
    return new RuleError(isCelError(value) ? value.message : 'it does not give a bool');
  } catch (error) {
    return isOverBudget() ? new RuleError(TOO_COSTLY, true) : new RuleError((error as Error).message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    chargeCount(costBudget, allowed);
    asked.work += isPrechecked ? UNITS_OF_A_PRECHECK : left - costBudget.left;
  }
}

/**
 * The value of an expression, as JSON. @returns RuleError where it fails, costs more than its bound, or gives anything
 * but JSON.
 */
export function resultOf({ evaluate, units }: Expression, asked: RuleQuestion): JsonValue | RuleError {
  const { costBudget, unitsOfARule } = asked;
  const allowed = startCount(costBudget, unitsOfARule);
  try {
    spend(units);
    const value = evaluate(asked.variables);
    if (isOverBudget()) return new RuleError(TOO_COSTLY, true);
    if (isCelError(value)) return new RuleError(value.message);
    const json = isCelList(value) ? [...value] : value;
    return isJson(json) ? json : new RuleError('it gives a value that is not JSON');
  } catch (error) {
    return isOverBudget() ? new RuleError(TOO_COSTLY, true) : new RuleError((error as Error).message);
  } finally {
    chargeCount(costBudget, allowed);
  }
}

/** Texts, numbers, truths and lists of them: all that anyone asks an expression for. */
function isJson(value: unknown): value is JsonValue {
  return Array.isArray(value) ? value.every(isJson) : ['string', 'number', 'boolean'].includes(typeof value);
}

function placed(source: string, errors: readonly SourceError[]): SourceFault[] {
  const inOrder = errors.toSorted((a, b) => a.at - b.at);
  return inOrder.map(({ at, message }) => ({ ...placeOf(source, at), message }));
}

function placeOf(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}
