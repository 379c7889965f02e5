/** The functions and methods that rules have. Texts become numbers only where they are written like one. */
import { includesText } from './find-text.ts';
import { UNITS_OF_A_MEMBER, UNITS_OF_A_NODE } from './limits.ts';
import { type Binary, type Unary, unitsOf } from './operators.ts';
import { Erred, isMap, type Run, sizeOf, TypeValue, typeOf, type Value } from './values.ts';

/** No int or double needs more; what is longer is not looked at. */
const LONGEST_NUMBER = 64;
const INT_TEXT = /^[+-]?[0-9]+$/;
const DOUBLE_TEXT = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;
const NAMED_DOUBLES: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '+inf': Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  '+infinity': Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
};
const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True'];
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

function refuse(name: string, ...values: Value[]): Erred {
  return new Erred(`${name}() does not take ${values.map(typeOf).join(' and ')}`);
}

function unreadable(name: string): Erred {
  return new Erred(`${name}() can't read that text`);
}

function int(value: Value): Value {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') {
    // A double at either end of the range no longer tells which int it stands for.
    return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : new Erred('the int is out of range');
  }
  if (typeof value !== 'string') return refuse('int', value);
  if (value.length > LONGEST_NUMBER || !INT_TEXT.test(value)) return unreadable('int');
  const read = BigInt(value.startsWith('+') ? value.slice(1) : value);
  return BigInt.asIntN(64, read) === read ? read : new Erred('the int is out of range');
}

function double(value: Value): Value {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return refuse('double', value);
  if (value.length > LONGEST_NUMBER) return unreadable('double');
  if (DOUBLE_TEXT.test(value)) return Number(value);
  return NAMED_DOUBLES[value.toLowerCase()] ?? unreadable('double');
}

function string(value: Value): Value {
  if (typeof value === 'string') return value;
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'object' ? refuse('string', value) : String(value);
}

function bool(value: Value): Value {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return refuse('bool', value);
  return TRUE.includes(value) || (FALSE.includes(value) ? false : unreadable('bool'));
}

/** Of a text: its characters, where a pair of surrogates is one. */
function size(value: Value, run: Run): Value {
  if (typeof value === 'string') {
    run.spend(4 * unitsOf(value.length));
    let pairs = 0;
    for (let place = 0; place < value.length; place += 1) {
      if ((value.codePointAt(place) as number) > 0xffff) {
        pairs += 1;
        place += 1;
      }
    }
    return BigInt(value.length - pairs);
  }
  if (Array.isArray(value)) return BigInt(value.length);
  if (!isMap(value)) return refuse('size', value);
  const members = sizeOf(value);
  run.spend(UNITS_OF_A_NODE + UNITS_OF_A_MEMBER * members);
  return BigInt(members);
}

export const CONVERSIONS: Readonly<Record<string, Unary>> = {
  size,
  int,
  double,
  string,
  bool,
  type: (value) => new TypeValue(typeOf(value)),
  dyn: (value) => value,
};

function onTexts(
  name: string,
  units: (text: string, part: string) => number,
  holds: (t: string, p: string) => boolean,
): Binary {
  return (text, part, run) => {
    if (typeof text !== 'string' || typeof part !== 'string') return refuse(name, text, part);
    run.spend(units(text, part));
    return holds(text, part);
  };
}

const ofPart = (_text: string, part: string): number => unitsOf(part.length);

/** A search may stop at each character of a text made for it. */
const ofSearch = (text: string, part: string): number => 1 + text.length + part.length;

export const TEXT_METHODS: Readonly<Record<string, Binary>> = {
  contains: onTexts('contains', ofSearch, includesText),
  startsWith: onTexts('startsWith', ofPart, (text, part) => text.startsWith(part)),
  endsWith: onTexts('endsWith', ofPart, (text, part) => text.endsWith(part)),
};
