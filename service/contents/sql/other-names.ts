/** Columns and constants in the tree of the parser for other dialects. */
import type { Tree } from './load.ts';
import { textIn, treeIn } from './tree.ts';

/** null if it is not a plain column. */
export function columnOf(tree: Tree): string | null {
  if (tree.type !== 'column_ref') return null;
  const { column } = tree;
  return typeof column === 'string'
    ? column
    : textIn(treeIn(treeIn(tree, 'column'), 'expr'), 'value') || null;
}

/** As written; null where it is none. */
export function constantOf(tree: Tree): string | null {
  if (
    !/^(?:number|bigint|bool|boolean|null|string|(?:single|double)_quote_string|hex_string|param|var)$/.test(
      textIn(tree, 'type'),
    )
  )
    return null;
  return String(tree.value ?? '');
}
