/** Conditions in the tree of the parser for other dialects. */
import type { Tree } from '../load.ts';
import { holds, isTree, listIn, textIn } from '../tree.ts';
import type { Condition, Side } from '../where.ts';
import { columnOf, constantOf } from './names.ts';

export function conditionOrNone(node: unknown): Condition | null {
  return node === null || node === undefined ? null : conditionOf(node, 0);
}

function conditionOf(node: unknown, depth: number): Condition {
  const tree = isTree(node) ? node : {};
  const other: Condition = { kind: 'other', hasColumns: hasColumns(tree) };
  if (depth > 200) return other;
  const constant = constantOf(tree);
  if (constant !== null) return { kind: 'constant', isTrue: !/^(?:f|false|0|)$/i.test(constant) };
  if (tree.type === 'unary_expr' && /^not$|^!$/i.test(textIn(tree, 'operator')))
    return { kind: 'not', of: conditionOf(tree.expr, depth + 1) };
  if (tree.type !== 'binary_expr') return other;
  const operator = textIn(tree, 'operator').toUpperCase();
  if (/^(?:AND|&&|OR|\|\||XOR)$/.test(operator)) {
    const of = [conditionOf(tree.left, depth + 1), conditionOf(tree.right, depth + 1)];
    return { kind: operator === 'AND' || operator === '&&' ? 'all' : 'one', of };
  }
  const left = sideOf(tree.left);
  if (operator === 'IN' || operator === 'NOT IN') {
    const listed = isTree(tree.right) ? listIn(tree.right, 'value') : [];
    const constants = listed.map((each) => (isTree(each) ? constantIn(each) : null));
    return { kind: 'among', left, constants, isNot: operator === 'NOT IN' };
  }
  if (operator === 'IS' || operator === 'IS NOT')
    return { kind: operator === 'IS' ? 'null' : 'not null', left };
  if (/^(?:=|<>|!=|<|>|<=|>=|<=>|(?:NOT )?LIKE)$/.test(operator)) {
    return {
      kind: 'compare',
      operator: operator === '<=>' ? '=' : operator.toLowerCase(),
      left,
      right: sideOf(tree.right),
    };
  }
  return other;
}

function sideOf(node: unknown): Side {
  const tree = isTree(node) ? node : {};
  return {
    column: columnOf(tree),
    constant: constantOf(tree),
    isParameter: isParameter(tree),
    hasColumns: hasColumns(tree),
  };
}

const isParameter = (tree: Tree) =>
  /^(?:param|var)$/.test(textIn(tree, 'type')) || (tree.type === 'origin' && tree.value === '?');

const constantIn = (tree: Tree) => (isParameter(tree) ? null : constantOf(tree));

const hasColumns = (tree: Tree) => holds(tree, ({ type }) => type === 'column_ref');
