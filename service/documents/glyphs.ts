/**
 * Turns any text into pieces that the embedded fonts can show. Nothing is dropped: invisible characters (controls,
 * marks that change the writing direction, spaces at the ends) are written as escapes, characters without a glyph here
 * are written as their code points ([U+4E2D]), and both are counted for the note at the end of the report.
 */
import { escapeOf, hasInvisible } from '@assize/evidence-format';
import type { Font } from 'fontkit';
import { hasRightToLeft, levelsOf, mirrored } from './direction.ts';
import { openFonts } from './fonts.ts';
import type { FontName } from './theme.ts';

/** Further characters are counted, but not listed. */
const MAX_TOLD_APART = 48;

const PLAIN = /^(?! )[\x20-\x7e]*(?<! )$/;
const MARK = /^\p{M}/u;
/** Letters whose shape a joiner between them changes. Anywhere else a joiner is invisible. */
const JOINED = /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Nko}]/u;
const JOINER_BEHIND = /[\u200c\u200d]$/u;

/** A stretch of text in one font, direction and kind. */
export interface Piece {
  text: string;
  font: FontName;
  /** Odd where it runs from right to left. */
  level: number;
  /** It stands for a character that could not be shown as itself. */
  stand: boolean;
}

export class Glyphs {
  /** How many characters were written as code points, and which, with their number. */
  missing = 0;
  readonly missingPoints = new Map<number, number>();
  /** How many characters were written as escapes. */
  escaped = 0;
  readonly fonts: ReadonlyMap<FontName, Font> = openFonts();
  readonly #clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

  /** @param font is replaced by the font with the most characters where it lacks one. */
  pieces(text: string, font: FontName): Piece[] {
    if (PLAIN.test(text)) return text === '' ? [] : [{ text, font, level: 0, stand: false }];
    const clusters = [...this.#clusters.segment(text)];
    const first = clusters.findIndex(({ segment }) => segment !== ' ');
    const last = clusters.findLastIndex(({ segment }) => segment !== ' ');
    const levels = hasRightToLeft(text) ? levelsOf(text) : [];
    const pieces: Piece[] = [];
    for (const [place, { segment: cluster, index }] of clusters.entries()) {
      const level = levels[index] ?? 0;
      const outer = first < 0 || place < first || place > last;
      // Text that runs to the left has one font, spaces and brackets included, so that it is shaped as a whole.
      const leftward = level % 2 === 1;
      const shown = outer
        ? [this.#escape(cluster, font)]
        : this.#shown(
            leftward ? mirrored(cluster) : cluster,
            leftward ? 'wide' : font,
            clusters[place + 1]?.segment ?? '',
          );
      for (const piece of shown) join(pieces, { ...piece, level });
    }
    return pieces;
  }

  /** @param next the character after it. */
  #shown(cluster: string, font: FontName, next: string): Omit<Piece, 'level'>[] {
    const joins = JOINED.test(cluster) && JOINED.test(next);
    const plain = !MARK.test(cluster) && !hasInvisible(joins ? cluster.replace(JOINER_BEHIND, '') : cluster);
    const points = [...cluster];
    const able = plain ? this.#fontFor(points, font) : undefined;
    if (able !== undefined) return [{ text: cluster, font: able, stand: false }];
    const pieces: Omit<Piece, 'level'>[] = [];
    for (const point of points) {
      const bears = pieces.at(-1)?.stand === false;
      // A mark without a base would be drawn over the character before it.
      pieces.push(
        hasInvisible(point) || (MARK.test(point) && !bears)
          ? this.#escape(point, font)
          : this.#point(point, font),
      );
    }
    return pieces;
  }

  #point(point: string, font: FontName): Omit<Piece, 'level'> {
    const able = this.#fontFor([point], font);
    if (able !== undefined) return { text: point, font: able, stand: false };
    const code = point.codePointAt(0) ?? 0;
    this.missing += 1;
    if (this.missingPoints.has(code) || this.missingPoints.size < MAX_TOLD_APART) {
      this.missingPoints.set(code, (this.missingPoints.get(code) ?? 0) + 1);
    }
    return { text: codePointOf(point), font, stand: true };
  }

  #escape(point: string, font: FontName): Omit<Piece, 'level'> {
    this.escaped += 1;
    // A reader can't see a space at an end.
    return { text: point === ' ' ? '\\u0020' : escapeOf(point), font, stand: true };
  }

  #fontFor(points: readonly string[], wanted: FontName): FontName | undefined {
    return ([wanted, 'wide'] as const).find((name) =>
      points.every((point) => this.fonts.get(name)?.hasGlyphForCodePoint(point.codePointAt(0) ?? 0)),
    );
  }
}

/** How a character without a glyph is written: a box would tell a reader nothing. */
export function codePointOf(point: string): string {
  return `[U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Appends a piece, joined to the one before it where both have the same kind. */
export function join(pieces: Piece[], next: Piece): void {
  const last = pieces.at(-1);
  if (last?.font === next.font && last.level === next.level && last.stand === next.stand) {
    last.text += next.text;
  } else pieces.push({ ...next });
}
