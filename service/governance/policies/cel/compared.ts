/**
 * Collects the texts with which a rule compares the action or the agent: all texts in the same comparison. They let a
 * rule see a name in the spelling that its author knows.
 */
import { partsOf } from './syntax/literals.ts';
import type { Node } from './syntax/tree.ts';

export function comparedIn(tree: Node): string[] {
  const texts: string[] = [];
  collect(tree, texts);
  return texts;
}

function collect(node: Node, texts: string[]): void {
  const isOfSeveral =
    node.kind === 'logic' || node.kind === 'choice' || (node.kind === 'call' && node.name === '!_');
  if (isOfSeveral) {
    for (const part of partsOf(node)) collect(part, texts);
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
