/**
 * Which way each piece of a text runs, in a paragraph that runs from left to right. It follows the Unicode
 * Bidirectional Algorithm (UAX #9) as far as a text without embedding controls needs it: those controls are never
 * obeyed here, but shown.
 */

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;
const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};
const OPENING = new Set(['(', '[', '{', '<', '«']);
const WITHIN_NUMBER = /^[.,:/+-]$/;

/** 0 runs to the right; 1 to the left; 2 is a number among what runs to the left. */
export type Level = 0 | 1 | 2;

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The level of each character of a text. */
export function levelsOf(characters: readonly string[]): Level[] {
  const levels: (Level | null)[] = [];
  let amongRightToLeft = false;
  for (const character of characters) {
    if (DIGIT.test(character)) levels.push(amongRightToLeft ? 2 : 0);
    else if (RIGHT_TO_LEFT.test(character)) {
      amongRightToLeft = true;
      levels.push(1);
    } else if (LETTER.test(character)) {
      amongRightToLeft = false;
      levels.push(0);
    } else levels.push(null);
  }
  pairBrackets(characters, levels);
  return withNeutrals(characters, levels);
}

/** What a bracket looks like where the text runs to the left. */
export function mirrored(character: string): string {
  return MIRRORED[character] ?? character;
}

/** A pair of brackets around what runs to the left alone, and behind what does, goes with it (UAX #9, rule N0). */
function pairBrackets(characters: readonly string[], levels: (Level | null)[]): void {
  const open: number[] = [];
  for (const [place, character] of characters.entries()) {
    if (OPENING.has(character)) open.push(place);
    const start = open.at(-1);
    if (start === undefined || MIRRORED[character] !== characters[start] || OPENING.has(character)) continue;
    open.pop();
    const inside = levels.slice(start, place);
    const before = levels.slice(0, start).findLast((level) => level !== null) ?? 0;
    if (before === 0 || inside.includes(0) || !inside.includes(1)) continue;
    levels[start] = 1;
    levels[place] = 1;
  }
}

/** Spaces and signs go with what stands on both sides of them, else with the paragraph. */
function withNeutrals(characters: readonly string[], levels: readonly (Level | null)[]): Level[] {
  const resolved: Level[] = [];
  for (let at = 0; at < levels.length; ) {
    const level = levels[at];
    if (level !== null && level !== undefined) {
      resolved.push(level);
      at += 1;
      continue;
    }
    let end = at;
    while (end < levels.length && levels[end] === null) end += 1;
    const before = resolved.at(-1) ?? 0;
    const after = levels[end] ?? 0;
    const inNumber =
      before === 2 && after === 2 && end - at === 1 && WITHIN_NUMBER.test(characters[at] ?? '');
    const between: Level = inNumber ? 2 : before > 0 && after > 0 ? 1 : 0;
    while (at < end) {
      resolved.push(between);
      at += 1;
    }
  }
  return resolved;
}

/** Puts the pieces of one line into the order in which the eye meets them, from the left (UAX #9, rule L2). */
export function visualOrder<T extends { level: Level }>(pieces: readonly T[]): T[] {
  const ordered = [...pieces];
  for (const least of [2, 1]) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= least) end += 1;
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return ordered;
}
