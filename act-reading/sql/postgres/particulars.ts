/** The rows and columns that a change names, in PostgreSQL's tree. */
import type { Particular } from '../../content.ts';
import type { Tree } from '../load.ts';
import { bounded, insertedParticulars, setting } from '../particulars.ts';
import { rowsOf } from '../rows.ts';
import { listIn, textIn, treeIn } from '../tree.ts';
import { conditionOf, constantOf } from './where.ts';

/** Reads an UPDATE or a DELETE. */
export function particularsOf(node: Tree): Particular[] {
  const isJoined = listIn(node, 'fromClause').length + listIn(node, 'usingClause').length > 0;
  const tables = isJoined ? namesOf(treeIn(node, 'relation')) : null;
  const where = node.whereClause === undefined ? null : conditionOf(node.whereClause);
  return bounded([...settingsIn(node), ...rowsOf(where, tables)]);
}

export function particularsOfInsert(node: Tree): Particular[] {
  const select = treeIn(treeIn(node, 'selectStmt'), 'SelectStmt');
  const conflict = treeIn(node, 'onConflictClause');
  const changes = textIn(conflict, 'action') === 'ONCONFLICT_UPDATE';
  return insertedParticulars({
    columns: targetsIn(node, 'cols').map((target) => textIn(target, 'name')),
    rows: rowsIn(select),
    replaces: false,
    instead: changes && conflict !== undefined ? settingsIn(conflict) : null,
  });
}

export function particularsOfMerge(node: Tree): Particular[] {
  const tables = namesOf(treeIn(node, 'relation'));
  const joined = conditionOf(node.joinCondition);
  return bounded(
    listIn(node, 'mergeWhenClauses').flatMap((item) => {
      const clause = treeIn(item as Tree, 'MergeWhenClause') ?? {};
      const kind = textIn(clause, 'commandType');
      if (kind === 'CMD_INSERT') {
        const columns = targetsIn(clause, 'targetList').map((target) => textIn(target, 'name'));
        const rows = [listIn(clause, 'values').map(constantOf)];
        return insertedParticulars({ columns, rows, replaces: false, instead: null });
      }
      if (kind !== 'CMD_UPDATE' && kind !== 'CMD_DELETE') return [];
      const own = clause.condition === undefined ? [] : [conditionOf(clause.condition)];
      return [...settingsIn(clause), ...rowsOf({ kind: 'all', of: [joined, ...own] }, tables)];
    }),
  );
}

function settingsIn(node: Tree): Particular[] {
  return targetsIn(node, 'targetList').map((target) =>
    setting(textIn(target, 'name'), constantOf(target.val)),
  );
}

function targetsIn(node: Tree, key: string): Tree[] {
  return listIn(node, key).flatMap((item) => {
    const target = treeIn(item as Tree, 'ResTarget');
    return target === undefined ? [] : [target];
  });
}

/** Reads the rows of VALUES, or of a SELECT of constants. */
function rowsIn(select: Tree | undefined): (string | null)[][] {
  const lists = listIn(select, 'valuesLists').map((list) => treeIn(list as Tree, 'List'));
  if (lists.length > 0) return lists.map((list) => listIn(list, 'items').map(constantOf));
  return select === undefined ? [] : [targetsIn(select, 'targetList').map(({ val }) => constantOf(val))];
}

function namesOf(relation: Tree | undefined): string[] {
  const alias = textIn(treeIn(relation, 'alias'), 'aliasname');
  return [alias === '' ? textIn(relation, 'relname') : alias].map((name) => name.toLowerCase());
}
