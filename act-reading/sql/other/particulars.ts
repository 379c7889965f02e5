/** The rows and columns that a change names, in the tree of the parser for other dialects. */
import type { Particular } from '../../content.ts';
import type { Tree } from '../load.ts';
import { bounded, insertedParticulars, setting } from '../particulars.ts';
import { rowsOf } from '../rows.ts';
import { isTree, listIn, textIn, treeIn } from '../tree.ts';
import { columnOf, constantOf } from './names.ts';
import { conditionOrNone } from './where.ts';

/** Reads an UPDATE or a DELETE. */
export function otherParticulars(node: Tree): Particular[] {
  return bounded([...settingsIn(node), ...rowsOf(conditionOrNone(node.where), tablesIn(node))]);
}

export function otherInserted(node: Tree): Particular[] {
  const values = treeIn(node, 'values');
  const lists = listIn(values, 'values').map((list) => listIn(list as Tree, 'value'));
  const chosen = listIn(values, 'columns').map((item) => (isTree(item) ? item.expr : null));
  const set = listIn(node, 'set').filter(isTree);
  const rows = set.length > 0 ? [set.map(({ value }) => value)] : lists.length > 0 ? lists : [chosen];
  const instead = treeIn(node, 'on_duplicate_update');
  const words = listIn(node, 'or').map((word) => textIn(word as Tree, 'value').toLowerCase());
  return insertedParticulars({
    columns: set.length > 0 ? set.map(nameOf) : listIn(node, 'columns').map(String),
    rows: rows.map((row) => row.map((value) => (isTree(value) ? constantOf(value) : null))),
    replaces: node.type === 'replace' || words.includes('replace'),
    instead: instead === undefined ? null : settingsIn(instead),
  });
}

function settingsIn(node: Tree): Particular[] {
  return listIn(node, 'set').flatMap((item) =>
    isTree(item) ? [setting(nameOf(item), constantOf(treeIn(item, 'value') ?? {}))] : [],
  );
}

const nameOf = (item: Tree) =>
  typeof item.column === 'string' ? item.column : (columnOf({ ...item, type: 'column_ref' }) ?? '');

/** Returns null if the statement names only one table. */
function tablesIn(node: Tree): string[] | null {
  const [changed, ...joined] = listIn(node, 'table').filter(isTree);
  const others = listIn(node, 'from').filter((from) => isTree(from) && !isSame(from, changed));
  if (changed === undefined || joined.length + others.length === 0) return null;
  return [(textIn(changed, 'as') || textIn(changed, 'table')).toLowerCase()];
}

/** `DELETE FROM t` names the table twice, and `UPDATE o … FROM orders o` names it by its alias. */
function isSame(from: Tree, changed: Tree | undefined): boolean {
  const name = textIn(changed, 'table');
  return textIn(from, 'table') === name || textIn(from, 'as') === name;
}
