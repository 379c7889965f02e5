/**
 * All functions that rules can call, the library's and ours. Before a call, a rule pays for the work that grows with
 * the arguments; if the call fails, it pays for the error. Everything else is paid for with the nodes of the
 * expression.
 */
import {
  type CelFunc,
  type CelInput,
  type CelList,
  CelScalar,
  type CelValue,
  celEnv,
  celError,
  celFunc,
  celList,
  celMethod,
  isCelError,
  isCelList,
  isCelMap,
  listType,
} from '@bufbuild/cel';
import { OutOfUnits, spend, trySpend } from './checking/meter.ts';
import { FUNCTIONS, METHODS, OPERATORS } from './checking/types.ts';
import { textAndListFunctions } from './extensions.ts';
import { optionalFunctions } from './optionals.ts';
import { patternOf } from './pattern.ts';
import {
  CHARACTERS_OF_A_UNIT,
  ELEMENTS_OF_A_UNIT,
  UNITS_OF_A_NODE,
  UNITS_OF_AN_ELEMENT,
  UNITS_OF_AN_ERROR,
} from './syntax/limits.ts';
import { isInNamed, isNamed } from './syntax/named-lists.ts';

/** The cost of a function by its arguments, its target first. */
export type Cost = (first: CelValue, second: CelValue) => number;

/** At each place, V8 compares no more than this many characters of the text that it searches for. */
const MAX_CHARACTERS_SEARCHED_FOR = 250;

/** For functions whose node already pays for them. */
const NOTHING_MORE: Cost = () => 0;

/** The costs by the parser's name. Every function must have one, or the program does not start. */
export const COSTS: Readonly<Record<string, Cost>> = {
  '_+_': (left, right) => charactersOf(left) + charactersOf(right),
  '_==_': ofComparing,
  '_!=_': ofComparing,
  '_<_': ofComparing,
  '_<=_': ofComparing,
  '_>_': ofComparing,
  '_>=_': ofComparing,
  '@in': (value, list) => (isCelList(list) ? ofSearching(value, list) : charactersOf(value)),
  size: (of) => charactersOf(of) * CHARACTERS_OF_A_UNIT + (isCelMap(of) ? of.size : 0),
  contains: (text, part) => charactersOf(text) * Math.min(lengthOf(part), MAX_CHARACTERS_SEARCHED_FOR),
  startsWith: (_, part) => charactersOf(part),
  endsWith: (_, part) => charactersOf(part),
  int: (text) => lengthOf(text) ** 2,
  bool: charactersOf,
  // A pattern pays for its own search: see `patternOf`.
  matches: NOTHING_MORE,
  '_-_': NOTHING_MORE,
  '_*_': NOTHING_MORE,
  '_/_': NOTHING_MORE,
  '_%_': NOTHING_MORE,
  '-_': NOTHING_MORE,
  '!_': NOTHING_MORE,
  double: NOTHING_MORE,
  string: NOTHING_MORE,
  type: NOTHING_MORE,
  dyn: NOTHING_MORE,
  // These pay on their own, for each piece.
  ...Object.fromEntries(textAndListFunctions.map(({ name }) => [name, NOTHING_MORE])),
};

/** The name of the function that a loop's range is passed through. */
export const LOOP = '@loop';

