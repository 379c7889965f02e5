/**
 * The type of an expression before it runs: the possible kinds of its value, as bits. JSON values can be of any kind
 * except int, which separates rules that can never work from those that may.
 */

import { OPTIONAL_ELEMENT } from '../syntax/optional-syntax.ts';

export const BOOL = 1;
export const INT = 2;
export const DOUBLE = 4;
export const STRING = 8;
export const NULL = 16;
export const LIST = 32;
export const MAP = 64;
export const TYPE = 128;
/**
 * The value may be missing; if it is there, it has the kinds of {@link Type.element}. No other value is of this kind,
 * and {@link ANY} does not include it.
 */
export const OPTIONAL = 256;
export const NUMBER = INT | DOUBLE;

/** The names that `type()` can be compared with. */
export const TYPE_NAMES = ['bool', 'int', 'double', 'string', 'null_type', 'list', 'map', 'type'] as const;

export interface Type {
  kinds: number;
  /** The type of a list's elements or a map's values; anything where it is left out. */
  element?: Type;
  /** The kinds of a map's keys; any kind where it is left out. */
  keys?: number;
  /** The members that a map can have, where they are known. */
  members?: Readonly<Record<string, Type>>;
  /** It is not a value, but the name under which its members are found. */
  isName?: true;
}

export const ANY: Type = { kinds: 255 };
export const JSON_VALUE: Type = { kinds: 255 & ~(INT | TYPE) };
JSON_VALUE.element = JSON_VALUE;
JSON_VALUE.keys = STRING;

export function one(kinds: number, element?: Type): Type {
  return element === undefined ? { kinds } : { kinds, element };
}

export function mapWith(members: Record<string, Type>): Type {
  return { kinds: MAP, keys: STRING, members };
}

/** The variables of a rule, as {@link PolicyInput} has them. */
export const VARIABLES: Readonly<Record<string, Type>> = {
  action: one(STRING),
  description: one(STRING),
  context: { ...JSON_VALUE, kinds: MAP },
  agent: mapWith({
    id: one(STRING),
    trust: one(DOUBLE),
    identity: mapWith({
      how: one(STRING),
      registered: one(BOOL),
      issuer: one(STRING),
      subject: one(STRING),
      on_behalf_of: one(STRING),
    }),
  }),
  user: mapWith({ id: one(STRING) }),
  facts: mapWith({
    environment: one(STRING),
    risk_level: one(STRING),
    is_irreversible: one(BOOL),
    approval: one(STRING),
    budget_remaining_usd: one(DOUBLE),
  }),
  act: mapWith({
    tool: one(STRING),
    listed: one(BOOL),
    effects: one(LIST, one(STRING)),
    targets: one(
      LIST,
      mapWith({
        effect: one(STRING),
        kind: one(STRING),
        role: one(STRING),
        value: one(STRING),
        known: one(BOOL),
        origin: one(STRING),
      }),
    ),
    kinds: one(LIST, one(STRING)),
    unreadable: one(LIST, one(STRING)),
    amount_usd: one(DOUBLE),
    contents: { ...JSON_VALUE, kinds: MAP },
  }),
  session: mapWith({
    results: one(DOUBLE),
    incomplete: one(BOOL),
    content: one(BOOL),
    confidentiality: one(STRING),
  }),
};

export function either(types: readonly Type[]): Type {
  const [first, ...others] = types;
  if (first === undefined) return ANY;
  return others.reduce(both, first);
}

function both(left: Type, right: Type): Type {
  if (left === right) return left;
  // JSON contains itself, so joining its elements with those of another type would never end.
  if (left === ANY || right === ANY) return ANY;
  const kinds = left.kinds | right.kinds;
  const containers = [left, right].filter((type) => (type.kinds & (LIST | MAP)) !== 0);
  if (containers.length === 0) return { kinds };
  const keys = containers.reduce((all, type) => all | (type.keys ?? ANY.kinds), 0);
  return { kinds, keys, element: either(containers.map(elementOf)) };
}

function elementOf({ element, members }: Type): Type {
  return element ?? (members === undefined ? ANY : either(Object.values(members)));
}

const WORDS: readonly [kind: number, words: string][] = [
  [BOOL, 'a bool'],
  [INT, 'an int'],
  [DOUBLE, 'a double'],
  [STRING, 'a string'],
  [NULL, 'null'],
  [LIST, 'a list'],
  [MAP, 'a map'],
  [TYPE, 'a type'],
  [OPTIONAL, 'an optional value'],
];

export function typeText({ kinds }: Type): string {
  if (kinds === ANY.kinds) return 'a value';
  if (kinds === JSON_VALUE.kinds) return 'a value of the context';
  return WORDS.filter(([kind]) => (kinds & kind) !== 0)
    .map(([, words]) => words)
    .join(' or ');
}

