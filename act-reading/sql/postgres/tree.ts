/** Reads what statements do from PostgreSQL's tree. A kind of statement that is not listed here may do anything. */
import { listed, shown, target } from '../../content.ts';
import type { Tree } from '../load.ts';
import { type SqlNotes, told } from '../notes.ts';
import { eachTree, isTree, listIn, textIn, treeIn } from '../tree.ts';
import { whereOf } from '../where.ts';
import { CONFIGURING, EXECUTING, HARMLESS, WRITING } from './kinds.ts';
import {
  isSecret,
  isTable,
  nameOf,
  objectName,
  optionValue,
  roleName,
  rolesIn,
  tableOf,
  tablesIn,
} from './names.ts';
import { particularsOf, particularsOfInsert, particularsOfMerge } from './particulars.ts';
import { conditionOf } from './where.ts';

export function readTree(root: Tree, notes: SqlNotes): void {
  for (const item of listIn(root, 'stmts')) readStatement(treeIn(item as Tree, 'stmt') ?? {}, notes);
}

function readStatement(wrapped: Tree, notes: SqlNotes) {
  const [kind = '', inside] = Object.entries(wrapped)[0] ?? [];
  const node = isTree(inside) ? inside : {};
  const own = OWN[kind];
  if (own !== undefined) return own(node, notes);
  const name = kind
    .replace(/^Variable|Stmt$/g, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replace(/trig$/, 'trigger');
  const made = treeIn(node, 'relation') ?? treeIn(node, 'view') ?? treeIn(treeIn(node, 'into'), 'rel');
  const tables = made === undefined ? tablesIn(node) : [tableOf(made)];
  notes.statement(name, tables);
  if (HARMLESS.has(kind)) return notes.does('read', `asks the database: ${name.replaceAll('_', ' ')}`, []);
  if (WRITING.has(kind))
    notes.does('write', `changes the database by ${name.replaceAll('_', ' ')} of`, tables);
  else if (CONFIGURING.has(kind))
    notes.configures(`changes access or security by ${name.replaceAll('_', ' ')} of`, rolesIn(node));
  else {
    const what = EXECUTING.has(kind)
      ? `makes the database run code by ${name.replaceAll('_', ' ')}`
      : `does ${name.replaceAll('_', ' ')}`;
    notes.add({
      effect: 'execute',
      what,
      targets: [target('program', 'program', `sql ${name.replaceAll('_', ' ')}`)],
      risk_level: 'high',
    });
  }
  readInside(node, notes, made === undefined && WRITING.has(kind) ? 'all' : [made]);
}

/** Reads the inside of a statement: tables it reads, functions it calls, changes in WITH. */
function readInside(node: Tree, notes: SqlNotes, own: readonly unknown[] | 'all' = []): string[] {
  const names = new Set<string>();
  const reads: string[] = [];
  eachTree(node, (tree, key) => {
    const change = CHANGES[key];
    if (change !== undefined) {
      change(tree, notes);
      return false;
    }
    if (typeof tree.ctename === 'string') names.add(tree.ctename);
    if (key === 'FuncCall') notes.calls(nameOf(listIn(tree, 'funcname')));
    if (key === 'intoClause') {
      const into = tableOf(treeIn(tree, 'rel') ?? {});
      notes.does('write', 'makes the table', [into]);
      return false;
    }
    if (isTable(tree) && own !== 'all' && !own.includes(tree)) {
      reads.push(tableOf(tree));
      return false;
    }
    return true;
  });
  const tables = [...new Set(reads)].reverse().filter((name) => !names.has(name));
  if (tables.length > 0)
    notes.does('read', 'reads the table', tables, tables.some(isSecret) ? { risk_level: 'high' } : {});
  return tables;
}

const CHANGES: Record<string, (node: Tree, notes: SqlNotes) => void> = {
  InsertStmt: (node, notes) => {
    const relation = treeIn(node, 'relation') ?? {};
    notes.statement('insert', [tableOf(relation)]);
    notes.does('write', 'puts rows into', [tableOf(relation)], told(particularsOfInsert(node)));
    readInside(node, notes, [relation]);
  },
  UpdateStmt: (node, notes) => changesRows('update', node, notes),
  DeleteStmt: (node, notes) => changesRows('delete', node, notes),
  MergeStmt: (node, notes) => {
    const relation = treeIn(node, 'relation') ?? {};
    notes.statement('merge', [tableOf(relation)]);
    notes.does('write', 'merges rows into', [tableOf(relation)], told(particularsOfMerge(node)));
    if (JSON.stringify(node.mergeWhenClauses ?? []).includes('CMD_DELETE'))
      notes.does('delete', 'deletes rows of', [tableOf(relation)], { irreversible: true });
    readInside(node, notes, [relation]);
  },
};

function changesRows(kind: 'update' | 'delete', node: Tree, notes: SqlNotes): void {
  const relation = treeIn(node, 'relation') ?? {};
  const condition = node.whereClause === undefined ? null : conditionOf(node.whereClause);
  notes.changes(kind, [tableOf(relation)], whereOf(condition), particularsOf(node));
  readInside(node, notes, [relation]);
}

const OWN: Record<string, (node: Tree, notes: SqlNotes) => void> = {
  ...CHANGES,
  SelectStmt: (node, notes) => {
    const fact = notes.statement('select', []);
    const acts = notes.acts.length;
    fact.tables = listed(readInside(node, notes));
    if (notes.acts.length === acts) notes.does('read', 'runs a query', []);
  },
  TruncateStmt: (node, notes) => {
    const tables = tablesIn(node);
    notes.statement('truncate', tables, 'none');
    notes.does('delete', 'deletes all rows of', tables, { irreversible: true, risk_level: 'high' });
  },
  DropStmt: (node, notes) => {
    const names = listIn(node, 'objects').map(objectName);
    const what = textIn(node, 'removeType').replace('OBJECT_', '').replaceAll('_', ' ').toLowerCase();
    notes.statement(`drop_${what.replaceAll(' ', '_')}`, names);
    if (what === 'policy') return notes.configures('drops the row security policy', names);
    const isSmall = /^(?:index|view|trigger|rule|statistic ext|aggregate|cast|operator)$/.test(what);
    notes.does(
      'delete',
      `drops the ${what}`,
      names,
      isSmall ? {} : { irreversible: true, risk_level: 'high' },
    );
  },
  DropdbStmt: (node, notes) => {
    notes.statement('drop_database', [textIn(node, 'dbname')]);
    notes.does('delete', 'drops the database', [textIn(node, 'dbname')], {
      irreversible: true,
      risk_level: 'critical',
    });
  },
  DropOwnedStmt: (_node, notes) => {
    notes.statement('drop_owned', []);
    notes.does('delete', 'drops everything that a role owns', [], {
      irreversible: true,
      risk_level: 'critical',
    });
  },
  GrantStmt: grant,
  GrantRoleStmt: grant,
  AlterTableStmt: alterTable,
  CopyStmt: copy,
  VariableSetStmt: (node, notes) => {
    const name = textIn(node, 'name');
    notes.statement('set', []);
    const isPower =
      /^(?:role|session_authorization|row_security|session_replication_role|allow_system_table_mods|log_\w+|local_preload_libraries|default_transaction_read_only|transaction_read_only)$/i.test(
        name,
      );
    if (isPower) notes.configures(`sets ${shown(name)} of the session`);
    else notes.does('read', `sets ${shown(name)} of the session`, []);
  },
  ExplainStmt: (node, notes) => {
    const options = listIn(node, 'options').map((option) => treeIn(option as Tree, 'DefElem'));
    // EXPLAIN ANALYZE executes the statement.
    const isRun = options.some(
      (option) => textIn(option, 'defname') === 'analyze' && !/^(?:off|false|0)$/i.test(optionValue(option)),
    );
    const query = treeIn(node, 'query') ?? {};
    notes.statement('explain', tablesIn(query));
    if (isRun) readStatement(query, notes);
    else notes.does('read', 'explains a statement', tablesIn(query));
  },
  PrepareStmt: (node, notes) => readStatement(treeIn(node, 'query') ?? {}, notes),
  DeclareCursorStmt: (node, notes) => readStatement(treeIn(node, 'query') ?? {}, notes),
  NotifyStmt: (_node, notes) => {
    notes.statement('notify', []);
    notes.does('send', 'notifies the listeners of the database', []);
  },
};

function grant(node: Tree, notes: SqlNotes): void {
  const isGrant = node.is_grant === true;
  const privileges = [...listIn(node, 'privileges'), ...listIn(node, 'granted_roles')].map(
    (item) => textIn(treeIn(item as Tree, 'AccessPriv'), 'priv_name') || 'all',
  );
  const on = listIn(node, 'objects').map(objectName);
  const to = [...listIn(node, 'grantees'), ...listIn(node, 'grantee_roles')].map((item) =>
    roleName(treeIn(item as Tree, 'RoleSpec')),
  );
  notes.statement(isGrant ? 'grant' : 'revoke', on);
  notes.grants.push({ privileges: privileges.length > 0 ? privileges : ['all'], on, to });
  notes.configures(isGrant ? 'grants rights to' : 'takes rights from', to);
}

function alterTable(node: Tree, notes: SqlNotes): void {
  const tables = [tableOf(treeIn(node, 'relation') ?? {})];
  notes.statement('alter_table', tables);
  for (const item of listIn(node, 'cmds')) {
    const command = textIn(treeIn(item as Tree, 'AlterTableCmd'), 'subtype');
    const owner = roleName(treeIn(treeIn(item as Tree, 'AlterTableCmd'), 'newowner'));
    if (command === 'AT_ChangeOwner') notes.configures('gives a table to', [owner]);
    else if (/RowSecurity|AT_(?:Enable|Disable)(?:Trig|Rule|Always|Replica)/.test(command))
      notes.configures('changes the row security or triggers of', tables);
    else if (command === 'AT_DropColumn')
      notes.does('delete', 'drops a column of', tables, { irreversible: true, risk_level: 'high' });
    else notes.does('write', 'alters the table', tables);
  }
  readInside(node, notes, [node.relation]);
}

function copy(node: Tree, notes: SqlNotes): void {
  const relation = treeIn(node, 'relation');
  const tables = relation === undefined ? [] : [tableOf(relation)];
  const isFrom = node.is_from === true;
  const file = textIn(node, 'filename');
  notes.statement('copy', tables);
  if (node.is_program === true) {
    notes.add({
      effect: 'execute',
      what: `makes the server run ${shown(file)}`,
      targets: [target('program', 'program', file)],
      risk_level: 'critical',
    });
  } else if (file !== '') {
    const what = isFrom ? 'makes the server read its file' : 'makes the server write its file';
    notes.add({
      effect: 'execute',
      what: `${what} ${shown(file)}`,
      targets: [target('path', 'place', file)],
      risk_level: 'high',
    });
  }
  if (isFrom) notes.does('write', 'puts rows into', tables);
  else if (tables.length > 0) notes.does('read', 'reads the table', tables);
  readInside(node, notes, [relation]);
}
