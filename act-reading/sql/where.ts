/**
 * Whether a condition chooses rows. It does if it compares a column with something else; `1 = 1`, `id = id`, `name
 * LIKE '%'` and `id > 0` choose nothing, alone or after OR.
 */
import type { Where } from './notes.ts';

/** A condition in the few kinds that matter here. */
export type Condition =
  | { kind: 'all' | 'one'; of: Condition[] }
  | { kind: 'not'; of: Condition }
  /** `column` is null if the side is not a plain column; `text` is a constant as written. */
  | { kind: 'compare'; operator: string; left: Side; right: Side }
  /** A list; an expression in it is null. */
  | { kind: 'among'; left: Side; constants: (string | null)[]; isNot: boolean }
  | { kind: 'null' | 'not null'; left: Side }
  | { kind: 'constant'; isTrue: boolean }
  /** Any other condition, with or without columns. */
  | { kind: 'other'; hasColumns: boolean };

export interface Side {
  column: string | null;
  constant: string | null;
  /** Its value is passed beside the statement. */
  isParameter: boolean;
  hasColumns: boolean;
}

export function whereOf(condition: Condition | null): Where {
  if (condition === null) return 'none';
  return chooses(condition) ? 'bounded' : 'always_true';
}

/** Keys that are never null and count up from 1. */
const KEY = /(?:^|\.)(?:id|_id|uuid|guid|pk|rowid|ctid|oid|key)$/i;
const NOTHING_MUCH = /^(?:-?0*1?|-\d+|)$/;

function chooses(condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some(chooses);
    case 'one':
      return condition.of.every(chooses) && !areComplements(condition.of);
    case 'not':
      return condition.of.kind === 'constant'
        ? condition.of.isTrue
        : !isNever(condition.of) && hasColumns(condition.of);
    case 'constant':
      return !condition.isTrue;
    case 'null':
      return condition.left.hasColumns && !isKey(condition.left);
    case 'not null':
      return condition.left.hasColumns && !isKey(condition.left);
    case 'compare':
      return compares(condition);
    case 'among':
      return condition.left.hasColumns;
    case 'other':
      return condition.hasColumns;
  }
}

function compares({ operator, left, right }: Condition & { kind: 'compare' }): boolean {
  if (!left.hasColumns && !right.hasColumns) {
    // `1 = 0` is never true, so it harms nothing.
    return (
      operator === '=' &&
      left.constant !== null &&
      right.constant !== null &&
      left.constant !== right.constant
    );
  }
  if (left.column !== null && left.column === right.column) return false;
  const constant = right.constant ?? left.constant;
  if (/like|~/i.test(operator) && !/not|!/i.test(operator))
    return constant === null || !/^(?:%*|\.\*|\^|\^?\.\*\$?)$/.test(constant);
  if ((isKey(left) || isKey(right)) && constant !== null && NOTHING_MUCH.test(constant)) {
    return (
      operator === '=' || operator === (isKey(left) ? '<' : '>') || operator === (isKey(left) ? '<=' : '>=')
    );
  }
  return true;
}

const isKey = ({ column }: Side) => column !== null && KEY.test(column);

function hasColumns(condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'one':
      return condition.of.some(hasColumns);
    case 'not':
      return hasColumns(condition.of);
    case 'compare':
      return condition.left.hasColumns || condition.right.hasColumns;
    case 'among':
    case 'null':
    case 'not null':
      return condition.left.hasColumns;
    case 'constant':
      return false;
    case 'other':
      return condition.hasColumns;
  }
}

/** `NOT (id IS NULL)` and `NOT (id = -1)` negate a condition that is almost never true. */
function isNever(condition: Condition): boolean {
  if (condition.kind === 'null') return isKey(condition.left);
  if (condition.kind !== 'compare') return false;
  const constant = condition.right.constant ?? condition.left.constant;
  return (
    (isKey(condition.left) || isKey(condition.right)) &&
    condition.operator === '=' &&
    constant !== null &&
    NOTHING_MUCH.test(constant)
  );
}

/** `a = 1 OR a <> 1`, `a IS NULL OR a IS NOT NULL` and `a < 5 OR a >= 5` are always true. */
function areComplements(conditions: readonly Condition[]): boolean {
  const seen = new Set<string>();
  for (const condition of conditions) {
    const [is, isNot] = keysOf(condition);
    if (is === undefined || isNot === undefined) continue;
    if (seen.has(isNot)) return true;
    seen.add(is);
  }
  return false;
}

const OPPOSITE: Record<string, string> = {
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

function keysOf(condition: Condition): [string?, string?] {
  if (condition.kind === 'null')
    return [`${condition.left.column} null`, `${condition.left.column} not null`];
  if (condition.kind === 'not null')
    return [`${condition.left.column} not null`, `${condition.left.column} null`];
  if (condition.kind !== 'compare' || condition.left.column === null) return [];
  const operator = condition.operator === '!=' ? '<>' : condition.operator;
  const rest = condition.right.constant ?? condition.right.column ?? '?';
  return [
    `${condition.left.column} ${operator} ${rest}`,
    `${condition.left.column} ${OPPOSITE[operator] ?? '?'} ${rest}`,
  ];
}
