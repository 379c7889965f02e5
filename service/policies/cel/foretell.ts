/**
 * Tells of most rules that they are false without evaluating them. It reads a condition from its left, as evaluation does,
 * as far as that compares single values of the input with what is written out, pays for that what evaluation pays, and
 * where it can't tell says nothing. So it changes how long an answer takes, and never which, nor what it costs.
 */
import { celList } from '@bufbuild/cel';
import { COSTS, type Cost } from './functions.ts';
import { trySpend } from './meter.ts';
import { equal, isScalar, ON_SCALARS } from './scalars.ts';
import type { Literal, Node } from './syntax.ts';

/** What evaluation will say of an input, which is JSON by the names of the variables; undefined where that is not known. */
export type Foretold = (input: object) => boolean | undefined;

type Read = (input: object) => Literal | undefined;

/** @returns null where it could tell of no input. */
export function foretold(node: Node): Foretold | null {
  switch (node.kind) {
    case 'logic':
      return ofParts(node.parts, node.name === '||');
    case 'has':
      return ofHas(node);
    case 'call':
      return ofCall(node.name, node.parts);
    default:
      return ofBool(node);
  }
}

/** @param decides what a part says that the others then can't change. */
function ofParts(parts: readonly Node[], decides: boolean): Foretold | null {
  const told = parts.map(foretold);
  const unknown = told.indexOf(null);
  const known = (unknown < 0 ? told : told.slice(0, unknown)) as Foretold[];
  if (known.length === 0) return null;
  const otherwise = unknown < 0 ? !decides : undefined;
  return (input) => {
    for (const part of known) {
      const said = part(input);
      if (said !== !decides) return said;
    }
    return otherwise;
  };
}

function ofHas({ operand, field }: Extract<Node, { kind: 'has' }>): Foretold | null {
  const path = pathOf(operand);
  if (path === null) return null;
  return (input) => {
    const map = reach(input, path);
    return isMap(map) ? Object.hasOwn(map, field) : undefined;
  };
}

function ofCall(name: string, [first, second]: readonly Node[]): Foretold | null {
  if (first === undefined) return null;
  if (name === '!_') {
    const told = foretold(first);
    return told && ((input) => opposite(told(input)));
  }
  const cost = COSTS[name];
  const left = readingOf(first);
  if (second === undefined || cost === undefined || left === null) return null;
  if (name === '@in') return ofSearch(cost, left, second);
  const right = readingOf(second);
  const say = ON_SCALARS[name];
  if (right === null || say === undefined) return null;
  return (input) => {
    const one = left(input);
    const other = right(input);
    if (one === undefined || other === undefined || !trySpend(cost(one, other))) return undefined;
    return say(one, other);
  };
}

/** In a list that is written out. */
function ofSearch(cost: Cost, read: Read, list: Node): Foretold | null {
  if (list.kind !== 'list') return null;
  const literals = list.parts.flatMap((part) => (part.kind === 'literal' ? [part.value] : []));
  if (literals.length < list.parts.length) return null;
  const asList = celList(literals);
  const same = new Set(literals);
  return (input) => {
    const value = read(input);
    if (value === undefined || !trySpend(cost(value, asList))) return undefined;
    // An int and a double are never the same, and can be equal.
    return same.has(value) || (typeof value !== 'string' && literals.some((other) => equal(other, value)));
  };
}

function ofBool(node: Node): Foretold | null {
  const read = readingOf(node);
  return (
    read &&
    ((input) => {
      const value = read(input);
      return typeof value === 'boolean' ? value : undefined;
    })
  );
}

function readingOf(node: Node): Read | null {
  if (node.kind === 'literal') return () => node.value;
  const path = pathOf(node);
  if (path === null) return null;
  return (input) => {
    const value = reach(input, path);
    return isScalar(value) ? value : undefined;
  };
}

/** The names from a variable down to a member. */
function pathOf(node: Node): string[] | null {
  if (node.kind === 'name') return [node.name];
  if (node.kind !== 'select') return null;
  const path = pathOf(node.operand);
  return path && [...path, node.field];
}

function reach(input: object, path: readonly string[]): unknown {
  let value: unknown = input;
  for (const name of path) {
    if (!isMap(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function opposite(said: boolean | undefined): boolean | undefined {
  return said === undefined ? undefined : !said;
}
