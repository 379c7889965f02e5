/**
 * Regular expressions by RE2, which comes with the library. Its search never backtracks, but a large pattern on a long
 * text still takes a long time, so both are paid for before it begins.
 */

import { RE2JS } from '@bufbuild/re2';
import { RE2JS as FindingRE2 } from 're2js';
import { spend, startCount } from './checking/meter.ts';
import {
  MAX_PATTERN_CHARACTERS,
  MAX_PATTERN_INSTRUCTIONS,
  UNITS_OF_AN_INSTRUCTION,
} from './syntax/limits.ts';

interface Pattern {
  instructions: number;
  /** Whether any part of the text matches. */
  isIn(text: string): boolean;
}

/** Rules use few patterns, and use them again and again. */
const MAX_KEPT = 10_000;
const kept = new Map<string, Pattern>();

/** @throws Error that says why the pattern is invalid or too large. */
export function patternOf(source: string): Pattern {
  const before = kept.get(source);
  if (before !== undefined) return before;
  const pattern = compiled(source);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(source, pattern);
  return pattern;
}

function compiled(source: string): Pattern {
  refuseWhatTakesLong(source);
  const expression = readPattern(source);
  const instructions = expression.re2().prog.numInst();
  if (instructions > MAX_PATTERN_INSTRUCTIONS) {
    throw new Error(
      `the pattern is too large: ${instructions} instructions; at most ${MAX_PATTERN_INSTRUCTIONS}`,
    );
  }
  return {
    instructions,
    isIn(text) {
      spend((1 + text.length) * instructions * UNITS_OF_AN_INSTRUCTION);
      return expression.test(text);
    },
  };
}

/** RE2's search time is linear in the text, but its compile time has no bound. */
function refuseWhatTakesLong(source: string): void {
  if (source.length > MAX_PATTERN_CHARACTERS) {
    throw new Error(`the pattern has ${source.length} characters; the limit is ${MAX_PATTERN_CHARACTERS}`);
  }
  if (sizeOf(source) > MAX_PATTERN_INSTRUCTIONS) {
    throw new Error('the pattern is too large: its counts multiply one another');
  }
  if (/\\[pP]/.test(source)) {
    throw new Error("patterns can't use Unicode classes: write the letters, or [^\\x00-\\x7f]");
  }
  if (/\(\?[a-zA-Z]*i/.test(source) && /\[[^\]]*(?:[^\t-~]|\\x)[^\]]*\]/.test(source)) {
    throw new Error('where case is ignored, a class can have ASCII characters alone');
  }
}

/** An escape, a class, a count, or any other character. RE2 later refuses anything that it reads differently. */
const PIECE =
  /\\x\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\[:[^\]]*:\]|\\[\s\S]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/g;

/** Estimates from its source how many instructions a pattern compiles to: each count repeats what stands before it. */
function sizeOf(source: string): number {
  const groups: number[] = [];
  let size = 0;
  let last = 0;
  for (const [piece, least, most] of source.matchAll(PIECE)) {
    if (least !== undefined) {
      const added = last * (Math.max(1, Number(least), Number(most ?? 0)) - 1);
      size += added;
      last += added;
    } else if (piece === '(') {
      groups.push(size);
    } else {
      last = piece === ')' ? size - (groups.pop() ?? 0) + 2 : 1;
      size += piece === ')' ? 2 : 1;
    }
  }
  return size;
}

function readPattern(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    const why = (error as Error).message.replace(/^error parsing regexp: /, '');
    throw new Error(`the pattern is not valid in RE2: ${why}`);
  }
}

/** Measured: from 0.1 to 12 ms, once for each pattern. */
const UNITS_OF_COMPILING = 25_000;

/**
 * Searches outside of a rule.
 * @param pay takes the cost, and throws where it is too much.
 * @returns null where it is not a pattern that is taken.
 */
export function searchOnce(source: string, text: string, pay: (units: number) => void): boolean | null {
  pay(kept.has(source) ? 0 : UNITS_OF_COMPILING);
  let pattern: Pattern;
  try {
    pattern = patternOf(source);
  } catch {
    return null;
  }
  const units = (1 + text.length) * pattern.instructions * UNITS_OF_AN_INSTRUCTION;
  pay(units);
  startCount({ left: units }, units);
  return pattern.isIn(text);
}

/** A second RE2 finds the matches: the library's own says only whether there is one, and not where. */
interface Finder {
  expression: FindingRE2;
  instructions: number;
}

const MAX_FINDERS = 1_000;
const finders = new Map<string, Finder>();

/** The first match, or an empty text. */
export function firstIn(text: string, pattern: string): string {
  return allIn(text, pattern, 1)[0] ?? '';
}

/** Each search pays for all the rest of the text, since it may read all of it. @param max how many to look for. */
export function allIn(text: string, pattern: string, max = Number.POSITIVE_INFINITY): string[] {
  const { expression, instructions } = finderOf(pattern);
  const matcher = expression.matcher(text);
  const found: string[] = [];
  for (let from = 0; from <= text.length && found.length < max; from = matcher.end()) {
    spend((1 + text.length - from) * instructions * UNITS_OF_AN_INSTRUCTION);
    if (!matcher.find()) break;
    found.push(text.slice(matcher.start(), matcher.end()));
  }
  return found;
}

function finderOf(source: string): Finder {
  const before = finders.get(source);
  if (before !== undefined) return before;
  // Refuses invalid and too large patterns.
  patternOf(source);
  const expression = FindingRE2.compile(source);
  const finder = { expression, instructions: expression.re2().prog.numInst() };
  if (finders.size >= MAX_FINDERS) finders.clear();
  finders.set(source, finder);
  return finder;
}
