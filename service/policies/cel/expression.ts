/**
 * One rule's condition in CEL, read from its source and made ready to be asked. What can't work is told with its place
 * in the source; what fails for an input is told apart from false; and no input makes it cost more than its bound.
 */
import { type CelInput, celEnv, isCelError, plan } from '@bufbuild/cel';
import { check } from './check.ts';
import { countedFunctions } from './functions.ts';
import { fromJson } from './json.ts';
import { UNITS_OF_A_NODE, UNITS_OF_A_QUESTION, UNITS_OF_A_RULE } from './limits.ts';
import { nodesOf, payForLoops } from './loops.ts';
import { begin, end, isSpent, type Purse, spend } from './meter.ts';
import { type Expr, readSource, SourceError } from './syntax.ts';
import { BOOL, inWords, type Type, VARIABLES } from './types.ts';

/** Line and column count from 1, in UTF-16 code units, as editors do. */
export interface SourceFault {
  line: number;
  column: number;
  message: string;
}

export interface Condition {
  evaluate: (variables: Record<string, CelInput>) => unknown;
  /** What one evaluation costs before anything that grows with the input. */
  units: number;
}

export type Reading = { condition: Condition; faults: [] } | { condition: null; faults: SourceFault[] };

const ENVIRONMENT = celEnv({ funcs: [...countedFunctions] });

/** @param variables what the names in the source stand for. */
export function readCondition(
  source: string,
  variables: Readonly<Record<string, Type>> = VARIABLES,
): Reading {
  try {
    const { tree, expr } = readSource(source);
    const { type, faults } = check(tree, variables);
    if ((type.kinds & BOOL) === 0) {
      faults.push(new SourceError(tree.at, `a rule is true or false, and this is ${inWords(type)}`));
    }
    return faults.length > 0 ? refused(source, faults) : { condition: conditionOf(expr), faults: [] };
  } catch (error) {
    if (error instanceof SourceError) return refused(source, [error]);
    throw error;
  }
}

/** As the library evaluates it, paying for its loops on the way. */
export function conditionOf(expr: Expr): Condition {
  const units = nodesOf(expr) * UNITS_OF_A_NODE;
  payForLoops(expr);
  return { evaluate: plan(ENVIRONMENT, expr), units };
}

/** What rules are asked: the same variables for all of them, and one purse. */
export interface Asked {
  variables: Record<string, CelInput>;
  purse: Purse;
}

/** @param input JSON by the names of the variables. */
export function asked(input: object): Asked {
  const variables: Record<string, CelInput> = {};
  for (const [name, value] of Object.entries(input)) variables[name] = fromJson(value);
  return { variables, purse: { left: UNITS_OF_A_QUESTION } };
}

/** Why an expression has no answer. */
export class Erred {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** @returns Erred where it fails, gives no bool, or costs more than its bound. */
export function ask({ evaluate, units }: Condition, { variables, purse }: Asked): boolean | Erred {
  const allowed = begin(purse, UNITS_OF_A_RULE);
  try {
    spend(units);
    const value = evaluate(variables);
    if (isSpent()) return new Erred('it costs more than a rule may');
    if (typeof value === 'boolean') return value;
    return new Erred(isCelError(value) ? value.message : 'it gives no bool');
  } catch (error) {
    return new Erred((error as Error).message);
  } finally {
    end(purse, allowed);
  }
}

function refused(source: string, errors: readonly SourceError[]): Reading {
  const inOrder = errors.toSorted((a, b) => a.at - b.at);
  return { condition: null, faults: inOrder.map(({ at, message }) => ({ ...placeOf(source, at), message })) };
}

function placeOf(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}
