/** Takes an expression apart at its brackets and at the signs that join its parts. */
import type { Token } from './tokens.ts';

export type Part = readonly Token[];

const OPENING = ['(', '[', '{'];
const CLOSING = [')', ']', '}'];

/** How deep each token stands in brackets, the brackets themselves as what is around them. */
function depthsOf(tokens: Part): number[] {
  let depth = 0;
  return tokens.map(({ kind, value }) => {
    if (kind === 'sign' && CLOSING.includes(value)) depth -= 1;
    const own = depth;
    if (kind === 'sign' && OPENING.includes(value)) depth += 1;
    return own;
  });
}

export function isClosed(tokens: Part): boolean {
  const depths = depthsOf(tokens);
  const opened = tokens.filter(({ kind, value }) => kind === 'sign' && OPENING.includes(value)).length;
  const closed = tokens.filter(({ kind, value }) => kind === 'sign' && CLOSING.includes(value)).length;
  return opened === closed && depths.every((depth) => depth >= 0);
}

export function withoutBrackets(tokens: Part): Part {
  const [first, last] = [tokens[0], tokens.at(-1)];
  const isBracketed =
    first?.kind === 'sign' && first.value === '(' && last?.kind === 'sign' && last.value === ')';
  const inner = tokens.slice(1, -1);
  return isBracketed && isClosed(inner) ? withoutBrackets(inner) : tokens;
}

export function partsOf(tokens: Part, sign: string): Part[] {
  const depths = depthsOf(tokens);
  const places = tokens.flatMap(({ kind, value }, at) =>
    kind === 'sign' && value === sign && depths[at] === 0 ? [at] : [],
  );
  return [...places, tokens.length].map((end, at) =>
    tokens.slice(at === 0 ? 0 : (places[at - 1] ?? 0) + 1, end),
  );
}

/** The parts that one sign joins, brackets around them or not. */
export function flat(tokens: Part, sign: string): Part[] {
  const whole = withoutBrackets(tokens);
  // A sign that binds less stands in the way.
  const parts = sign === '&&' && partsOf(whole, '||').length > 1 ? [whole] : partsOf(whole, sign);
  return parts.length === 1 ? [whole] : parts.flatMap((part) => flat(part, sign));
}
