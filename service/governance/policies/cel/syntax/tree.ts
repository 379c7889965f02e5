/** The tree of an expression, and errors with a place in it. */
import { type Comprehension, type Kind, OPTIONAL_ELEMENT, OPTIONAL_FIELD } from './optional-syntax.ts';

/** A literal value in a rule. */
export type Literal = null | boolean | number | bigint | string;

export type Loop = 'exists' | 'all' | 'exists_one' | 'map' | 'filter';

/** `at` is the place in the source, in characters from its start. */
export type Node = { at: number } & (
  | { kind: 'literal'; value: Literal }
  /** `isRooted` where a dot stands before it. */
  | { kind: 'name'; name: string; isRooted: boolean }
  | { kind: 'select'; operand: Node; field: string }
  | { kind: 'has'; operand: Node; field: string }
  | { kind: 'call'; name: string; method: boolean; parts: Node[] }
  | { kind: 'logic'; name: '&&' | '||'; parts: Node[] }
  | { kind: 'choice'; parts: [Node, Node, Node] }
  | { kind: 'list'; parts: Node[] }
  | { kind: 'map'; keys: Node[]; values: Node[] }
  | {
      kind: 'loop';
      loop: Loop;
      range: Node;
      variable: string;
      test: Node | null;
      step: Node | null;
      /** The same, as the library evaluates it. */
      comprehension: Comprehension;
    }
);

/** An error with its place: `at` as in {@link Node}. */
export class SourceError extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Whether the node gives an optional value, which its form shows. */
export function isOptional(node: Node): boolean {
  if (node.kind !== 'call') return false;
  const { name, method, parts } = node;
  if (name === OPTIONAL_FIELD || name === OPTIONAL_ELEMENT) return true;
  return method && name === 'or' && parts[0] !== undefined && isOptional(parts[0]);
}

export function literalFrom(constant: Kind<'constExpr'>, at: number): Literal {
  const { case: kind, value } = constant.constantKind;
  switch (kind) {
    case 'boolValue':
    case 'stringValue':
    case 'doubleValue':
      return value;
    case 'nullValue':
      return null;
    case 'int64Value':
      if (BigInt.asIntN(64, value) === value) return value;
      throw new SourceError(at, `${value} is greater than an int can be`);
    case 'uint64Value':
      throw new SourceError(at, `rules can't use unsigned numbers: write ${value}, without the u`);
    default:
      throw new SourceError(at, "rules can't use bytes: write a string, without the b");
  }
}

/** A number that has a minus before it. */
export function negated(part: Node | undefined): Literal | undefined {
  if (part?.kind !== 'literal') return undefined;
  return typeof part.value === 'number' ? -part.value : undefined;
}
