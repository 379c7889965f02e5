/**
 * Finds most rules that are false without evaluating them. It reads a condition from its left, as evaluation does,
 * as far as that compares single values of the input with what is written out, pays for that what evaluation pays, and
 * gives no answer where it can't be sure. So it changes how long an answer takes, and never which, nor what it costs.
 */

import { type CelList, celList } from '@bufbuild/cel';
import { COSTS, type Cost } from '../functions.ts';
import { UNITS_OF_A_NODE } from '../syntax/limits.ts';
import { isInNamed, type NamedLists } from '../syntax/named-lists.ts';
import type { Literal, Node } from '../syntax/tree.ts';
import { nodesOfTurn } from './loops.ts';
import { trySpend } from './meter.ts';

/** The result of evaluating an input, which is JSON by the names of the variables; undefined where it is not known. */
export type Precheck = (input: object) => boolean | undefined;

type Read = (input: object) => Literal | undefined;
interface Locals {
  lists: NamedLists;
  /** What those of loops stand for, at the turn that is looked at. */
  variables: ReadonlyMap<string, { value: Literal }>;
}

/**
 * @param tree whose loops are paid for: see `payForLoops`.
 * @param lists the lists of the policy.
 * @returns null where it would be sure of no input.
 */
export function precheck(tree: Node, lists: NamedLists): Precheck | null {
  return precheckOf(tree, { lists, variables: new Map() });
}

function precheckOf(node: Node, locals: Locals): Precheck | null {
  switch (node.kind) {
    case 'logic':
      return ofParts(node.parts, node.name === '||', locals);
    case 'has':
      return ofHas(node, locals);
    case 'call':
      return ofCall(node.name, node.parts, locals);
    case 'loop':
      return ofLoop(node, locals);
    default:
      return ofBool(node, locals);
  }
}