const { BOOL, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

/** The functions that differ from the library's. */
const OURS: readonly CelFunc[] = [
  celFunc('_+_', [LIST, LIST], LIST, joined),
  celFunc('@in', [DYN, LIST], BOOL, isIn),
  celFunc('double', [STRING], CelScalar.DOUBLE, numberFrom),
  celMethod('matches', STRING, [STRING], BOOL, function (pattern) {
    return patternOf(pattern).isIn(this);
  }),
  ...textAndListFunctions,
];

/** The library does not treat an index as a function. */
const OFFERED = [...Object.keys({ ...OPERATORS, ...FUNCTIONS, ...METHODS })].filter(
  (name) => name !== '_[_]',
);

/** Overloads that take the place of the standard ones, and {@link LOOP}. */
export const countedFunctions: readonly CelFunc[] = [
  ...OFFERED.flatMap((name) => {
    const cost = COSTS[name];
    if (cost === undefined) throw new Error(`${name} has no cost`);
    const overloads = [...celEnv({ funcs: [...OURS] }).funcs].filter((one) => one.name === name);
    return [...overloads.map((one) => paidFor(one, cost)), ...refusalsBeside(overloads)];
  }),
  ...optionalFunctions.map((one) => paidFor(one, NOTHING_MORE)),
  celFunc(LOOP, [DYN, INT], DYN, loopRange),
];

function paidFor(standard: CelFunc, cost: Cost): CelFunc {
  const { name, target, arguments: taken, result } = standard;
  const call = (self: CelValue | undefined, args: CelValue[]): CelInput => {
    const [first, second] = self === undefined ? args : [self, ...args];
    spend(cost(first as CelValue, second as CelValue));
    const given = standard.call(0, self, args);
    if (!isCelError(given)) return given as CelInput;
    spend(UNITS_OF_AN_ERROR);
    throw given;
  };
  return target === undefined
    ? celFunc(name, taken, result, (...args: CelValue[]) => call(undefined, args))
    : celMethod(name, target, taken, result, function (this: CelValue, ...args: CelValue[]) {
        return call(this, args);
      });
}

/** Adds overloads for arguments that no other overload takes: their error is paid for, and is created only once. */
function refusalsBeside(overloads: readonly CelFunc[]): CelFunc[] {
  const shapes = new Map(
    overloads.map((one) => [`${one.target === undefined} ${one.arguments.length}`, one]),
  );
  return [...shapes.values()].flatMap(({ name, target, arguments: { length } }) => {
    const anything = Array.from({ length }, () => DYN);
    const error = celError(`${name} does not take these kinds of values`);
    const refuse = (): never => {
      spend(UNITS_OF_AN_ERROR);
      throw error;
    };
    const refusal =
      target === undefined
        ? celFunc(name, anything, DYN, refuse)
        : celMethod(name, DYN, anything, DYN, refuse);
    return overloads.some(({ id }) => id === refusal.id) ? [] : [refusal];
  });
}

function lengthOf(value: CelValue): number {
  return typeof value === 'string' ? value.length : 0;
}

function charactersOf(value: CelValue): number {
  return lengthOf(value) / CHARACTERS_OF_A_UNIT;
}

/** For values of different sizes the smaller one sets the cost, since a comparison stops where it ends. */
function ofComparing(left: CelValue, right: CelValue): number {
  if (isCelList(left)) return isCelList(right) ? Math.min(weightOf(left), weightOf(right)) : 0;
  if (isCelMap(left)) return isCelMap(right) ? Math.min(weightOf(left), weightOf(right)) : 0;
  return Math.min(charactersOf(left), charactersOf(right));
}

function ofSearching(value: CelValue, list: CelList): number {
  if (isNamed(list)) return UNITS_OF_AN_ELEMENT + charactersOf(value);
  return isCelList(value) || isCelMap(value)
    ? weightOf(list)
    : list.size * (UNITS_OF_AN_ELEMENT + charactersOf(value));
}

const weights = new WeakMap<object, number>();

/** Returns the cost of looking at the whole value. Finding that cost is paid for too, once. */
function weightOf(value: CelValue): number {
  if (!isCelList(value) && !isCelMap(value)) return UNITS_OF_AN_ELEMENT + charactersOf(value);
  const before = weights.get(value);
  if (before !== undefined) return before;
  spend(value.size * UNITS_OF_AN_ELEMENT);
  let weight = UNITS_OF_AN_ELEMENT;
  for (const element of value.values()) weight += weightOf(element);
  weights.set(value, weight);
  return weight;
}

const STANDARD_IN = celEnv().funcs.find('@in');

/** The library's `in`, except for lists that know the place of every value. */
function isIn(value: CelValue, list: CelList): boolean {
  if (isNamed(list)) return isInNamed(value, list);
  return STANDARD_IN?.call(0, undefined, [value, list]) === true;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const MAX_NUMBER_CHARACTERS = 64;

/**
 * The library's `double()` accepts any text and gives NaN, for which no comparison holds: a rule would neither match
 * nor err.
 */
function numberFrom(text: string): number {
  if (text.length > MAX_NUMBER_CHARACTERS || !NUMBER.test(text))
    throw new TypeError('double() does not take that text');
  return Number(text);
}

/** The arrays behind lists that were joined here. */
const arrays = new WeakMap<CelList, CelValue[]>();

/** Joins lists into one array. The library keeps lists of lists, which take longer to read the more there are. */
function joined(left: CelList, right: CelList): CelList {
  spend((left.size + right.size) / ELEMENTS_OF_A_UNIT);
  const elements = (arrays.get(left) ?? [...left]).concat(arrays.get(right) ?? [...right]);
  const list = celList(elements);
  arrays.set(list, elements);
  return list;
}

/**
 * Returns the range of a loop, and pays for the whole loop when it begins. A loop that can't be paid for must end the
 * whole rule. An error thrown here would not, since `||` and `&&` go on past an error of a function.
 */
function loopRange(over: CelValue, nodes: bigint): CelValue {
  if (!isCelList(over) && !isCelMap(over)) throw new TypeError('a loop goes over a list or a map');
  const units = over.size * Number(nodes) * UNITS_OF_A_NODE;
  return trySpend(units) ? over : celList(new BeyondBound());
}

/** The library begins a loop by reading its range, and an error that is thrown there ends the rule. */
class BeyondBound extends Array<CelInput> {
  override values(): ArrayIterator<CelInput> {
    throw new OutOfUnits();
  }
}
