/**
 * Breaks a text into lines: after a space, after a sign inside a long name, or anywhere in a word that is
 * wider than the line. No line is wider than the given width.
 */
import { join, type Piece } from './glyphs.ts';

export type Line = Piece[];

/** The width of a piece, in points. */
export type Measure = (piece: Piece) => number;

export interface Broken {
  lines: Line[];
  /** Whether text was left out, so that the last line ends in an ellipsis. */
  cut: boolean;
}

/** A sign at which a long name can break; not one within a number, as in 2.58 or 12:00. */
const SIGN = String.raw`(?:(?!(?<=\d)[.:,]\d)[_\-/.:,;@])`;
const OTHER = `(?:(?!${SIGN})[^ ])`;
/** A word with the spaces after it, or a part of a long name up to its next sign. */
const WORDS = new RegExp(`${OTHER}*${SIGN}+|${OTHER}* +|${OTHER}+`, 'g');
const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ELLIPSIS = '…';

export function breakLines(pieces: readonly Piece[], width: number, most: number, measure: Measure): Broken {
  const lines: Line[] = [[]];
  let used = 0;
  const place = (piece: Piece, wide: number) => {
    const bare = piece.text.endsWith(' ') ? measure({ ...piece, text: piece.text.trimEnd() }) : wide;
    if (used > 0 && used + bare > width) {
      trimEnd(lines.at(-1));
      lines.push([]);
      used = 0;
    }
    join(lines.at(-1) as Line, piece);
    used += wide;
  };
  for (const piece of pieces) {
    for (const [text] of piece.text.matchAll(WORDS)) {
      const word = { ...piece, text };
      const wide = measure(word);
      if (wide <= width) place(word, wide);
      else for (const part of splitWord(word, width, measure)) place(part, measure(part));
      if (lines.length > most) return { lines: cutTo(lines, most, width, measure), cut: true };
    }
  }
  return { lines, cut: false };
}

/** Removes the last space where a line breaks. */
function trimEnd(line: Line | undefined): void {
  const last = line?.at(-1);
  if (last !== undefined) last.text = last.text.trimEnd();
}

/** The longest parts that fit, none empty. Signs are measured one by one, which is never less than together. */
function splitWord(word: Piece, width: number, measure: Measure): Piece[] {
  const parts: Piece[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of CLUSTERS.segment(word.text)) {
    const wide = measure({ ...word, text: segment });
    if (part !== '' && used + wide > width) {
      parts.push({ ...word, text: part });
      part = '';
      used = 0;
    }
    part += segment;
    used += wide;
  }
  return [...parts, { ...word, text: part }];
}

function cutTo(lines: readonly Line[], most: number, width: number, measure: Measure): Line[] {
  const kept = lines.slice(0, most);
  const last = kept.at(-1) ?? [];
  const end = last.at(-1);
  if (end === undefined) return kept;
  const room = width - last.slice(0, -1).reduce((sum, piece) => sum + measure(piece), 0);
  const clusters = [...CLUSTERS.segment(end.text.trimEnd())].map(({ segment }) => segment);
  const cut = () => ({ ...end, text: clusters.join('') + ELLIPSIS });
  while (clusters.length > 0 && measure(cut()) > room) clusters.pop();
  last[last.length - 1] = cut();
  return kept;
}
