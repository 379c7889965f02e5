/**
 * Reads what statements of other dialects do from the tree of their parser, which is asked only about statements that
 * PostgreSQL's grammar refuses.
 */
import { shown, target } from '../../content.ts';
import type { OtherParser, Tree } from '../load.ts';
import { type SqlNotes, told, UnreadableSql } from '../notes.ts';
import { eachTree, holds, isTree, listIn, textIn, treeIn } from '../tree.ts';
import { whereOf } from '../where.ts';
import { otherInserted, otherParticulars } from './particulars.ts';
import { conditionOrNone } from './where.ts';

/** @throws if the parser refuses the text. */
export function readOther(parser: OtherParser, text: string, notes: SqlNotes): void {
  const { ast, tableList = [] } = parser.parse(text);
  const statements = Array.isArray(ast) ? ast : [ast];
  for (const statement of statements) if (isTree(statement)) readStatement(statement, tableList, notes);
}

/** Reads entries such as `select::schema::table`. */
function tablesOf(list: readonly string[], verb: RegExp): string[] {
  const tables = list.flatMap((item) => {
    const [done = '', schema = '', table = ''] = item.split('::');
    if (!verb.test(done)) return [];
    return [schema === '' || schema === 'null' ? table : `${schema}.${table}`];
  });
  return [...new Set(tables)];
}

function readStatement(node: Tree, list: readonly string[], notes: SqlNotes): void {
  const kind = textIn(node, 'type').toLowerCase();
  const changed = tablesOf(list, /^(?!select)/);
  const read = tablesOf(list, /^select$/);
  const own = OWN[kind];
  // The parser also makes a node without a kind, from text that is not a statement.
  if (kind === '') throw new UnreadableSql('it is no statement');
  if (own === undefined) {
    notes.statement(kind || 'unknown', changed);
    notes.add({
      effect: 'execute',
      what: `does ${shown(kind)}`,
      targets: [target('program', 'program', `sql ${shown(kind)}`)],
      risk_level: 'high',
    });
  } else own(node, kind === 'select' ? read : changed, notes);
  if (read.length > 0) notes.does('read', 'reads the table', read);
  readInside(node, notes);
}

function readInside(node: Tree, notes: SqlNotes): void {
  eachTree(node, (tree) => {
    if (tree.type === 'function' || tree.type === 'aggr_func') notes.calls(functionName(tree));
    const into = treeIn(tree, 'into');
    if (into !== undefined && /outfile|dumpfile/i.test(JSON.stringify(into))) {
      const file = JSON.stringify(into.expr ?? into).replace(/.*"value":"([^"]*)".*/s, '$1');
      notes.add({
        effect: 'execute',
        what: `makes the server write a file ${shown(file, 60)}`,
        targets: [target('path', 'place', file)],
        risk_level: 'high',
      });
    } else if (into !== undefined && typeof into.expr === 'string')
      notes.does('write', 'makes the table', [into.expr]);
    return true;
  });
}

function functionName(tree: Tree): string {
  if (typeof tree.name === 'string') return tree.name.toLowerCase();
  const name = treeIn(tree, 'name');
  const parts = listIn(name, 'name').map((part) => textIn(part as Tree, 'value'));
  const schema = textIn(treeIn(name, 'schema'), 'value');
  return [schema, ...parts]
    .filter((part) => part !== '')
    .join('.')
    .toLowerCase();
}

type Reads = (node: Tree, tables: string[], notes: SqlNotes) => void;

const looks: Reads = (node, tables, notes) => {
  notes.statement(textIn(node, 'type').toLowerCase(), tables);
  notes.does('read', 'looks at the database', []);
};

const inserts: Reads = (node, tables, notes) => {
  const kind = textIn(node, 'type');
  notes.statement(kind, tables);
  const what = kind === 'replace' ? 'puts or replaces rows in' : 'puts rows into';
  notes.does('write', what, tables, told(otherInserted(node)));
};

