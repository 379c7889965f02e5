/** The comparisons that a condition can make, each with its test in CEL. */
import type { Kind, Subject } from './fields.ts';
import { numbered, quoted } from './tokens.ts';

/** Texts, or one number. Empty until one is written. */
export type Values = readonly (string | number)[];

interface Comparison {
  label: string;
  kinds: readonly Kind[];
  /** The form of its value. */
  takes: 'texts' | 'number' | 'list' | 'nothing';
  /** Counts in place of an absent value. */
  zero: string;
  /** @param value of the subject, in CEL. */
  test: (value: string, values: Values) => string;
}

const TEXT: readonly Kind[] = ['text', 'any'];
const TEXT_OR_CHOICE: readonly Kind[] = ['text', 'choice', 'any'];
const NUMBER: readonly Kind[] = ['number', 'any'];
const FLAG: readonly Kind[] = ['flag', 'any'];

const texts = (values: Values) => values.map((value) => quoted(String(value)));

/** One of several: the first text alone, or a loop over all. */
function either(values: Values, test: (text: string) => string): string {
  if (values.length < 2) return test(texts(values).join(''));
  return `[${texts(values).join(', ')}].exists(each, ${test('each')})`;
}

const isOneOf = (value: string, values: Values) =>
  values.length < 2 ? `${value} == ${texts(values).join('')}` : `${value} in [${texts(values).join(', ')}]`;
const isNoneOf = (value: string, values: Values) =>
  values.length < 2 ? `${value} != ${texts(values).join('')}` : `!(${isOneOf(value, values)})`;

function called(method: string, isNot: boolean) {
  const sign = isNot ? '!' : '';
  return {
    ...{ kinds: TEXT, takes: 'texts' as const, zero: "''" },
    test: (value: string, values: Values) => sign + either(values, (text) => `${value}.${method}(${text})`),
  };
}

function compared(label: string, sign: string): Comparison {
  const test = (value: string, [number]: Values) =>
    `${value} ${sign} ${typeof number === 'number' ? numbered(number) : ''}`;
  return { label, kinds: NUMBER, takes: 'number', zero: '0.0', test };
}

export const COMPARISONS = {
  is: { label: 'is', kinds: TEXT_OR_CHOICE, takes: 'texts', zero: "''", test: isOneOf },
  is_not: { label: 'is not', kinds: TEXT_OR_CHOICE, takes: 'texts', zero: "''", test: isNoneOf },
  starts: { label: 'starts with', ...called('startsWith', false) },
  starts_not: { label: 'doesn’t start with', ...called('startsWith', true) },
  ends: { label: 'ends with', ...called('endsWith', false) },
  ends_not: { label: 'doesn’t end with', ...called('endsWith', true) },
  contains: { label: 'contains', ...called('contains', false) },
  contains_not: { label: 'doesn’t contain', ...called('contains', true) },
  listed: {
    ...{ label: 'is in the list', kinds: TEXT_OR_CHOICE, takes: 'list', zero: "''" },
    test: (value, [list = '']) => `${value} in lists.${list}`,
  },
  listed_not: {
    ...{ label: 'is not in the list', kinds: TEXT_OR_CHOICE, takes: 'list', zero: "''" },
    test: (value, [list = '']) => `!(${value} in lists.${list})`,
  },
  above: compared('is more than', '>'),
  at_least: compared('is at least', '>='),
  below: compared('is less than', '<'),
  at_most: compared('is at most', '<='),
  yes: { label: 'yes', kinds: FLAG, takes: 'nothing', zero: 'false', test: (value) => value },
  no: { label: 'no', kinds: FLAG, takes: 'nothing', zero: 'false', test: (value) => `!${value}` },
  includes: {
    ...{ label: 'include', kinds: ['list'], takes: 'texts', zero: '[]' },
    test: (value, values) => either(values, (text) => `${text} in ${value}`),
  },
  includes_not: {
    ...{ label: 'don’t include', kinds: ['list'], takes: 'texts', zero: '[]' },
    test: (value, values) =>
      values.length < 2
        ? `!(${texts(values).join('')} in ${value})`
        : `!${either(values, (text) => `${text} in ${value}`)}`,
  },
} as const satisfies Record<string, Comparison>;

export type ComparisonName = keyof typeof COMPARISONS | 'stated' | 'stated_not';
export const comparisonOf = (name: ComparisonName): Comparison | null =>
  name === 'stated' || name === 'stated_not' ? null : COMPARISONS[name];

/** @returns the comparisons that fit a field, the first one for a new condition. */
export function comparisonsOf(kind: Kind, { optional }: Subject): ComparisonName[] {
  const names = (Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[]).filter((name) =>
    (COMPARISONS[name] as Comparison).kinds.includes(kind),
  );
  return optional === undefined ? names : [...names, 'stated', 'stated_not'];
}

export const labelOf = (name: ComparisonName): string =>
  name === 'stated' ? 'is stated' : name === 'stated_not' ? 'is not stated' : COMPARISONS[name].label;
