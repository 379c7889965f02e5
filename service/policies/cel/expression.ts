/**
 * One rule's condition in CEL, read from its source and made ready to be asked. What can't work is told with its place
 * in the source; what fails for an input is told apart from false; and no input makes it cost more than its bound.
 */
import { build, type Evaluate } from './build.ts';
import { check } from './check.ts';
import { UNITS_OF_A_NODE, UNITS_OF_A_RULE } from './limits.ts';
import { SourceError } from './source-error.ts';
import { readTree } from './syntax.ts';
import { BOOL, inWords, type Type, VARIABLES } from './types.ts';
import { Erred, OutOfUnits, type Run, type Value } from './values.ts';

/** Line and column count from 1, in UTF-16 code units, as editors do. */
export interface SourceFault {
  line: number;
  column: number;
  message: string;
}

export interface Condition {
  evaluate: Evaluate;
  /** What one evaluation costs before anything that grows with the input. */
  units: number;
}

export type Reading = { condition: Condition; faults: [] } | { condition: null; faults: SourceFault[] };

/** @param variables what the names in the source stand for. */
export function readCondition(
  source: string,
  variables: Readonly<Record<string, Type>> = VARIABLES,
): Reading {
  try {
    const tree = readTree(source);
    const { type, faults } = check(tree, variables);
    if ((type.kinds & BOOL) === 0) {
      faults.push(new SourceError(tree.at, `a rule is true or false, and this is ${inWords(type)}`));
    }
    if (faults.length > 0) return refused(source, faults);
    const { evaluate, nodes } = build(tree);
    return { condition: { evaluate, units: UNITS_OF_A_NODE * nodes }, faults: [] };
  } catch (error) {
    if (error instanceof SourceError) return refused(source, [error]);
    // The bounds on nesting keep the stack from its end; were they to miss something, it is refused all the same.
    if (error instanceof RangeError)
      return refused(source, [new SourceError(0, 'the rule is nested too deeply')]);
    throw error;
  }
}

/**
 * What the condition says of the input, within what is left for the whole question; `run.left` is then less by what it
 * cost.
 * @returns Erred where it fails, gives no bool, or costs more than its bound.
 */
export function ask({ evaluate, units }: Condition, run: Run): boolean | Erred {
  const before = run.left;
  const allowed = Math.min(before, UNITS_OF_A_RULE);
  run.left = allowed;
  try {
    run.spend(units);
    return asBool(evaluate(run));
  } catch (error) {
    // A stack that overflows would be a fault of ours; it must not let an action through either.
    if (error instanceof OutOfUnits || error instanceof RangeError) return BEYOND_ITS_BOUND;
    throw error;
  } finally {
    run.left = before - (allowed - Math.max(run.left, 0));
  }
}

const BEYOND_ITS_BOUND = new Erred('it costs more than a rule may');

function asBool(value: Value): boolean | Erred {
  if (typeof value === 'boolean' || value instanceof Erred) return value;
  return new Erred('it gives no bool');
}

function refused(source: string, errors: readonly SourceError[]): Reading {
  const inOrder = errors.toSorted((a, b) => a.at - b.at);
  return { condition: null, faults: inOrder.map(({ at, message }) => ({ ...placeOf(source, at), message })) };
}

function placeOf(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}
