/** The messages of the check about a wrong call, each with the way out. */

import { patternOf } from '../pattern.ts';
import { OPTIONAL_METHODS } from '../syntax/optional-syntax.ts';
import type { Node } from '../syntax/tree.ts';
import { DOUBLE, FUNCTIONS, INT, METHODS, OPTIONAL, type Type, typeText } from './types.ts';

export function typeMismatch(what: string, types: readonly Type[]): string {
  if (types.some(({ kinds }) => kinds === OPTIONAL)) {
    return `${what} does not take an optional value: end it with orValue(…), which gives the value to use where there is none`;
  }
  const said = `${what} does not take ${types.map(typeText).join(' and ') || 'nothing'}`;
  const [left, right] = types;
  if (left === undefined || right === undefined) return said;
  if (what === '%') return `${said}: it takes only ints; numbers of the input are doubles, so write int(…)`;
  const mixed =
    (left.kinds === INT && (right.kinds & DOUBLE) !== 0) ||
    (right.kinds === INT && (left.kinds & DOUBLE) !== 0);
  return mixed ? `${said}: numbers of the input are doubles, so write 2.0 and not 2, or double(…)` : said;
}

export function unknownFunction(name: string, method: boolean): string {
  if (name === 'has') return 'has() asks for a field by its name, as in has(context.amount)';
  if (['exists', 'all', 'exists_one', 'map', 'filter'].includes(name)) {
    return `${name}() takes the name of a variable and an expression, as in context.items.${name}(item, …)`;
  }
  if (OPTIONAL_METHODS.includes(name)) {
    return `${name}() is for optional values, which begin with .? or [?], as in context.?amount.${name}(…)`;
  }
  const there = Object.keys(method ? METHODS : FUNCTIONS);
  if (method && Object.hasOwn(FUNCTIONS, name)) return `${name} is not a method: write ${name}(…)`;
  if (!method && Object.hasOwn(METHODS, name)) return `${name} is a method: write x.${name}(…)`;
  return `there is no ${method ? 'method' : 'function'} ${name}(); there are ${listed(there)}`;
}

export function sign(name: string): string {
  return name === '@in' ? 'in' : name.replaceAll('_', '');
}

export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A pattern must be known when the rule is read, so that an agent can't choose it; otherwise the rule is refused. */
export function faultOfPattern(name: string, node: Node): string | null {
  if (node.kind !== 'literal' || typeof node.value !== 'string') {
    return `the pattern of ${name}() has to be written out`;
  }
  try {
    patternOf(node.value);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
