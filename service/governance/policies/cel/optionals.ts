/**
 * Evaluates optional values: `.?` and `[?]` give a list of one element or none. The type check makes sure that only
 * the functions here see such a list.
 */
import {
  type CelFunc,
  type CelList,
  CelScalar,
  type CelValue,
  celFunc,
  celList,
  isCelError,
  isCelList,
  isCelMap,
  listType,
} from '@bufbuild/cel';

/** The names of functions that rules can't call. Those with `_OF` continue from an optional value. */
export const FIELD = '@field';
export const FIELD_OF = '@field_of';
export const ELEMENT = '@element';
export const ELEMENT_OF = '@element_of';
export const HAS_VALUE = '@has_value';
export const VALUE = '@value';

const { BOOL, DYN, STRING } = CelScalar;
const LIST = listType(DYN);
const NONE = celList([]);

export const optionalFunctions: readonly CelFunc[] = [
  celFunc(FIELD, [DYN, STRING], DYN, fieldOf),
  celFunc(FIELD_OF, [LIST, STRING], DYN, (optional, name) => goingOn(optional, name, fieldOf)),
  celFunc(ELEMENT, [DYN, DYN], DYN, elementOf),
  celFunc(ELEMENT_OF, [LIST, DYN], DYN, (optional, key) => goingOn(optional, key, elementOf)),
  celFunc(HAS_VALUE, [LIST], BOOL, (optional) => optional.size > 0),
  celFunc(VALUE, [LIST], DYN, (optional) => {
    if (optional.size === 0) throw new TypeError('there is no value');
    return optional.get(0) as CelValue;
  }),
];

function goingOn<K>(optional: CelList, key: K, to: (value: CelValue, key: K) => CelList): CelList {
  return optional.size === 0 ? NONE : to(optional.get(0) as CelValue, key);
}

/**
 * A missing field gives none. A value without fields is an error: an agent must not slip past a rule by sending a text
 * for a map.
 */
function fieldOf(value: CelValue, name: string): CelList {
  if (!isCelMap(value)) throw new TypeError(`there is no field ${name}, since this is not a map`);
  return some(value.get(name));
}

function elementOf(value: CelValue, key: CelValue): CelList {
  if (isCelList(value)) {
    const place = typeof key === 'bigint' ? Number(key) : key;
    if (!Number.isInteger(place)) throw new TypeError('the place in a list must be a whole number');
    return some(value.get(place as number));
  }
  if (!isCelMap(value)) throw new TypeError('there are no elements, since this is neither a list nor a map');
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof key))
    throw new TypeError("that can't be a key");
  return some(value.get(key as string));
}

function some(value: CelValue | undefined): CelList {
  if (isCelError(value)) throw value;
  return value === undefined ? NONE : celList([value]);
}
