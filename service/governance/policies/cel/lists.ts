/** Functions of lists of numbers or texts, each paying for every element that it looks at. */
import { type CelFunc, type CelList, CelScalar, type CelValue, celMethod, listType } from '@bufbuild/cel';
import { spend } from './checking/meter.ts';
import { CHARACTERS_OF_A_UNIT, UNITS_OF_A_PIECE } from './syntax/limits.ts';

const { DYN } = CelScalar;
const LIST = listType(DYN);

export const listFunctions: readonly CelFunc[] = [
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

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;

/** Ints or doubles, as they are added by `+`. Nothing adds up to the int 0, which equals the double. */
function sumOf(list: CelList): number | bigint {
  spend(list.size * UNITS_OF_A_PIECE);
  let sum: number | bigint | undefined;
  for (const element of list) {
    if (typeof element === 'number' && typeof sum !== 'bigint') sum = (sum ?? 0) + element;
    else if (typeof element === 'bigint' && typeof sum !== 'number') sum = (sum ?? 0n) + element;
    else throw new TypeError('sum() takes numbers of one kind');
  }
  if (typeof sum === 'bigint' && (sum < MIN_INT || sum > MAX_INT)) {
    throw new RangeError('sum() comes to more than an int can be');
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
