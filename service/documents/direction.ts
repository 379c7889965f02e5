/**
 * Finds the direction of each piece of a text, in a paragraph that runs from left to right, by the Unicode Bidirectional
 * Algorithm (UAX #9). Controls that change the direction are shown instead of obeyed.
 */
import bidiFactory from 'bidi-js';

// Its types describe a module with a default export, which Node does not see in CommonJS.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** A stand-in for a control: it has no direction of its own, and one UTF-16 code unit like each control. */
const NEUTRAL = '\ufffc';

/** Whether the text has letters that run to the left. Digits alone never do, Arabic ones included. */
export function hasRightToLeft(text: string): boolean {
  return [...text].some((character) => /^(?:R|AL)$/.test(bidi.getBidiCharTypeName(character)));
}

/** The level of each UTF-16 code unit: an even one runs to the right, an odd one to the left. */
export function levelsOf(text: string): Uint8Array {
  return bidi.getEmbeddingLevels(text.replace(CONTROL, NEUTRAL), 'ltr').levels;
}

/** The mirrored form of a bracket, for text that runs to the left. */
export function mirrored(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}

/** Puts the pieces of one line into visual order from the left (UAX #9, rule L2). */
export function visualOrder<T extends { level: number }>(pieces: readonly T[]): readonly T[] {
  if (pieces.every(({ level }) => level === 0)) return pieces;
  const levels = Uint8Array.from(pieces, ({ level }) => level);
  const paragraphs = [{ start: 0, end: pieces.length - 1, level: 0 }];
  // The library orders characters: a letter stands for each piece.
  const order = bidi.getReorderedIndices('x'.repeat(pieces.length), { levels, paragraphs });
  return order.map((place) => pieces[place] as T);
}
