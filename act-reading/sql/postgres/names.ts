/** Names in PostgreSQL's tree: tables, roles, functions and other objects. */
import type { Tree } from '../load.ts';
import { eachTree, isTree, textIn, treeIn } from '../tree.ts';

export const isTable = (tree: Tree) =>
  typeof tree.relname === 'string' && typeof tree.relpersistence === 'string';

export function tableOf(tree: Tree): string {
  return [textIn(tree, 'catalogname'), textIn(tree, 'schemaname'), textIn(tree, 'relname')]
    .filter((part) => part !== '')
    .join('.');
}

/** Returns the tables, without the names that WITH gives to queries. */
export function tablesIn(node: unknown): string[] {
  const names = new Set<string>();
  const tables: string[] = [];
  eachTree(node, (tree) => {
    if (typeof tree.ctename === 'string') names.add(tree.ctename);
    if (isTable(tree)) tables.push(tableOf(tree));
    return true;
  });
  return [...new Set(tables)].reverse().filter((name) => !names.has(name));
}

export function nameOf(parts: readonly unknown[]): string {
  return parts.map((part) => textIn(treeIn(part as Tree, 'String'), 'sval').toLowerCase()).join('.');
}

export function objectName(item: unknown): string {
  if (!isTree(item)) return '';
  if (isTable(treeIn(item, 'RangeVar') ?? {})) return tableOf(treeIn(item, 'RangeVar') ?? {});
  const names: string[] = [];
  eachTree(item, (tree) => {
    if (typeof tree.sval === 'string') names.push(tree.sval);
    return true;
  });
  return names.reverse().join('.');
}

export function rolesIn(node: Tree): string[] {
  const roles: string[] = [textIn(node, 'role')].filter((name) => name !== '');
  eachTree(node, (tree) => {
    if (typeof tree.roletype === 'string') roles.push(roleName(tree));
    return true;
  });
  return roles;
}

export function roleName(role: Tree | undefined): string {
  return textIn(role, 'rolename') || textIn(role, 'roletype').replace('ROLESPEC_', '').toLowerCase() || '';
}

/** Tables that hold passwords, keys or the server's files. */
export const isSecret = (table: string) =>
  /^(?:pg_catalog\.)?(?:pg_shadow|pg_authid|pg_user_mapping\w*|pg_hba_file_rules|pg_file_settings|pg_largeobject)$|^mysql\.(?:user|db)$|^sys\.(?:sql_logins|syslogins)$/i.test(
    table,
  );

export function optionValue(option: Tree | undefined): string {
  const value = treeIn(option, 'arg') ?? {};
  return (
    textIn(treeIn(value, 'String'), 'sval') ||
    String(
      treeIn(value, 'Integer')?.ival ??
        treeIn(value, 'Boolean')?.boolval ??
        (treeIn(value, 'Integer') ? 0 : treeIn(value, 'Boolean') ? false : ''),
    )
  );
}
