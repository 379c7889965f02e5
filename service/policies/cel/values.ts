/**
 * The values of an expression. JSON is taken as it is, without a copy: an object is a map, an array a list, a number a
 * double; an int is a bigint. What fails is a value too, told apart by its class, so that `||` and `&&` can pass it by.
 */
import type { JsonObject } from '@assize/evidence-format';

export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Value[]
  | MapValue
  | JsonObject
  | TypeValue
  | Erred;
export type MapKey = string | bigint | boolean;

/** An expression that has no value, and why. */
export class Erred {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** A map written in the source, which may have keys other than strings. */
export class MapValue {
  readonly entries: ReadonlyMap<MapKey, Value>;
  constructor(entries: ReadonlyMap<MapKey, Value>) {
    this.entries = entries;
  }
}

/** What `type()` gives, and what the names of types stand for. */
export class TypeValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Counts what an evaluation costs, and holds what it reads. */
export class Run {
  left: number;
  input: object;
  /** The variables of the loops around, by their nesting. */
  readonly locals: Value[] = [];

  constructor(input: object, units: number) {
    this.input = input;
    this.left = units;
  }

  /** @throws OutOfUnits where they are used up; nothing in an expression can catch it. */
  spend(units: number): void {
    this.left -= units;
    if (this.left < 0) throw new OutOfUnits();
  }
}

export class OutOfUnits extends Error {
  static {
    // The stack of an error that is part of the plan is of no use, and costs more than the evaluation.
    OutOfUnits.prototype.stack = '';
  }
}

export const TYPE_NAMES = ['bool', 'int', 'double', 'string', 'null_type', 'list', 'map', 'type'] as const;
export type TypeName = (typeof TYPE_NAMES)[number];

export function typeOf(value: Value): TypeName {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
      return 'double';
    case 'bigint':
      return 'int';
    case 'string':
      return 'string';
    default:
      if (value === null) return 'null_type';
      if (Array.isArray(value)) return 'list';
      return value instanceof TypeValue ? 'type' : 'map';
  }
}

export function isMap(value: Value): value is MapValue | JsonObject {
  return typeOf(value) === 'map';
}

/** @returns undefined where the map has no such key. */
export function memberOf(map: MapValue | JsonObject, key: Value): Value | undefined {
  if (map instanceof MapValue) {
    const normal = mapKey(key);
    return normal === undefined ? undefined : map.entries.get(normal);
  }
  return typeof key === 'string' && Object.hasOwn(map, key) ? (map[key] as Value) : undefined;
}

export function keysOf(map: MapValue | JsonObject): readonly MapKey[] {
  return map instanceof MapValue ? [...map.entries.keys()] : Object.keys(map);
}

export function sizeOf(map: MapValue | JsonObject): number {
  return map instanceof MapValue ? map.entries.size : Object.keys(map).length;
}

/** Numbers that are equal are the same key. @returns undefined for what can't be one. */
export function mapKey(value: Value): MapKey | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean'
    ? value
    : undefined;
}
