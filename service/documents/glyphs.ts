/**
 * Turns any text into pieces that the embedded fonts can show. Nothing is dropped: what a reader could not see (control
 * characters, marks that turn the direction of writing, spaces at the ends) is written as an escape, what no font here
 * can draw becomes U+FFFD, and both are counted for the note at the end of the report.
 */
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { hasRightToLeft, type Level, levelsOf, mirrored } from './direction.ts';
import { FONT_FILES, type FontName } from './theme.ts';

const REPLACEMENT = '\u{fffd}';
/** More different characters than this are counted, but not told apart. */
const MOST_TOLD_APART = 48;

const PLAIN = /^(?! )[\x20-\x7e]*(?<! )$/;
/** What no reader could see, or tell: controls, formats, odd spaces, what is unassigned, private, or half. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]|(?! )\p{Zs}/u;

/** They join what stands around them, and are part of how it is written. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;
const SHORT_ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A stretch of one font, one direction and one kind. */
export interface Piece {
  text: string;
  font: FontName;
  level: Level;
  /** It stands for a character that could not be shown as itself. */
  stand: boolean;
}

export class Glyphs {
  /** How many characters were replaced by U+FFFD, and which: their code points with their number. */
  missing = 0;
  readonly missingPoints = new Map<number, number>();
  /** How many characters were written as escapes. */
  escaped = 0;
  readonly #fonts = new Map<FontName, Font>();
  readonly #files = new Map<FontName, Uint8Array>();
  readonly #clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

  constructor() {
    for (const [name, file] of Object.entries(FONT_FILES) as [FontName, string][]) {
      const bytes = readFileSync(new URL(`./fonts/${file}`, import.meta.url));
      this.#files.set(name, bytes);
      this.#fonts.set(name, create(bytes) as Font);
    }
  }

  files(): Iterable<[FontName, Uint8Array]> {
    return this.#files;
  }

  /** @param font that is wanted; where it lacks something, the wide one stands in. */
  pieces(text: string, font: FontName): Piece[] {
    if (PLAIN.test(text)) return text === '' ? [] : [{ text, font, level: 0, stand: false }];
    const clusters = [...this.#clusters.segment(text)].map(({ segment }) => segment);
    const first = clusters.findIndex((cluster) => cluster !== ' ');
    const last = clusters.findLastIndex((cluster) => cluster !== ' ');
    const levels = hasRightToLeft(text) ? levelsOf(clusters) : [];
    const pieces: Piece[] = [];
    for (const [place, cluster] of clusters.entries()) {
      const level = levels[place] ?? 0;
      const outer = first < 0 || place < first || place > last;
      // What runs to the left is of one font, its spaces and brackets too, so that it is shaped as a whole.
      const leftward = level === 1;
      const shown = outer
        ? [this.#escape(cluster, font)]
        : this.#shown(leftward ? mirrored(cluster) : cluster, leftward ? 'wide' : font);
      for (const piece of shown) join(pieces, { ...piece, level });
    }
    return pieces;
  }

  #shown(cluster: string, font: FontName): Omit<Piece, 'level'>[] {
    const points = [...cluster];
    const plain = points.length === 1 ? !UNSEEN.test(cluster) : !UNSEEN.test(cluster.replace(JOINERS, ''));
    const able = plain ? this.#fontFor(points, font) : undefined;
    if (able !== undefined) return [{ text: cluster, font: able, stand: false }];
    return points.map((point) => this.#standIn(point, font));
  }

  #standIn(point: string, font: FontName): Omit<Piece, 'level'> {
    if (UNSEEN.test(point) || point.replace(JOINERS, '') === '') return this.#escape(point, font);
    const able = this.#fontFor([point], font);
    if (able !== undefined) return { text: point, font: able, stand: false };
    const code = point.codePointAt(0) ?? 0;
    this.missing += 1;
    if (this.missingPoints.has(code) || this.missingPoints.size < MOST_TOLD_APART) {
      this.missingPoints.set(code, (this.missingPoints.get(code) ?? 0) + 1);
    }
    return { text: REPLACEMENT, font: this.#fontFor([REPLACEMENT], font) ?? font, stand: true };
  }

  #escape(point: string, font: FontName): Omit<Piece, 'level'> {
    this.escaped += 1;
    return { text: SHORT_ESCAPES[point] ?? escapeOf(point.codePointAt(0) ?? 0), font, stand: true };
  }

  #fontFor(points: readonly string[], wanted: FontName): FontName | undefined {
    return ([wanted, 'wide'] as const).find((name) =>
      points.every((point) => this.#fonts.get(name)?.hasGlyphForCodePoint(point.codePointAt(0) ?? 0)),
    );
  }
}

/** As in JSON up to U+FFFF, in braces above. */
function escapeOf(code: number): string {
  const digits = code.toString(16).toUpperCase().padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
}

/** Appends a piece, to the one before it where they are of one kind. */
export function join(pieces: Piece[], next: Piece): void {
  const last = pieces.at(-1);
  if (last?.font === next.font && last.level === next.level && last.stand === next.stand) {
    last.text += next.text;
  } else pieces.push({ ...next });
}