/** @param decides what a part says that the others then can't change. */
function ofParts(parts: readonly Node[], decides: boolean, locals: Locals): Precheck | null {
  const recorded = parts.map((part) => precheckOf(part, locals));
  const unknown = recorded.indexOf(null);
  const known = (unknown < 0 ? recorded : recorded.slice(0, unknown)) as Precheck[];
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

function ofHas({ operand, field }: Extract<Node, { kind: 'has' }>, locals: Locals): Precheck | null {
  const path = pathOf(operand, locals);
  if (path === null) return null;
  return (input) => {
    const map = reach(input, path);
    return isMap(map) ? Object.hasOwn(map, field) : undefined;
  };
}

function ofCall(name: string, [first, second]: readonly Node[], locals: Locals): Precheck | null {
  if (first === undefined) return null;
  if (name === '!_') {
    const recorded = precheckOf(first, locals);
    return recorded && ((input) => opposite(recorded(input)));
  }
  const cost = COSTS[name];
  const left = readingOf(first, locals);
  if (second === undefined || cost === undefined || left === null) return null;
  if (name === '@in') return ofSearch(cost, left, second, locals);
  const right = readingOf(second, locals);
  const say = ON_SCALARS[name];
  if (right === null || say === undefined) return null;
  return (input) => {
    const one = left(input);
    const other = right(input);
    if (one === undefined || other === undefined || !trySpend(cost(one, other))) return undefined;
    return say(one, other);
  };
}

/** In a list that is written out, or that the policy brings. */
function ofSearch(cost: Cost, read: Read, list: Node, locals: Locals): Precheck | null {
  const named = namedList(list, locals);
  if (named !== undefined) {
    return (input) => {
      const value = read(input);
      return value === undefined || !trySpend(cost(value, named)) ? undefined : isInNamed(value, named);
    };
  }
  const literals = literalsOf(list);
  if (literals === null) return null;
  const asList = celList(literals);
  const same = new Set(literals);
  return (input) => {
    const value = read(input);
    if (value === undefined || !trySpend(cost(value, asList))) return undefined;
    // An int and a double are never the same, and can be equal.
    return same.has(value) || (typeof value !== 'string' && literals.some((other) => equal(other, value)));
  };
}

/** Over a list that is written out. */
function ofLoop(node: Extract<Node, { kind: 'loop' }>, locals: Locals): Precheck | null {
  const { loop, range, variable, test, comprehension } = node;
  const literals = literalsOf(range);
  if ((loop !== 'exists' && loop !== 'all') || literals === null || test === null) return null;
  const local = { value: null as Literal };
  const turn = precheckOf(test, { ...locals, variables: new Map([...locals.variables, [variable, local]]) });
  if (turn === null) return null;
  const units = literals.length * nodesOfTurn(comprehension) * UNITS_OF_A_NODE;
  const decides = loop === 'exists';
  return (input) => {
    if (!trySpend(units)) return undefined;
    for (const literal of literals) {
      local.value = literal;
      const said = turn(input);
      if (said !== !decides) return said;
    }
    return !decides;
  };
}

function ofBool(node: Node, locals: Locals): Precheck | null {
  const read = readingOf(node, locals);
  return (
    read &&
    ((input) => {
      const value = read(input);
      return typeof value === 'boolean' ? value : undefined;
    })
  );
}

function readingOf(node: Node, locals: Locals): Read | null {
  if (node.kind === 'literal') return () => node.value;
  const local = node.kind === 'name' ? locals.variables.get(node.name) : undefined;
  if (local !== undefined) return () => local.value;
  const path = pathOf(node, locals);
  if (path === null) return null;
  return (input) => {
    const value = reach(input, path);
    return isScalar(value) ? value : undefined;
  };
}

/** The names from a variable of the input down to a member. */
function pathOf(node: Node, locals: Locals): string[] | null {
  if (node.kind === 'name') return locals.variables.has(node.name) ? null : [node.name];
  if (node.kind !== 'select') return null;
  const path = pathOf(node.operand, locals);
  return path && [...path, node.field];
}

function namedList(node: Node, { lists, variables }: Locals): CelList | undefined {
  if (node.kind !== 'select' || node.operand.kind !== 'name') return undefined;
  const { name } = node.operand;
  return name === 'lists' && !variables.has(name) ? lists.get(node.field) : undefined;
}

function literalsOf(list: Node): Literal[] | null {
  if (list.kind !== 'list') return null;
  const literals = list.parts.flatMap((part) => (part.kind === 'literal' ? [part.value] : []));
  return literals.length === list.parts.length ? literals : null;
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

/** @returns undefined where the operator does not take these. */
export type OnScalars = (left: Literal, right: Literal) => boolean | undefined;

/** By the parser's name. */
export const ON_SCALARS: Readonly<Record<string, OnScalars>> = {
  '_==_': equal,
  '_!=_': (left, right) => !equal(left, right),
  '_<_': ordered((left, right) => left < right),
  '_<=_': ordered((left, right) => left <= right),
  '_>_': ordered((left, right) => left > right),
  '_>=_': ordered((left, right) => left >= right),
  contains: onTexts((text, part) => text.includes(part)),
  startsWith: onTexts((text, part) => text.startsWith(part)),
  endsWith: onTexts((text, part) => text.endsWith(part)),
};

export function isScalar(value: unknown): value is Literal {
  return value === null || (typeof value !== 'object' && value !== undefined);
}

/** Numbers of either kind by their value. */
export function equal(left: Literal, right: Literal): boolean {
  if (left === right) return true;
  const numbers = isNumber(left) && isNumber(right);
  // biome-ignore lint/suspicious/noDoubleEquals: an int and a double are never identical, and can be equal.
  return numbers && left == right;
}

type Ordered = number | bigint | string | boolean;

function ordered(say: (left: Ordered, right: Ordered) => boolean): OnScalars {
  return (left, right) => {
    if (left === null || right === null) return undefined;
    if (typeof left === typeof right) return say(left, right);
    // An int beside a double is taken for one, with what that loses: as the library does.
    return isNumber(left) && isNumber(right) ? say(Number(left), Number(right)) : undefined;
  };
}

function onTexts(say: (text: string, other: string) => boolean): OnScalars {
  return (left, right) =>
    typeof left === 'string' && typeof right === 'string' ? say(left, right) : undefined;
}

function isNumber(value: Literal): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
