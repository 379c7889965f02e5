/**
 * Finds the matches of a pattern, with a second RE2: the library's own says only whether there is a match, and not
 * where. Each search pays for the whole rest of the text, which it may read.
 */
import { RE2JS } from 're2js';
import { patternOf } from '../pattern.ts';
import { UNITS_OF_AN_INSTRUCTION } from '../syntax/limits.ts';
import { spend } from './meter.ts';

interface Finder {
  expression: RE2JS;
  instructions: number;
}

const MAX_KEPT = 1_000;
const kept = new Map<string, Finder>();

/** The first match, or an empty text. */
export function firstIn(text: string, pattern: string): string {
  return allIn(text, pattern, 1)[0] ?? '';
}

/** @param max how many matches to look for. */
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
  const before = kept.get(source);
  if (before !== undefined) return before;
  // Refuses invalid and too large patterns.
  patternOf(source);
  const expression = RE2JS.compile(source);
  const finder = { expression, instructions: expression.re2().prog.numInst() };
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(source, finder);
  return finder;
}
