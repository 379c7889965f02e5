/** Makes loops pay for their range, by passing it through a function that counts it. */

import { LOOP } from '../functions.ts';
import { type Comprehension, callFor, constantFor, type Expr } from '../syntax/optional-syntax.ts';

/** How many nodes an expression has. */
export function nodesOf(expr: Expr | undefined): number {
  return expr === undefined ? 0 : 1 + partsOf(expr).reduce((nodes, part) => nodes + nodesOf(part), 0);
}

/** How many nodes one turn of a loop evaluates, where the loops inside it are paid for. */
export function nodesOfTurn({ loopCondition, loopStep }: Comprehension): number {
  return nodesOf(loopCondition) + nodesOf(loopStep);
}

/** Puts {@link LOOP} around the range of every loop in the expression. */
export function payForLoops(expr: Expr): void {
  for (const part of partsOf(expr)) payForLoops(part);
  const { case: kind, value } = expr.exprKind;
  // A loop without a variable has no turns: it gives something a name.
  if (kind !== 'comprehensionExpr' || value.iterRange === undefined || value.iterVar === '') return;
  const nodes = constantFor(expr, { case: 'int64Value', value: BigInt(nodesOfTurn(value)) });
  value.iterRange = callFor(value.iterRange, LOOP, [value.iterRange, nodes]);
}

function partsOf({ exprKind: { case: kind, value } }: Expr): Expr[] {
  switch (kind) {
    case 'selectExpr':
      return value.operand === undefined ? [] : [value.operand];
    case 'callExpr':
      return value.target === undefined ? value.args : [value.target, ...value.args];
    case 'listExpr':
      return value.elements;
    case 'structExpr':
      return value.entries.flatMap(({ keyKind, value: of }) => [
        ...(keyKind.case === 'mapKey' ? [keyKind.value] : []),
        ...(of === undefined ? [] : [of]),
      ]);
    case 'comprehensionExpr':
      return [value.iterRange, value.accuInit, value.loopCondition, value.loopStep, value.result].filter(
        (part) => part !== undefined,
      );
    default:
      return [];
  }
}
