/** The rows and columns that a change names, in the tree of the parser for other dialects. */
import type { Particular } from '../content.ts';
import type { Tree } from './load.ts';
import { columnOf, constantOf } from './other-names.ts';
import { bounded, rowOf, setting } from './particulars.ts';
import { isTree, listIn, textIn, treeIn } from './tree.ts';

const MAX_DEPTH = 60;

export function otherParticulars(node: Tree): Particular[] {
  const columns = listIn(node, 'set').flatMap((item) => {
    if (!isTree(item)) return [];
    const name =
      typeof item.column === 'string' ? item.column : (columnOf({ ...item, type: 'column_ref' }) ?? '');
    return [setting(name, constantOf(treeIn(item, 'value') ?? {}))];
  });
  return bounded([...columns, ...rowsIn(node.where, false, 0)]);
}

function rowsIn(node: unknown, isNegated: boolean, depth: number): Particular[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(node)) return node.flatMap((each) => rowsIn(each, isNegated, depth + 1));
  if (!isTree(node)) return [];
  const isNot = node.type === 'unary_expr' && /^(?:not|!)$/i.test(textIn(node, 'operator'));
  if (node.type === 'binary_expr') {
    const [left, right] = [treeIn(node, 'left') ?? {}, treeIn(node, 'right') ?? {}];
    const operator = textIn(node, 'operator')
      .toLowerCase()
      .replace(/^not between$/, 'between');
    const column = columnOf(left) ?? columnOf(right);
    const own = rowOf({ operator, column, values: [...constantsIn(left), ...constantsIn(right)] }, isNegated);
    if (own.length > 0) return own;
  }
  return Object.values(node).flatMap((each) => rowsIn(each, isNegated !== isNot, depth + 1));
}

function constantsIn(node: Tree): string[] {
  if (node.type === 'expr_list')
    return listIn(node, 'value').flatMap((each) => (isTree(each) ? constantsIn(each) : []));
  const constant = constantOf(node);
  return constant === null ? [] : [constant];
}
