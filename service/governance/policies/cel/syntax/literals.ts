/** The numbers and texts that are written out in a rule. */

import { isExactNumber } from '@assize/evidence-format';
import { type Node, SourceError } from './tree.ts';

/** Returns all such numbers. @param tree of the source. */
export function inexactNumbersIn(tree: Node, source: string): SourceError[] {
  const found: SourceError[] = [];
  collect(tree, source, found);
  return found;
}

const WRITTEN = /-?\s*[0-9.]+(?:[eE][+-]?[0-9]+)?/y;

function collect(node: Node, source: string, found: SourceError[]): void {
  if (node.kind === 'literal' && !isExact(node, source)) {
    const message = `no input can contain this number: integers there go up to ${Number.MAX_SAFE_INTEGER} on either side of zero, and beyond only with an exponent, if a double holds them exactly`;
    found.push(new SourceError(node.at, message));
  }
  for (const part of partsOf(node)) collect(part, source, found);
}

function isExact({ at, value }: Extract<Node, { kind: 'literal' }>, source: string): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return true;
  if (Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER) return true;
  if (typeof value === 'bigint') return false;
  WRITTEN.lastIndex = at;
  return isExactNumber((WRITTEN.exec(source)?.[0] ?? '').replace(/\s/g, ''));
}

export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'select':
    case 'has':
      return [node.operand];
    case 'call':
    case 'logic':
    case 'choice':
    case 'list':
      return node.parts;
    case 'map':
      return [...node.keys, ...node.values];
    case 'loop':
      return [node.range, node.test, node.step].filter((part) => part !== null);
    default:
      return [];
  }
}

export function comparedIn(tree: Node): string[] {
  const texts: string[] = [];
  collectTexts(tree, texts);
  return texts;
}

function collectTexts(node: Node, texts: string[]): void {
  const isOfSeveral =
    node.kind === 'logic' || node.kind === 'choice' || (node.kind === 'call' && node.name === '!_');
  if (isOfSeveral) {
    for (const part of partsOf(node)) collectTexts(part, texts);
  } else if (namesWho(node)) textsIn(node, texts);
}

/** A variable may stand for the action or the agent. */
const NAMES: readonly string[] = ['action', 'agent', 'variables'];

function namesWho(node: Node): boolean {
  if (node.kind === 'name') return NAMES.includes(node.name);
  return partsOf(node).some(namesWho);
}

function textsIn(node: Node, texts: string[]): void {
  if (node.kind === 'literal' && typeof node.value === 'string') texts.push(node.value);
  for (const part of partsOf(node)) textsIn(part, texts);
}
