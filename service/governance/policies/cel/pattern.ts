/**
 * Regular expressions of RE2, which the library brings. Its search never goes back, but a large pattern on a long text
 * still takes long: both are paid for before it begins.
 */
import { RE2JS } from '@bufbuild/re2';
import { spend } from './checking/meter.ts';
import {
  MAX_PATTERN_CHARACTERS,
  MAX_PATTERN_INSTRUCTIONS,
  UNITS_OF_AN_INSTRUCTION,
} from './syntax/limits.ts';

export interface Pattern {
  /** Whether any part of the text matches. */
  isIn(text: string): boolean;
}

/** Rules name few patterns, and each again and again. */
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
    isIn(text) {
      spend((1 + text.length) * instructions * UNITS_OF_AN_INSTRUCTION);
      return expression.test(text);
    },
  };
}

/** RE2's search time is linear in the text, but its compile time has no bound. */
function refuseWhatTakesLong(source: string): void {
  if (source.length > MAX_PATTERN_CHARACTERS) {
    throw new Error(
      `the pattern has ${source.length} characters; at most ${MAX_PATTERN_CHARACTERS} are taken`,
    );
  }
  if (sizeOf(source) > MAX_PATTERN_INSTRUCTIONS) {
    throw new Error('the pattern is too large: its counts multiply one another');
  }
  if (/\\[pP]/.test(source)) {
    throw new Error('patterns have no classes of Unicode: write the letters, or [^\\x00-\\x7f]');
  }
  if (/\(\?[a-zA-Z]*i/.test(source) && /\[[^\]]*(?:[^\t-~]|\\x)[^\]]*\]/.test(source)) {
    throw new Error('where case is ignored, a class can have ASCII characters alone');
  }
}

/** An escape, a class, a count, or any other character; what RE2 reads otherwise it refuses afterwards. */
const PIECE =
  /\\x\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\[:[^\]]*:\]|\\[\s\S]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/g;

/** About as many instructions as it compiles to, told from its source: each count repeats what stands before it. */
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
    throw new Error(`the pattern is not one of RE2: ${why}`);
  }
}
