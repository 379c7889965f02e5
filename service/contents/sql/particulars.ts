/**
 * What a statement says of the rows and columns that it changes: the columns it sets, and the values by which it chooses
 * rows. A mandate compares them with the words of its task.
 */
import type { Particular } from '../content.ts';
import type { Tree } from './load.ts';
import { constantOf } from './postgres-where.ts';
import { isTree, listIn, textIn, treeIn } from './tree.ts';

/** More of them say no more. */
const MAX_PARTICULARS = 40;
const MAX_DEPTH = 60;
/** Matches columns that identify a row. */
const KEY = /(?:^|[._])(?:id|uuid|guid|pk|key|number|no|nr|code|sku|email|username|login)$/i;
const NEGATED = new Set(['<>', '!=', '!~~', '!~~*', 'not in', 'not like', 'is not']);
const ORDERED = new Set(['<', '>', '<=', '>=', 'between']);

/** How one comparison is written: its operator, its column, and its constants. */
export interface Comparison {
  operator: string;
  column: string | null;
  values: string[];
}

/** A row that a comparison names; those behind a negation or an order are all others. */
export function rowOf({ operator, column, values }: Comparison, isNegated: boolean): Particular[] {
  if (column === null || !KEY.test(column) || values.length === 0) return [];
  const name = column.slice(column.lastIndexOf('.') + 1);
  const isOthers = isNegated !== NEGATED.has(operator) || ORDERED.has(operator);
  return values.map((value) => ({ of: isOthers ? 'other_rows' : 'row', name, value }));
}

export const setting = (name: string, value: string | null): Particular => ({ of: 'column', name, value });

export function bounded(found: readonly Particular[]): Particular[] {
  if (found.length <= MAX_PARTICULARS) return [...found];
  return [...found.slice(0, MAX_PARTICULARS), { of: 'other_rows', name: 'more', value: null }];
}

/** @param node of PostgreSQL's tree: an UPDATE, a DELETE, or what an INSERT does on a conflict. */
export function particularsOf(node: Tree): Particular[] {
  const columns = listIn(node, 'targetList').flatMap((item) => {
    const target = treeIn(item as Tree, 'ResTarget');
    return target === undefined ? [] : [setting(textIn(target, 'name'), constantOf(target.val))];
  });
  return bounded([...columns, ...rowsIn(node.whereClause, false, 0)]);
}

function rowsIn(node: unknown, isNegated: boolean, depth: number): Particular[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(node)) return node.flatMap((each) => rowsIn(each, isNegated, depth + 1));
  if (!isTree(node)) return [];
  const bool = treeIn(node, 'BoolExpr');
  if (bool !== undefined)
    return rowsIn(bool.args, isNegated !== (textIn(bool, 'boolop') === 'NOT_EXPR'), depth + 1);
  const compared = treeIn(node, 'A_Expr');
  const own = compared === undefined ? [] : rowOf(comparisonOf(compared), isNegated);
  if (own.length > 0) return own;
  return Object.values(node).flatMap((each) => rowsIn(each, isNegated, depth + 1));
}

function comparisonOf(node: Tree): Comparison {
  const name = textIn(treeIn(listIn(node, 'name').at(-1) as Tree, 'String'), 'sval');
  const kind = textIn(node, 'kind');
  const [left, right] = [node.lexpr, node.rexpr];
  const column = columnOf(left) ?? columnOf(right);
  const negated = /NOT_BETWEEN|DISTINCT$/.test(kind) && kind !== 'AEXPR_NOT_DISTINCT';
  const operator = kind.includes('BETWEEN') ? 'between' : negated ? '<>' : name;
  return { operator, column, values: [...constantsIn(left), ...constantsIn(right)] };
}

function columnOf(node: unknown): string | null {
  const reference = isTree(node) ? treeIn(node, 'ColumnRef') : undefined;
  if (reference === undefined) return null;
  return listIn(reference, 'fields')
    .map((field) => textIn(treeIn(field as Tree, 'String'), 'sval'))
    .join('.');
}

function constantsIn(node: unknown): string[] {
  if (!isTree(node)) return [];
  const list = treeIn(node, 'List') ?? treeIn(node, 'A_ArrayExpr');
  if (list !== undefined) return [...listIn(list, 'items'), ...listIn(list, 'elements')].flatMap(constantsIn);
  const constant = constantOf(node);
  return constant === null ? [] : [constant];
}
