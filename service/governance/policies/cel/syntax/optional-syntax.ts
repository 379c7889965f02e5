/**
 * Builds expressions of the library's parser, and reads optional fields, `a.?b` and `a[?k]`, which it does not know.
 * Each `?` in the source is replaced by a blank, so that everything else stays where it is; the field read there then
 * becomes a call of one of {@link optionalFunctions}.
 */
import type { parse } from '@bufbuild/cel';
import { ELEMENT, ELEMENT_OF, FIELD, FIELD_OF, HAS_VALUE, VALUE } from '../optionals.ts';

/** The names in the tree, none of which is a valid name in CEL. */
export const OPTIONAL_FIELD = '.?';
export const OPTIONAL_ELEMENT = '[?]';
/** The methods of optional values. */
export const OPTIONAL_METHODS: readonly string[] = ['hasValue', 'value', 'or', 'orValue'];

/** Texts and comments. */
const ALONE =
  /(?<!\w)(?:[rR][bB]?|[bB][rR])(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')|"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*/;
/** Matches text to skip, or the syntax to find. */
const TOKEN = besideTexts(/([.[])(\s*)\?/);

/** Matches a text or a comment, or else the sought syntax, with its groups. */
export function besideTexts(sought: RegExp): RegExp {
  return new RegExp(`${ALONE.source}|${sought.source}`, 'g');
}

export interface PlainSource {
  /** The source without the signs, of the same length. */
  text: string;
  /** The places of the signs that a `?` followed. */
  optional: Set<number>;
}

export function withoutMarks(source: string): PlainSource {
  const optional = new Set<number>();
  if (!source.includes('?')) return { text: source, optional };
  const text = source.replace(TOKEN, (token: string, sign: string | undefined, blank: string, at: number) => {
    if (sign === undefined) return token;
    optional.add(at);
    return `${sign}${blank} `;
  });
  return { text, optional };
}

/** Turns the selection into a call. @param goesOn whether it selects from an optional value. */
export function asOptionalField(expr: Expr, { operand, field }: Kind<'selectExpr'>, goesOn: boolean): void {
  const name = constantFor(expr, { case: 'stringValue', value: field });
  expr.exprKind = callFor(expr, goesOn ? FIELD_OF : FIELD, [operand as Expr, name]).exprKind;
}

export function asOptionalElement(expr: Expr, { args }: Kind<'callExpr'>, goesOn: boolean): void {
  expr.exprKind = callFor(expr, goesOn ? ELEMENT_OF : ELEMENT, args).exprKind;
}

/** Makes `has()` of a field of an optional value ask for its value. */
export function asHasValue(expr: Expr, { operand, field }: Kind<'selectExpr'>): void {
  const name = constantFor(expr, { case: 'stringValue', value: field });
  expr.exprKind = callFor(expr, HAS_VALUE, [callFor(expr, FIELD_OF, [operand as Expr, name])]).exprKind;
}

/** Expands a method of an optional value. The replacement for a missing value is evaluated only when it is needed. */
export function asMethodOfOptional(expr: Expr, { function: name, target, args }: Kind<'callExpr'>): void {
  const of = target as Expr;
  const [other] = args;
  if (name === 'hasValue') expr.exprKind = callFor(expr, HAS_VALUE, [of]).exprKind;
  else if (name === 'value') expr.exprKind = callFor(expr, VALUE, [of]).exprKind;
  else if (other !== undefined) {
    const found = nameFor(expr, FOUND);
    const value = name === 'or' ? found : callFor(expr, VALUE, [found]);
    const choice = callFor(expr, '_?_:_', [callFor(expr, HAS_VALUE, [found]), value, other]);
    expr.exprKind = withFound(expr, of, choice).exprKind;
  }
}

/** The name of the optional value inside the expanded choice. */
const FOUND = '@found';

/** A loop without turns: the one way in which the library gives something a name. */
function withFound(expr: Expr, accuInit: Expr, result: Expr): Expr {
  return inPlaceOf(expr, {
    case: 'comprehensionExpr',
    value: {
      $typeName: 'cel.expr.Expr.Comprehension',
      iterVar: '',
      iterVar2: '',
      iterRange: inPlaceOf(expr, {
        case: 'listExpr',
        value: { $typeName: 'cel.expr.Expr.CreateList', elements: [], optionalIndices: [] },
      }),
      accuVar: FOUND,
      accuInit,
      loopCondition: constantFor(expr, { case: 'boolValue', value: false }),
      loopStep: nameFor(expr, FOUND),
      result,
    },
  });
}

export type Parsed = ReturnType<typeof parse>;
export type Expr = NonNullable<Parsed['expr']>;
export type Kind<C extends string> = Extract<Expr['exprKind'], { case: C }>['value'];
export type Comprehension = Kind<'comprehensionExpr'>;

/** Creates an expression in place of another, with its id, by which errors and positions refer to it. */
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
