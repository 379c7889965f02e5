/** Columns and constants in the tree of the parser for other dialects. */
import type { Tree } from '../load.ts';
import { textIn, treeIn } from '../tree.ts';

/** Returns the column with its table, if that is given; null if it is not a plain column. */
export function columnOf(tree: Tree): string | null {
  if (tree.type !== 'column_ref') return null;
  const { column } = tree;
  const name = typeof column === 'string' ? column : textIn(treeIn(treeIn(tree, 'column'), 'expr'), 'value');
  const table = textIn(tree, 'table') || textIn(treeIn(treeIn(tree, 'table'), 'expr'), 'value');
  if (name === '') return null;
  return table === '' ? name : `${table}.${name}`;
}

/** Returns the constant as written; null if it is not one. */
export function constantOf(tree: Tree): string | null {
  if (
    !/^(?:number|bigint|bool|boolean|null|string|(?:single|double)_quote_string|hex_string|param|var)$/.test(
      textIn(tree, 'type'),
    )
  )
    return null;
  return String(tree.value ?? '');
}
