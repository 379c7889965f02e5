/**
 * Functions on texts and lists as other implementations of CEL offer them: the library's own where these are right and
 * their time grows with the text alone. Each piece of a text and each element of a list is paid for.
 */

import {
  type CelFunc,
  type CelInput,
  type CelList,
  CelScalar,
  type CelValue,
  celMethod,
  listType,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { spend } from './checking/meter.ts';
import { allIn, firstIn } from './pattern.ts';
import { CHARACTERS_OF_A_UNIT, UNITS_OF_A_PIECE } from './syntax/limits.ts';

const { DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

/** The units for one character, for the library's functions that look at each character. */
const UNITS_OF_A_CHARACTER: Readonly<Record<string, number>> = {
  charAt: 0,
  lowerAscii: 2,
  substring: 1 / CHARACTERS_OF_A_UNIT,
  trim: 1,
  upperAscii: 2,
};

export const textAndListFunctions: readonly CelFunc[] = [
  ...strings.flatMap((own) => {
    const units = UNITS_OF_A_CHARACTER[own.name];
    return units === undefined ? [] : [paidByCharacter(own, units)];
  }),
  ...(['indexOf', 'lastIndexOf'] as const).flatMap((name) => [
    celMethod(name, STRING, [STRING], INT, function (part) {
      return placeOf(name, this, part, name === 'indexOf' ? 0 : this.length);
    }),
    celMethod(name, STRING, [STRING, INT], INT, function (part, from) {
      if (from < 0 || from >= this.length) throw new RangeError(`${name}() begins outside of the text`);
      return placeOf(name, this, part, Number(from));
    }),
  ]),
  celMethod('split', STRING, [STRING], LIST, function (by) {
    return split(this, by, -1n);
  }),
  celMethod('split', STRING, [STRING, INT], LIST, function (by, most) {
    return split(this, by, most);
  }),
  celMethod('replace', STRING, [STRING, STRING], STRING, function (old, by) {
    return replace(this, old, by, -1n);
  }),
  celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (old, by, most) {
    return replace(this, old, by, most);
  }),
  celMethod('join', LIST, [], STRING, function () {
    return joined(textsIn(this), '');
  }),
  celMethod('join', LIST, [STRING], STRING, function (by) {
    return joined(textsIn(this), by);
  }),
  celMethod('find', STRING, [STRING], STRING, function (pattern) {
    return firstIn(this, pattern);
  }),
  celMethod('findAll', STRING, [STRING], LIST, function (pattern) {
    return allIn(this, pattern);
  }),
  celMethod('findAll', STRING, [STRING, INT], LIST, function (pattern, most) {
    return allIn(this, pattern, most < 0n ? undefined : Number(most));
  }),
  celMethod('sum', LIST, [], DYN, function () {
    return sumOf(this);
  }),
  celMethod('min', LIST, [], DYN, function () {
    return outermost('min', this, (one, other) => one < other);
  }),
  celMethod('max', LIST, [], DYN, function () {
    return outermost('max', this, (one, other) => one > other);
  }),
];

function paidByCharacter(own: CelFunc, units: number): CelFunc {
  return celMethod(own.name, STRING, [...own.arguments], own.result, function (this: string, ...args) {
    spend(this.length * units);
    const given = own.call(0, this, args);
    if (given instanceof Error) throw given;
    return given as CelInput;
  });
}

/** V8 compares the searched text again at each place; when searching backwards, all of it. */
function placeOf(name: 'indexOf' | 'lastIndexOf', text: string, part: string, from: number): bigint {
  spend((text.length * part.length) / CHARACTERS_OF_A_UNIT);
  return BigInt(text[name](part, from));
}

/** @param most the greatest number of pieces, the last of which has the rest; a negative number sets no limit. */
function split(text: string, by: string, most: bigint): string[] {
  if (most === 0n) return [];
  const limit = most < 0n ? Number.POSITIVE_INFINITY : Number(most);
  spend((text.length * (1 + by.length)) / CHARACTERS_OF_A_UNIT);
  if (by === '') return characters(text, limit);
  const pieces: string[] = [];
  let from = 0;
  while (pieces.length + 1 < limit) {
    const at = text.indexOf(by, from);
    if (at < 0) break;
    spend(UNITS_OF_A_PIECE);
    pieces.push(text.slice(from, at));
    from = at + by.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

function characters(text: string, limit: number): string[] {
  spend(text.length * UNITS_OF_A_PIECE);
  const all = [...text];
  return all.length <= limit ? all : [...all.slice(0, limit - 1), all.slice(limit - 1).join('')];
}

/** @param most the greatest number of replacements; a negative number sets no limit. */
function replace(text: string, old: string, by: string, most: bigint): string {
  if (most === 0n) return text;
  if (old === '') throw new TypeError("replace() can't look for an empty text");
  return joined(split(text, old, most < 0n ? most : most + 1n), by);
}

function joined(pieces: readonly string[], by: string): string {
  const characters = pieces.reduce((sum, piece) => sum + piece.length + by.length, 0);
  spend(pieces.length + characters / CHARACTERS_OF_A_UNIT);
  return pieces.join(by);
}

function textsIn(list: CelList): string[] {
  spend(list.size);
  const texts: string[] = [];
  for (const element of list) {
    if (typeof element !== 'string') throw new TypeError('join() takes texts');
    texts.push(element);
  }
  return texts;
}

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;

/** Adds ints or doubles as `+` does. The sum of an empty list is the int 0, which equals the double. */
function sumOf(list: CelList): number | bigint {
  spend(list.size * UNITS_OF_A_PIECE);
  let sum: number | bigint | undefined;
  for (const element of list) {
    if (typeof element === 'number' && typeof sum !== 'bigint') sum = (sum ?? 0) + element;
    else if (typeof element === 'bigint' && typeof sum !== 'number') sum = (sum ?? 0n) + element;
    else throw new TypeError('sum() takes numbers of one kind');
  }
  if (typeof sum === 'bigint' && (sum < MIN_INT || sum > MAX_INT)) {
    throw new RangeError('the result of sum() is too large for an int');
  }
  return sum ?? 0n;
}

type Ordered = number | bigint | string | boolean;

function outermost(
  name: string,
  list: CelList,
  goesBefore: (one: Ordered, other: Ordered) => boolean,
): Ordered {
  spend(list.size * UNITS_OF_A_PIECE);
  let found: Ordered | undefined;
  for (const element of list) {
    if (!isOrdered(element) || (found !== undefined && typeof element !== typeof found)) {
      throw new TypeError(`${name}() takes numbers or texts of one kind`);
    }
    if (typeof element === 'string') spend(element.length / CHARACTERS_OF_A_UNIT);
    if (found === undefined || goesBefore(element, found)) found = element;
  }
  if (found === undefined) throw new TypeError(`${name}() of nothing`);
  return found;
}

function isOrdered(value: CelValue): value is Ordered {
  return ['number', 'bigint', 'string', 'boolean'].includes(typeof value);
}