/** The types that an operator or a function takes, and the one it gives. */
export interface Signature {
  takes: readonly number[];
  gives: Type;
}

export function fits({ takes }: Signature, types: readonly Type[]): boolean {
  return (
    takes.length === types.length &&
    takes.every((kinds, place) => (kinds & (types[place] as Type).kinds) !== 0)
  );
}

export function comparable(left: Type, right: Type): boolean {
  const widened = (kinds: number): number => ((kinds & NUMBER) === 0 ? kinds : kinds | NUMBER);
  return (widened(left.kinds) & widened(right.kinds)) !== 0;
}

export function typeOfLiteral(value: unknown): Type {
  if (value === null) return one(16);
  const kinds = { boolean: BOOL, bigint: INT, number: DOUBLE, string: STRING } as Record<string, number>;
  return one(kinds[typeof value] ?? 0);
}

const takes = (kinds: readonly number[], gives: Type): Signature => ({ takes: kinds, gives });
const ANYTHING = ANY.kinds;
const same = (kinds: readonly number[]): Signature[] => kinds.map((kind) => takes([kind, kind], one(kind)));
const ordered = [NUMBER, STRING, BOOL].map((kind) => takes([kind, kind], one(BOOL)));
const onStrings = [takes([STRING, STRING], one(BOOL))];

/** Operators by the parser's name. A list joined from two has elements of either. */
export const OPERATORS: Readonly<Record<string, readonly Signature[]>> = {
  '_==_': [takes([ANYTHING, ANYTHING], one(BOOL))],
  '_!=_': [takes([ANYTHING, ANYTHING], one(BOOL))],
  '_<_': ordered,
  '_<=_': ordered,
  '_>_': ordered,
  '_>=_': ordered,
  '_+_': same([INT, DOUBLE, STRING, LIST]),
  '_-_': same([INT, DOUBLE]),
  '_*_': same([INT, DOUBLE]),
  '_/_': same([INT, DOUBLE]),
  '_%_': same([INT]),
  '-_': [takes([INT], one(INT)), takes([DOUBLE], one(DOUBLE))],
  '!_': [takes([BOOL], one(BOOL))],
  '_[_]': [takes([LIST, NUMBER], ANY), takes([MAP, STRING | NUMBER | BOOL], ANY)],
  '@in': [takes([ANYTHING, LIST], one(BOOL)), takes([STRING | NUMBER | BOOL, MAP], one(BOOL))],
};

const SIZE = [takes([STRING | LIST | MAP], one(INT))];

export const FUNCTIONS: Readonly<Record<string, readonly Signature[]>> = {
  size: SIZE,
  int: [takes([INT | DOUBLE | STRING], one(INT))],
  double: [takes([INT | DOUBLE | STRING], one(DOUBLE))],
  string: [takes([BOOL | INT | DOUBLE | STRING], one(STRING))],
  bool: [takes([BOOL | STRING], one(BOOL))],
  type: [takes([ANYTHING], one(TYPE))],
  dyn: [takes([ANYTHING], ANY)],
};

const text = one(STRING);
const texts = one(LIST, text);
const place = [takes([STRING, STRING], one(INT)), takes([STRING, STRING, INT], one(INT))];

export const METHODS: Readonly<Record<string, readonly Signature[]>> = {
  size: SIZE,
  contains: onStrings,
  startsWith: onStrings,
  endsWith: onStrings,
  matches: onStrings,
  find: [takes([STRING, STRING], text)],
  findAll: [takes([STRING, STRING], texts), takes([STRING, STRING, INT], texts)],
  split: [takes([STRING, STRING], texts), takes([STRING, STRING, INT], texts)],
  join: [takes([LIST], text), takes([LIST, STRING], text)],
  lowerAscii: [takes([STRING], text)],
  upperAscii: [takes([STRING], text)],
  trim: [takes([STRING], text)],
  replace: [takes([STRING, STRING, STRING], text), takes([STRING, STRING, STRING, INT], text)],
  substring: [takes([STRING, INT], text), takes([STRING, INT, INT], text)],
  charAt: [takes([STRING, INT], text)],
  indexOf: place,
  lastIndexOf: place,
  sum: [takes([LIST], one(NUMBER))],
  min: [takes([LIST], one(NUMBER | STRING | BOOL))],
  max: [takes([LIST], one(NUMBER | STRING | BOOL))],
};

/**
 * The number of parts of each operation on optional values, by the tree's name: the value itself and the arguments.
 */
export const OPTIONAL_PARTS: Readonly<Record<string, number>> = {
  [OPTIONAL_ELEMENT]: 2,
  hasValue: 1,
  value: 1,
  or: 2,
  orValue: 2,
};

/** Methods whose pattern has to be written out. */
export const WITH_PATTERN: readonly string[] = ['matches', 'find', 'findAll'];
