/** A rule as a form: conditions of which all or one must hold. It is written as CEL, which is all that is kept. */
import { type ComparisonName, comparisonOf, comparisonsOf, type Values } from './comparisons.ts';
import { type FieldName, fieldOf } from './fields.ts';

/** Without a stated value, the condition fails, holds, takes nothing as the value, or can’t be evaluated. */
export type Absent = 'fails' | 'holds' | 'counts' | 'errs';

export interface Condition {
  field: FieldName;
  /** The key, variable or role; empty where the field has none. */
  of: string;
  comparison: ComparisonName;
  values: Values;
  /** `fails` where it does not matter. */
  absent: Absent;
}

export type Join = keyof typeof SIGNS;

export interface RuleForm {
  /** `all` where there are fewer than two conditions. */
  join: Join;
  conditions: readonly Condition[];
}

export const SIGNS = { all: '&&', either: '||' } as const;
const LONGEST_LINE = 80;

/** A new condition about a field. */
export function conditionAbout(field: FieldName): Condition {
  const { kind, subject } = fieldOf(field);
  const [comparison = 'is'] = comparisonsOf(kind, subject(''));
  return { field, of: '', comparison, values: [], absent: 'fails' };
}

/** Whether the form asks what an absent value does. */
export function mayBeAbsent({ field, of, comparison }: Condition): boolean {
  return comparisonOf(comparison) !== null && fieldOf(field).subject(of).optional !== undefined;
}

/** The same condition about another field, with as much of it as fits. */
export function movedTo(condition: Condition, field: FieldName): Condition {
  const fresh = conditionAbout(field);
  const { kind, of, subject } = fieldOf(field);
  const comparison = comparisonsOf(kind, subject('')).find((one) => one === condition.comparison);
  const isAlike = comparison !== undefined && fieldOf(condition.field).options === fieldOf(field).options;
  const kept =
    comparison === undefined ? fresh : { ...fresh, comparison, values: isAlike ? condition.values : [] };
  const which = of === fieldOf(condition.field).of ? condition.of : '';
  const moved = { ...kept, of: which, absent: condition.absent };
  return mayBeAbsent(moved) ? moved : { ...moved, absent: 'fails' };
}

/** Whether anything is left to write in it. */
export function isFinished({ field, of, comparison, values }: Condition): boolean {
  const { of: means } = fieldOf(field);
  const isNamed = means === undefined || means === 'role' || of.split('.').every((key) => key !== '');
  const takes = comparisonOf(comparison)?.takes ?? 'nothing';
  return isNamed && (takes === 'nothing' || values.length > 0);
}

export function celOf({ join, conditions }: RuleForm): string {
  const parts = conditions.map((condition) => celOfCondition(condition, conditions.length < 2 ? null : join));
  const line = parts.join(` ${SIGNS[join]} `);
  return line.length <= LONGEST_LINE ? line : parts.join(` ${SIGNS[join]}\n`);
}

/** @param join by which it is joined with others; null where it stands alone. */
export function celOfCondition(condition: Condition, join: Join | null): string {
  const { field, of, comparison, values, absent } = condition;
  const { value, optional, around = (test) => test } = fieldOf(field).subject(of);
  const compared = comparisonOf(comparison);
  if (compared === null) return (comparison === 'stated' ? optional?.present : optional?.absent) ?? '';
  const { test, zero } = compared;
  if (optional === undefined) return around(test(value, values));
  if (absent === 'counts') return test(optional.or(zero), values);
  const tested = test(value, values);
  if (absent === 'errs') return tested;
  const both = absent === 'fails' ? `${optional.present} && ${tested}` : `${optional.absent} || ${tested}`;
  const isJoinedAlike = join === null || join === (absent === 'fails' ? 'all' : 'either');
  return isJoinedAlike ? both : `(${both})`;
}
