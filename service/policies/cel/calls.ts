/**
 * Operators, functions and methods, with what is known before any input put in its place: patterns are compiled, lists of
 * texts become sets.
 */
import { type Built, build, type Evaluate, over, own, type Places } from './build.ts';
import { CONVERSIONS, TEXT_METHODS } from './functions.ts';
import { UNITS_OF_A_NODE } from './limits.ts';
import { at, BINARY, type Binary, equals, isIn, UNARY } from './operators.ts';
import { Pattern } from './pattern.ts';
import { SourceError } from './source-error.ts';
import type { Node } from './tree.ts';
import { Erred, Run, typeOf, type Value } from './values.ts';

export function buildCall(node: Extract<Node, { kind: 'call' }>, places: Places): Built {
  const parts = node.parts.map((part) => build(part, places));
  const [first, second] = parts.map(({ evaluate }) => evaluate);
  const unary =
    node.method && node.name !== 'size' ? undefined : (UNARY[node.name] ?? own(CONVERSIONS, node.name));
  if (unary !== undefined && first !== undefined && parts.length === 1) {
    return over(parts, (run) => {
      const value = first(run);
      return value instanceof Erred ? value : unary(value, run);
    });
  }
  const binary =
    node.name === 'matches'
      ? matching(node, parts[1])
      : node.method
        ? TEXT_METHODS[node.name]
        : BINARY[node.name];
  if (binary === undefined || first === undefined || second === undefined || parts.length !== 2) {
    throw new SourceError(node.at, `there is no ${node.name}() for that`);
  }
  return over(parts, calling(binary, first, second, parts[1] as Built));
}

function calling(binary: Binary, first: Evaluate, second: Evaluate, { reads }: Built): Evaluate {
  if (reads === 0) {
    const value = second(new Run({}, UNITS_OF_A_NODE));
    const right = COMPARISONS.has(binary) ? asDouble(value) : value;
    const members = binary === isIn ? textsOf(right) : null;
    if (members !== null) {
      return (run) => {
        const left = first(run);
        return left instanceof Erred ? left : typeof left === 'string' && members.has(left);
      };
    }
    return (run) => {
      const left = first(run);
      return left instanceof Erred ? left : binary(left, right, run);
    };
  }
  return (run) => {
    const left = first(run);
    if (left instanceof Erred) return left;
    const right = second(run);
    return right instanceof Erred ? right : binary(left, right, run);
  };
}

const COMPARISONS: ReadonlySet<Binary | undefined> = new Set([
  equals,
  ...['_!=_', '_<_', '_<=_', '_>_', '_>=_'].map((name) => BINARY[name]),
  at,
]);

/** Numbers compare by their value alone, and doubles compare faster. */
function asDouble(value: Value): Value {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** @returns a list of texts as a set. */
function textsOf(list: Value): ReadonlySet<string> | null {
  return Array.isArray(list) && list.every((element) => typeof element === 'string')
    ? new Set(list as string[])
    : null;
}

/** The pattern is known when the rule is read, or the rule is not taken: an agent must not choose it. */
function matching(node: Extract<Node, { kind: 'call' }>, pattern: Built | undefined): Binary {
  const source = pattern?.reads === 0 ? pattern.evaluate(new Run({}, UNITS_OF_A_NODE)) : undefined;
  const { at: place } = node.parts[1] ?? node;
  if (typeof source !== 'string')
    throw new SourceError(place, 'the pattern of matches() has to be written out');
  try {
    const compiled = new Pattern(source);
    return (text, _pattern, run) =>
      typeof text === 'string'
        ? compiled.isIn(text, run)
        : new Erred(`matches() does not take ${typeOf(text)}`);
  } catch (error) {
    throw new SourceError(place, (error as Error).message);
  }
}
