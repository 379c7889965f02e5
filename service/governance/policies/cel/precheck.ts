/**
 * Tells of most rules that they are false without evaluating them. It reads a condition from its left, as evaluation does,
 * as far as that compares single values of the input with what is written out, pays for that what evaluation pays, and
 * where it can't tell says nothing. So it changes how long an answer takes, and never which, nor what it costs.
 */
import { type CelList, celList } from '@bufbuild/cel';
import { COSTS, type Cost } from './functions.ts';
import { UNITS_OF_A_NODE } from './limits.ts';
import { nodesOfTurn } from './loops.ts';
import { trySpend } from './meter.ts';
import { isInNamed, type NamedLists } from './named-lists.ts';
import { equal, isScalar, ON_SCALARS } from './scalars.ts';
import type { Literal, Node } from './tree.ts';

/** What evaluation will say of an input, which is JSON by the names of the variables; undefined where that is not known. */
export type Precheck = (input: object) => boolean | undefined;

type Read = (input: object) => Literal | undefined;
interface Locals {
  lists: NamedLists;
  /** What those of loops stand for, at the turn that is looked at. */
  variables: ReadonlyMap<string, { value: Literal }>;
}

/**
 * @param tree whose loops are paid for: see `payForLoops`.
 * @param lists what the policy brings.
 * @returns null where it could tell of no input.
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
