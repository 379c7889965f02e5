/** Expressions as the library has them: what its parser reads, and the few that are made here in place of others. */
import type { parse } from '@bufbuild/cel';

export type Parsed = ReturnType<typeof parse>;
export type Expr = NonNullable<Parsed['expr']>;
export type Kind<C extends string> = Extract<Expr['exprKind'], { case: C }>['value'];
export type Comprehension = Kind<'comprehensionExpr'>;

/** In the place of another one, whose id it has, by which errors and positions know it. */
export function inPlaceOf({ $typeName, id }: Expr, exprKind: Expr['exprKind']): Expr {
  return { $typeName, id, exprKind };
}

export function nameFor(other: Expr, name: string): Expr {
  return inPlaceOf(other, { case: 'identExpr', value: { $typeName: 'cel.expr.Expr.Ident', name } });
}

export function callFor(other: Expr, name: string, args: Expr[]): Expr {
  const value = { $typeName: 'cel.expr.Expr.Call', function: name, args } as const;
  return inPlaceOf(other, { case: 'callExpr', value });
}

export function constantFor(other: Expr, constantKind: Kind<'constExpr'>['constantKind']): Expr {
  return inPlaceOf(other, { case: 'constExpr', value: { $typeName: 'cel.expr.Constant', constantKind } });
}