const configures: Reads = (node, tables, notes) => {
  const kind = textIn(node, 'type');
  notes.statement(kind, tables);
  if (kind !== 'grant' && kind !== 'revoke') return notes.configures(`does ${shown(kind)}`);
  const to = listIn(node, 'user_or_roles').map(
    (item) => textIn(treeIn(item as Tree, 'name'), 'value') || textIn(item as Tree, 'name'),
  );
  const privileges = listIn(node, 'objects').map((item) => textIn(treeIn(item as Tree, 'priv'), 'value'));
  notes.grants.push({ privileges, on: tables, to });
  notes.configures(kind === 'grant' ? 'grants rights to' : 'takes rights from', to);
};

const OWN: Record<string, Reads> = {
  select: (_node, tables, notes) => {
    notes.statement('select', tables);
    if (tables.length === 0) notes.does('read', 'runs a query', []);
  },
  ...Object.fromEntries(
    ['show', 'desc', 'describe', 'use', 'transaction', 'declare', 'commit', 'rollback', 'begin', 'start'].map(
      (kind) => [kind, looks],
    ),
  ),
  explain: (node, tables, notes) => {
    if (holds(node, (tree) => /analyze/i.test(textIn(tree, 'keyword'))))
      notes.does('execute', 'runs what it explains:', tables);
    looks(node, tables, notes);
  },
  insert: inserts,
  replace: inserts,
  update: (node, tables, notes) =>
    notes.changes('update', tables, whereOf(conditionOrNone(node.where)), otherParticulars(node)),
  delete: (node, tables, notes) =>
    notes.changes('delete', tables, whereOf(conditionOrNone(node.where)), otherParticulars(node)),
  truncate: (_node, tables, notes) => {
    notes.statement('truncate', tables, 'none');
    notes.does('delete', 'deletes all rows of', tables, { irreversible: true, risk_level: 'high' });
  },
  drop: (node, tables, notes) => {
    const what = textIn(node, 'keyword').toLowerCase() || 'object';
    notes.statement(`drop_${what}`, tables);
    if (/user|role|login|policy/.test(what)) return notes.configures(`drops a ${what}`);
    const names =
      tables.length > 0
        ? tables
        : listIn(node, 'name').map((item) => (isTree(item) ? textIn(item, 'table') : String(item)));
    notes.does(
      'delete',
      `drops the ${what}`,
      names,
      /^(?:index|view|trigger)$/.test(what) ? {} : { irreversible: true, risk_level: 'high' },
    );
  },
  create: (node, tables, notes) => {
    const what = textIn(node, 'keyword').toLowerCase() || 'object';
    notes.statement(`create_${what}`, tables);
    if (/user|role|login|policy/.test(what)) return notes.configures(`creates a ${what}`);
    if (/function|procedure|trigger|event|extension/.test(what)) {
      notes.add({
        effect: 'execute',
        what: `makes the database run code by a ${what}`,
        targets: [target('program', 'program', `sql create ${what}`)],
        risk_level: 'high',
      });
    } else notes.does('write', `creates the ${what}`, tables);
  },
  alter: (node, tables, notes) => {
    notes.statement('alter_table', tables);
    const isDrop = listIn(node, 'expr').some(
      (item) => isTree(item) && textIn(item, 'action') === 'drop' && textIn(item, 'resource') === 'column',
    );
    if (/user|role|login|policy|authorization/i.test(textIn(node, 'keyword')))
      return notes.configures('alters a user or role');
    if (isDrop) notes.does('delete', 'drops a column of', tables, { irreversible: true, risk_level: 'high' });
    else notes.does('write', 'alters the table', tables);
  },
  rename: (_node, tables, notes) => {
    notes.statement('rename', tables);
    notes.does('write', 'renames the table', tables);
  },
  set: (node, tables, notes) => {
    notes.statement('set', tables);
    if (
      /global|persist|role|password|authorization|general_log|secure|sql_log/i.test(
        JSON.stringify(node).slice(0, 5_000),
      )
    )
      notes.configures('sets a global setting');
    else notes.does('read', 'sets a variable of the session', []);
  },
  grant: configures,
  revoke: configures,
};
