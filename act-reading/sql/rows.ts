/**
 * The rows that a condition names. It names them if each of its alternatives compares a key with a constant; any
 * other condition may mean any rows.
 */
import type { Particular } from '../content.ts';
import type { Condition, Side } from './where.ts';

/** Columns that tell one row from another. */
const KEY = /^(?:.*_)?(?:id|uuid|guid|pk|key|number|no|nr|code|sku|email|username|login)$/i;
const ORDERED = new Set(['<', '>', '<=', '>=']);

export const isKey = (column: string) => KEY.test(column);

/** @param tables the names of the changed table, if the condition also mentions other tables. */
export function rowsOf(condition: Condition | null, tables: readonly string[] | null = null): Particular[] {
  if (condition === null) return [];
  const own = (column: string | null) => ownColumn(column, tables);
  return [...namedRows(condition, false, own), ...unsaidRows(condition, own)];
}

type OwnColumn = (column: string | null) => string | null;

/** Returns the column's own name; null if it may belong to another table. */
function ownColumn(column: string | null, tables: readonly string[] | null): string | null {
  if (column === null) return null;
  const parts = column.split('.');
  const table = parts.at(-2)?.toLowerCase();
  if (tables !== null && (table === undefined || !tables.includes(table))) return null;
  return parts.at(-1) ?? null;
}

/** A negated or ordered comparison names all other rows. */
function namedRows(condition: Condition, isNegated: boolean, own: OwnColumn): Particular[] {
  switch (condition.kind) {
    case 'all':
    case 'one':
      return condition.of.flatMap((each) => namedRows(each, isNegated, own));
    case 'not':
      return namedRows(condition.of, !isNegated, own);
    case 'among': {
      const name = own(condition.left.column);
      if (name === null || !isKey(name)) return [];
      return condition.constants.flatMap((value) =>
        value === null ? [] : [row(name, value, isNegated !== condition.isNot)],
      );
    }
    case 'compare': {
      const { operator, left, right } = condition;
      const name = own(left.column) ?? own(right.column);
      const value = left.constant ?? right.constant;
      if (name === null || !isKey(name)) return [];
      if (isByParameter(left, right)) return [{ of: 'row', name, value: null }];
      if (value === null) return [];
      const isOther = /^(?:<>|!=|not )/.test(operator) || operator.startsWith('!');
      return [row(name, value, ORDERED.has(operator) || isNegated !== isOther)];
    }
    default:
      return [];
  }
}

const row = (name: string, value: string, isOthers: boolean): Particular => ({
  of: isOthers ? 'other_rows' : 'row',
  name,
  value,
});

const some = (name: string | null, value: string | null): Particular => ({
  of: 'some_rows',
  name: name ?? '',
  value,
});

const isByParameter = (left: Side, right: Side) => left.isParameter || right.isParameter;

/** Returns what chooses the rows of each alternative without a key; empty if all alternatives have one. */
function unsaidRows(condition: Condition, own: OwnColumn): Particular[] {
  switch (condition.kind) {
    case 'all': {
      const each = condition.of.map((part) => unsaidRows(part, own));
      if (each.some((rows) => rows.length === 0)) return [];
      return each.flat().toSorted(byLength).slice(0, 1);
    }
    case 'one':
      return condition.of.flatMap((part) => unsaidRows(part, own));
    case 'among': {
      const { left, constants, isNot } = condition;
      const name = own(left.column);
      if (name === null || isNot || constants.includes(null)) return [some(left.column, null)];
      return isKey(name) ? [] : constants.map((value) => some(name, value));
    }
    case 'compare': {
      const { operator, left, right } = condition;
      const name = own(left.column) ?? own(right.column);
      const value = left.constant ?? right.constant;
      if (name === null || operator !== '=' || (value === null && !isByParameter(left, right)))
        return [some(left.column ?? right.column, null)];
      return isKey(name) ? [] : [some(name, isByParameter(left, right) ? null : value)];
    }
    default:
      return [some(null, null)];
  }
}

/** The longest text says the most. */
const byLength = (one: Particular, other: Particular) =>
  (other.value?.length ?? -1) - (one.value?.length ?? -1);
