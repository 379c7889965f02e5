/** Patterns over action names, for settings and budgets that hold for some actions. */
import { countWork } from '../work.ts';

/** Characters of text and pattern that are compared per unit of work. */
const CHARACTERS_OF_A_UNIT = 2;

/**
 * Returns whether the whole text fits the pattern, in which `*` stands for any run of characters, even an empty one.
 * The part between two stars is searched once, from the end of the part before it: its first place is as good as any
 * later one, so nothing is tried twice. The time grows only with the length of both.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  let star = pattern.indexOf('*');
  if (star === -1) return text === pattern;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  countWork((text.length + pattern.length) / CHARACTERS_OF_A_UNIT);
  const last = pattern.lastIndexOf('*');
  const rest = pattern.length - last - 1;
  // Checks both ends first: they refuse most texts, and they bound the parts between.
  const end = text.length - rest;
  if (end < star || !text.endsWith(pattern.slice(last + 1))) return false;
  let from = star;
  while (star < last) {
    let next = star + 1;
    while (pattern.charCodeAt(next) !== STAR) next += 1;
    from = endOfPart(text, from, end, pattern, star + 1, next);
    if (from === -1) return false;
    star = next;
  }
  return true;
}

const STAR = 42;

/** For each place of the part being searched: how much of the part's beginning repeats before it. Grows as needed. */
let again = new Uint32Array(256);

/**
 * Finds the first place of `pattern` from `first` to `behind` in `text` from `from` to `end`, as Knuth, Morris and
 * Pratt do: `indexOf` may compare the whole part at each place, and is slower for a part of one character.
 * @returns where it ends; -1 if it is not there.
 */
function endOfPart(
  text: string,
  from: number,
  end: number,
  pattern: string,
  first: number,
  behind: number,
): number {
  const length = behind - first;
  if (length === 0) return from;
  if (length > again.length) again = new Uint32Array(length);
  again[0] = 0;
  for (let place = 1, same = 0; place < length; place += 1) {
    const unit = pattern.charCodeAt(first + place);
    while (same > 0 && pattern.charCodeAt(first + same) !== unit) same = again[same - 1] as number;
    if (pattern.charCodeAt(first + same) === unit) same += 1;
    again[place] = same;
  }
  for (let at = from, same = 0; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    while (same > 0 && pattern.charCodeAt(first + same) !== unit) same = again[same - 1] as number;
    if (pattern.charCodeAt(first + same) === unit) same += 1;
    if (same === length) return at + 1;
  }
  return -1;
}
