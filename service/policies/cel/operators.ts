/**
 * What operators and functions do with values. Each tells kinds that it doesn't take by an {@link Erred}, and pays for
 * what grows with its operands.
 */
import { CHARACTERS_OF_A_UNIT, UNITS_OF_A_MEMBER, UNITS_OF_A_NODE } from './limits.ts';
import {
  Erred,
  isMap,
  keysOf,
  type MapValue,
  memberOf,
  type Run,
  sizeOf,
  TypeValue,
  typeOf,
  type Value,
} from './values.ts';

export type Binary = (left: Value, right: Value, run: Run) => Value;
export type Unary = (value: Value, run: Run) => Value;

const OVERFLOW = new Erred('the int is out of range');
const BY_ZERO = new Erred('division by zero');
export const NO_SUCH_KEY = new Erred('there is no such key');
const OUTSIDE = new Erred('there is no such place in the list');

function refuse(what: string, ...values: Value[]): Erred {
  return new Erred(`${what} does not take ${values.map(typeOf).join(' and ')}`);
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Of what it takes to copy, compare or look through so many characters. */
export function unitsOf(characters: number): number {
  return 1 + Math.floor(characters / CHARACTERS_OF_A_UNIT);
}

/** Equal numbers are equal whatever their types; values of different kinds are not equal, and that is no error. */
export function equals(left: Value, right: Value, run: Run): boolean {
  if (typeof left === 'string') {
    if (typeof right !== 'string' || left.length !== right.length) return false;
    if (left.length >= CHARACTERS_OF_A_UNIT) run.spend(unitsOf(left.length));
    return left === right;
  }
  if (left === null || typeof left !== 'object') {
    // The one comparison that finds an int and a double equal.
    return isNumber(left) && isNumber(right) ? equalNumbers(left, right) : left === right;
  }
  if (right === null || typeof right !== 'object') return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    run.spend(UNITS_OF_A_NODE * (1 + left.length));
    return left.every((element, place) => equals(element as Value, right[place] as Value, run));
  }
  if (left instanceof TypeValue) return right instanceof TypeValue && left.name === right.name;
  if (!isMap(left) || !isMap(right)) return false;
  return equalMaps(left, right as MapValue, run);
}

function equalNumbers(left: number | bigint, right: number | bigint): boolean {
  // Neither greater nor less is what an int and a double of equal value have in common; NaN is equal to nothing.
  return typeof left === typeof right ? left === right : left <= right && left >= right;
}

function equalMaps(
  left: Parameters<typeof sizeOf>[0],
  right: Parameters<typeof sizeOf>[0],
  run: Run,
): boolean {
  const size = sizeOf(left);
  run.spend(UNITS_OF_A_NODE + 3 * UNITS_OF_A_MEMBER * size);
  if (size !== sizeOf(right)) return false;
  return keysOf(left).every((key) => {
    const other = memberOf(right, key);
    return other !== undefined && equals(memberOf(left, key) as Value, other, run);
  });
}

function order(sign: string, holds: (left: number, right: number) => boolean): Binary {
  // The comparison of JavaScript orders numbers across their types, strings and bools as CEL does.
  const compare = holds as unknown as (left: Value, right: Value) => boolean;
  return (left, right, run) => {
    if (typeof left === 'number' && typeof right === 'number') return compare(left, right);
    if (isNumber(left) && isNumber(right)) return ofNumbers(left, right, compare);
    if (typeof left === 'string' && typeof right === 'string') {
      run.spend(unitsOf(Math.min(left.length, right.length)));
      return compare(left, right);
    }
    return typeof left === 'boolean' && typeof right === 'boolean'
      ? compare(left, right)
      : refuse(sign, left, right);
  };
}

/** An int beside a double is ordered as the double nearest to it, as the conformance cases want. */
function ofNumbers(
  left: number | bigint,
  right: number | bigint,
  compare: (l: Value, r: Value) => boolean,
): boolean {
  return typeof left === typeof right ? compare(left, right) : compare(Number(left), Number(right));
}

function arithmetic(
  sign: string,
  ints: (l: bigint, r: bigint) => Value,
  doubles: (l: number, r: number) => number,
): Binary {
  return (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return doubles(left, right);
    if (typeof left !== 'bigint' || typeof right !== 'bigint') return refuse(sign, left, right);
    return ints(left, right);
  };
}

function inRange(value: bigint): Value {
  return BigInt.asIntN(64, value) === value ? value : OVERFLOW;
}

const addNumbers = arithmetic(
  '+',
  (l, r) => inRange(l + r),
  (l, r) => l + r,
);

function add(left: Value, right: Value, run: Run): Value {
  if (typeof left === 'string' && typeof right === 'string') {
    run.spend(unitsOf(left.length + right.length));
    return left + right;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    run.spend(1 + 3 * (left.length + right.length));
    return [...left, ...right];
  }
  return addNumbers(left, right, run);
}

export function isIn(value: Value, container: Value, run: Run): Value {
  if (Array.isArray(container)) {
    run.spend(UNITS_OF_A_NODE);
    return container.some((element) => {
      run.spend(2);
      return equals(value, element as Value, run);
    });
  }
  if (!isMap(container)) return refuse('in', value, container);
  if (typeof value === 'object') return refuse('in', value, container);
  return memberOf(container, value) !== undefined;
}

export function at(container: Value, key: Value): Value {
  if (Array.isArray(container)) {
    if (!isNumber(key)) return refuse('a list', key);
    const place = Number(key);
    return Number.isInteger(place)
      ? ((container[place] as Value | undefined) ?? atNull(container, place))
      : OUTSIDE;
  }
  if (!isMap(container)) return refuse('[]', container, key);
  return memberOf(container, key) ?? (memberOf(container, key) === null ? null : NO_SUCH_KEY);
}

function atNull(list: readonly unknown[], place: number): Value {
  return place >= 0 && place < list.length ? null : OUTSIDE;
}

export const BINARY: Readonly<Record<string, Binary>> = {
  '_==_': equals,
  '_!=_': (left, right, run) => !equals(left, right, run),
  '_<_': order('<', (left, right) => left < right),
  '_<=_': order('<=', (left, right) => left <= right),
  '_>_': order('>', (left, right) => left > right),
  '_>=_': order('>=', (left, right) => left >= right),
  '_+_': add,
  '_-_': arithmetic(
    '-',
    (l, r) => inRange(l - r),
    (l, r) => l - r,
  ),
  '_*_': arithmetic(
    '*',
    (l, r) => inRange(l * r),
    (l, r) => l * r,
  ),
  '_/_': arithmetic(
    '/',
    (l, r) => (r === 0n ? BY_ZERO : inRange(l / r)),
    (l, r) => l / r,
  ),
  '_%_': (left, right) => {
    if (typeof left !== 'bigint' || typeof right !== 'bigint') return refuse('%', left, right);
    return right === 0n ? BY_ZERO : left % right;
  },
  '_[_]': at,
  '@in': isIn,
};

export const UNARY: Readonly<Record<string, Unary>> = {
  '!_': (value) => (typeof value === 'boolean' ? !value : refuse('!', value)),
  '-_': (value) =>
    typeof value === 'bigint' ? inRange(-value) : typeof value === 'number' ? -value : refuse('-', value),
};
