/**
 * Functions of texts as other implementations of CEL offer them: the library's own where they are right and take time that
 * grows with the text alone. Splitting and joining is paid for piece by piece, before it happens.
 */
import { type CelFunc, type CelInput, type CelList, CelScalar, celMethod, listType } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { allIn, firstIn } from './checking/finding.ts';
import { spend } from './checking/meter.ts';
import { CHARACTERS_OF_A_UNIT, UNITS_OF_A_PIECE } from './syntax/limits.ts';

const { DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

/** Units for one character, of the library's own functions that look at each. */
const UNITS_OF_A_CHARACTER: Readonly<Record<string, number>> = {
  charAt: 0,
  lowerAscii: 2,
  substring: 1 / CHARACTERS_OF_A_UNIT,
  trim: 1,
  upperAscii: 2,
};

export const stringFunctions: readonly CelFunc[] = [
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
];

function paidByCharacter(own: CelFunc, units: number): CelFunc {
  return celMethod(own.name, STRING, [...own.arguments], own.result, function (this: string, ...args) {
    spend(this.length * units);
    const given = own.call(0, this, args);
    if (given instanceof Error) throw given;
    return given as CelInput;
  });
}

/** V8 compares what is searched for at each place anew; backwards all of it. */
function placeOf(name: 'indexOf' | 'lastIndexOf', text: string, part: string, from: number): bigint {
  spend((text.length * part.length) / CHARACTERS_OF_A_UNIT);
  return BigInt(text[name](part, from));
}

/** @param most pieces, the last of which has the rest; all of them where it is negative. */
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

/** @param most of what is replaced; all of it where that is negative. */
function replace(text: string, old: string, by: string, most: bigint): string {
  if (most === 0n) return text;
  if (old === '') throw new TypeError('replace() looks for an empty text');
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
