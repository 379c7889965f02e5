/** Conditions in PostgreSQL's tree. */
import type { Tree } from '../load.ts';
import { holds, isTree, listIn, textIn, treeIn } from '../tree.ts';
import type { Condition, Side } from '../where.ts';

const MAX_DEPTH = 200;

export function conditionOf(node: unknown, depth = 0): Condition {
  const tree = isTree(node) ? node : {};
  const other: Condition = { kind: 'other', hasColumns: hasColumns(tree) };
  if (depth > MAX_DEPTH) return other;
  const bool = treeIn(tree, 'BoolExpr');
  if (bool !== undefined) return ofBool(bool, depth);
  const nullTest = treeIn(tree, 'NullTest');
  if (nullTest !== undefined) {
    return {
      kind: textIn(nullTest, 'nulltesttype') === 'IS_NULL' ? 'null' : 'not null',
      left: sideOf(nullTest.arg),
    };
  }
  const constant = constantOf(tree);
  if (constant !== null) return { kind: 'constant', isTrue: !/^(?:f|false|0|)$/i.test(constant) };
  const expression = treeIn(tree, 'A_Expr');
  if (expression !== undefined) return ofExpression(expression, other);
  const link = treeIn(tree, 'SubLink');
  if (link !== undefined) return ofSubquery(link, other);
  return other;
}

function ofBool(bool: Tree, depth: number): Condition {
  const of = listIn(bool, 'args').map((argument) => conditionOf(argument, depth + 1));
  const [first] = of;
  if (textIn(bool, 'boolop') === 'NOT_EXPR' && first !== undefined) return { kind: 'not', of: first };
  return { kind: textIn(bool, 'boolop') === 'OR_EXPR' ? 'one' : 'all', of };
}

function ofExpression(expression: Tree, other: Condition): Condition {
  const kind = textIn(expression, 'kind');
  const listed = kind === 'AEXPR_IN' || kind === 'AEXPR_OP_ANY' ? elementsOf(expression.rexpr) : null;
  const name = textIn(treeIn(listIn(expression, 'name').at(-1) as Tree, 'String'), 'sval');
  if (listed !== null && /^(?:=|<>)$/.test(name)) {
    // `<> ANY` is true for nearly every row.
    const isNot = name === '<>';
    return { kind: 'among', left: sideOf(expression.lexpr), constants: listed.map(constantOf), isNot };
  }
  if (!/^AEXPR_(?:OP|LIKE|ILIKE|SIMILAR|NOT_DISTINCT|DISTINCT)$/.test(kind)) return other;
  const like = { '~~': 'like', '!~~': 'not like', '~~*': 'ilike', '!~~*': 'not ilike' } as Record<
    string,
    string
  >;
  const operators: Record<string, string> = { AEXPR_NOT_DISTINCT: '=', AEXPR_DISTINCT: '<>' };
  const operator = operators[kind] ?? like[name] ?? name;
  return { kind: 'compare', operator, left: sideOf(expression.lexpr), right: sideOf(expression.rexpr) };
}

/** The elements of a list or an array; null if it is neither. */
function elementsOf(node: unknown): unknown[] | null {
  if (!isTree(node)) return null;
  const list = treeIn(node, 'List') ?? treeIn(node, 'A_ArrayExpr');
  return list === undefined ? null : [...listIn(list, 'items'), ...listIn(list, 'elements')];
}

/** `EXISTS (SELECT 1)` chooses no rows, and neither does membership in a whole table. */
function ofSubquery(link: Tree, other: Condition): Condition {
  const select = treeIn(treeIn(link, 'subselect'), 'SelectStmt');
  const isWhole =
    select !== undefined &&
    select.whereClause === undefined &&
    select.limitCount === undefined &&
    select.havingClause === undefined &&
    select.larg === undefined;
  const isMembership =
    textIn(link, 'subLinkType') === 'EXISTS_SUBLINK' || textIn(link, 'subLinkType') === 'ANY_SUBLINK';
  if (isWhole && isMembership && (textIn(link, 'subLinkType') === 'EXISTS_SUBLINK' || isOwnKey(link, select)))
    return { kind: 'other', hasColumns: false };
  return other;
}

/** In `id IN (SELECT id FROM t)`, the column is compared with all values of the same column. */
function isOwnKey(link: Tree, select: Tree): boolean {
  const column = columnOf(link.testexpr);
  const [chosen] = listIn(select, 'targetList');
  const value = treeIn(chosen as Tree, 'ResTarget')?.val;
  return column !== null && column === columnOf(value) && listIn(select, 'fromClause').length === 1;
}

function sideOf(node: unknown): Side {
  const tree = isTree(node) ? node : {};
  return {
    column: columnOf(tree),
    constant: constantOf(tree),
    isParameter: treeIn(tree, 'ParamRef') !== undefined,
    hasColumns: hasColumns(tree),
  };
}

function columnOf(node: unknown): string | null {
  const reference = isTree(node) ? treeIn(node, 'ColumnRef') : undefined;
  if (reference === undefined) return null;
  return listIn(reference, 'fields')
    .map((field) => textIn(treeIn(field as Tree, 'String'), 'sval') || '*')
    .join('.');
}

export function constantOf(node: unknown): string | null {
  if (!isTree(node)) return null;
  const cast = treeIn(node, 'TypeCast');
  if (cast !== undefined) return constantOf(cast.arg);
  const constant = treeIn(node, 'A_Const');
  if (constant === undefined) return null;
  const ival = treeIn(constant, 'ival');
  if (ival !== undefined) return String(ival.ival ?? 0);
  const boolval = treeIn(constant, 'boolval');
  if (boolval !== undefined) return boolval.boolval === true ? 'true' : 'false';
  if (constant.isnull === true) return '';
  return textIn(treeIn(constant, 'sval'), 'sval') || textIn(treeIn(constant, 'fval'), 'fval') || '';
}

/** A parameter stands for a value, so `$1` alone chooses no rows. */
function hasColumns(tree: Tree): boolean {
  return holds(tree, (_inner, key) => key === 'ColumnRef');
}
