/**
 * Makes a tree ready to run: one function for each node, and what reads no input worked out at once. What is certain to
 * fail is found here.
 */

import { buildCall } from './calls.ts';
import { UNITS_OF_A_CONSTANT } from './limits.ts';
import { buildLoop } from './loops.ts';
import { SourceError } from './source-error.ts';
import type { Node } from './tree.ts';
import {
  Erred,
  isMap,
  MapValue,
  mapKey,
  memberOf,
  OutOfUnits,
  Run,
  TYPE_NAMES,
  TypeValue,
  typeOf,
  type Value,
} from './values.ts';

export type Evaluate = (run: Run) => Value;

export interface Built {
  evaluate: Evaluate;
  /** What it reads: bit 0 for the input, further bits for the variables of the loops around it. */
  reads: number;
  /** Nodes in it, which is what one evaluation costs without its loops. */
  nodes: number;
}

/** Where the loops around keep their variables, by name, and how many loops are around. */
export interface Places {
  named: Readonly<Record<string, number>>;
  depth: number;
}

const READS_INPUT = 1;

/** @throws SourceError where it is certain to fail. */
export function build(node: Node, places: Places = { named: {}, depth: 0 }): Built {
  const built = { ...BUILDERS[node.kind](node as never, places) };
  if (built.reads !== 0 || node.kind === 'literal') return built;
  const value = workedOut(node, built.evaluate);
  return { evaluate: () => value, reads: 0, nodes: 1 };
}

function workedOut(node: Node, evaluate: Evaluate): Value {
  try {
    const value = evaluate(new Run({}, UNITS_OF_A_CONSTANT));
    if (!(value instanceof Erred)) return value;
    throw new SourceError(node.at, `this is certain to fail: ${value.why}`);
  } catch (error) {
    if (error instanceof OutOfUnits) throw new SourceError(node.at, 'this costs too much to work out');
    throw error;
  }
}

type Builders = { [Kind in Node['kind']]: (node: Extract<Node, { kind: Kind }>, places: Places) => Built };

const BUILDERS: Builders = {
  literal: ({ value }) => ({ evaluate: () => value, reads: 0, nodes: 1 }),
  name: ({ name }, places) => buildName(name, places),
  select: ({ operand, field }, places) => {
    const map = build(operand, places);
    return over([map], buildSelect(map.evaluate, field));
  },
  has: ({ operand, field }, places) => {
    const map = build(operand, places);
    return over([map], (run) => {
      const value = map.evaluate(run);
      if (value instanceof Erred) return value;
      return isMap(value) ? memberOf(value, field) !== undefined : noField(field, value);
    });
  },
  call: buildCall,
  logic: ({ name, parts }, places) => {
    const built = parts.map((part) => build(part, places));
    return over(
      built,
      buildLogic(
        name === '||',
        built.map(({ evaluate }) => evaluate),
      ),
    );
  },
  choice: ({ parts: [condition, yes, no] }, places) => {
    const built = [build(condition, places), build(yes, places), build(no, places)] as const;
    const [test, one, other] = [built[0].evaluate, built[1].evaluate, built[2].evaluate];
    return over(built, (run) => {
      const chosen = test(run);
      if (typeof chosen === 'boolean') return chosen ? one(run) : other(run);
      return chosen instanceof Erred ? chosen : noBool(chosen);
    });
  },
  list: ({ parts }, places) => {
    const built = parts.map((part) => build(part, places));
    return over(built, (run) => {
      const elements: Value[] = [];
      for (const { evaluate } of built) {
        const element = evaluate(run);
        if (element instanceof Erred) return element;
        elements.push(element);
      }
      return elements;
    });
  },
  map: ({ keys, values }, places) => {
    const built = keys.map(
      (key, place) => [build(key, places), build(values[place] as Node, places)] as const,
    );
    return over(built.flat(), (run) => buildMap(built, run));
  },
  loop: (node, places) => buildLoop(node, places),
};

export function over(parts: readonly Built[], evaluate: Evaluate): Built {
  return {
    evaluate,
    reads: parts.reduce((all, part) => all | part.reads, 0),
    nodes: parts.reduce((all, part) => all + part.nodes, 1),
  };
}

function buildName(name: string, { named }: Places): Built {
  const place = own(named, name);
  if (place !== undefined) {
    return { evaluate: (run) => run.locals[place] as Value, reads: 2 << place, nodes: 1 };
  }
  if ((TYPE_NAMES as readonly string[]).includes(name)) {
    const type = new TypeValue(name);
    return { evaluate: () => type, reads: 0, nodes: 1 };
  }
  const unknown = new Erred(`there is no ${name}`);
  return {
    evaluate: ({ input }) => {
      const value = (input as Record<string, Value | undefined>)[name];
      return value === undefined ? unknown : value;
    },
    reads: READS_INPUT,
    nodes: 1,
  };
}

function buildSelect(operand: Evaluate, field: string): Evaluate {
  const missing = new Erred(`there is no field ${field}`);
  return (run) => {
    const value = operand(run);
    if (value instanceof Erred) return value;
    if (!isMap(value)) return noField(field, value);
    const member = memberOf(value, field);
    return member === undefined ? missing : member;
  };
}

function buildLogic(decisive: boolean, parts: readonly Evaluate[]): Evaluate {
  return (run) => {
    let erred: Erred | null = null;
    for (const part of parts) {
      const value = part(run);
      if (value === decisive) return decisive;
      if (typeof value !== 'boolean') erred ??= value instanceof Erred ? value : noBool(value);
    }
    return erred ?? !decisive;
  };
}

function buildMap(members: readonly (readonly [Built, Built])[], run: Run): Value {
  const entries = new Map<string | bigint | boolean, Value>();
  for (const [keyBuilt, valueBuilt] of members) {
    const [key, value] = [keyBuilt.evaluate(run), valueBuilt.evaluate(run)];
    if (key instanceof Erred) return key;
    if (value instanceof Erred) return value;
    const normal = mapKey(key);
    if (normal === undefined) return new Erred(`${typeOf(key)} can't be a key`);
    if (entries.has(normal)) return new Erred(`the key ${String(normal)} stands twice`);
    entries.set(normal, value);
  }
  return new MapValue(entries);
}

export function noBool(value: Value): Erred {
  return new Erred(`this is ${typeOf(value)}, and no bool`);
}

function noField(field: string, value: Value): Erred {
  return new Erred(`${typeOf(value)} has no field ${field}`);
}

export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
