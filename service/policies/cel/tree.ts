/** The tree of an expression, with its macros told by their names. */
import type { Value } from './values.ts';

export const LOOPS = ['exists', 'all', 'exists_one', 'map', 'filter'] as const;
export type Loop = (typeof LOOPS)[number];

/** `at` is the place in the source, in UTF-16 code units from its start. */
export type Node = { at: number } & (
  | { kind: 'literal'; value: Value }
  | { kind: 'name'; name: string }
  | { kind: 'select'; operand: Node; field: string }
  | { kind: 'has'; operand: Node; field: string }
  /** Operators too, by their signs; the first part of a method is what it is called on. */
  | { kind: 'call'; name: string; method: boolean; parts: Node[] }
  | { kind: 'logic'; name: '&&' | '||'; parts: Node[] }
  | { kind: 'choice'; parts: [Node, Node, Node] }
  | { kind: 'list'; parts: Node[] }
  | { kind: 'map'; keys: Node[]; values: Node[] }
  | { kind: 'loop'; loop: Loop; range: Node; variable: string; test: Node | null; step: Node | null }
);
