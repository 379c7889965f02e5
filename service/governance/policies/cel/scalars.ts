/** What operators say of single values (texts, numbers, bools and null), as the library has it. */
import type { Literal } from './tree.ts';

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
