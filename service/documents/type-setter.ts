/**
 * Sets text: measures it, breaks it into lines and draws them, each part in a font that has its characters and in reading
 * order.
 */
import { visualOrder } from './direction.ts';
import { Glyphs, type Piece } from './glyphs.ts';
import { breakLines, type Line } from './lines.ts';
import { COLOURS, PAGE, TEXT_WIDTH, type TextStyle } from './theme.ts';

/** A text broken into lines, ready to be placed. */
export interface Block {
  lines: Line[];
  style: TextStyle;
  /** Points. */
  height: number;
}

export interface BlockOptions {
  width?: number;
  /** Lines. A longer text is cut, and the cut is counted. */
  most?: number;
}

export interface Place {
  x?: number;
  y?: number;
  /** The width for an alignment to the right or the centre. */
  width?: number;
  align?: 'left' | 'right' | 'centre';
}

const NO_LIMIT = 10_000;
/** The number of measured pieces to remember. */
const MAX_WIDTHS = 4096;
/** Ids, hashes, times of day: text with such signs and digits. */
const UNIQUE = /\d.*[:_…]|[:_…].*\d/;
const PLAIN = /^[\x20-\x7e]*$/;

export class TypeSetter {
  readonly glyphs = new Glyphs();
  /** Texts that were cut. */
  cut = 0;
  readonly #doc: PDFKit.PDFDocument;
  /** The widths of pieces at a size of one point. */
  readonly #widths = new Map<string, number>();

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    // pdfkit also takes opened fonts, which its types leave out.
    for (const [name, font] of this.glyphs.fonts) doc.registerFont(name, font as unknown as Buffer);
  }

  block(text: string, style: TextStyle, { width = TEXT_WIDTH, most = NO_LIMIT }: BlockOptions = {}): Block {
    const measure = (piece: Piece) => this.#width(piece, style);
    const { lines, cut } = breakLines(this.glyphs.pieces(text, style.font), width, most, measure);
    if (cut) this.cut += 1;
    return { lines, style, height: lines.length * style.leading };
  }

  /** Draws at the given place, without moving the position. */
  place(
    { lines, style }: Block,
    { x = PAGE.left, y = PAGE.top, width = TEXT_WIDTH, align = 'left' }: Place,
  ): void {
    for (const [at, line] of lines.entries()) {
      const long = align === 'left' ? 0 : line.reduce((sum, piece) => sum + this.#width(piece, style), 0);
      const left = align === 'left' ? x : x + (width - long) / (align === 'right' ? 1 : 2);
      this.#drawLine(line, style, left, baselineOf(y + at * style.leading, style));
    }
  }

  widthOf(text: string, style: TextStyle): number {
    return this.glyphs.pieces(text, style.font).reduce((sum, piece) => sum + this.#width(piece, style), 0);
  }

  #drawLine(line: Line, style: TextStyle, left: number, baseline: number): void {
    let x = left;
    for (const piece of visualOrder(line)) {
      const width = this.#width(piece, style);
      this.#doc.font(piece.font).fontSize(style.size);
      this.#doc.fillColor(piece.stand ? COLOURS.faint : style.colour);
      this.#doc.text(piece.text, x, baseline, {
        ...setting(piece),
        baseline: 'alphabetic',
        textWidth: width,
        wordCount: 1,
      } as PDFKit.Mixins.TextOptions);
      x += width;
    }
  }

  /** Measures plain text sign by sign, without kerning (tenths of a point), which is far less work. */
  #width(piece: Piece, { size }: TextStyle): number {
    if (!PLAIN.test(piece.text)) return this.#shapedWidth(piece) * size;
    let width = 0;
    for (const text of piece.text) width += this.#shapedWidth({ ...piece, text });
    return width * size;
  }

  /** The width at a size of one point. */
  #shapedWidth(piece: Piece): number {
    const key = `${piece.font} ${piece.text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.#doc.font(piece.font).fontSize(1).widthOfString(piece.text, setting(piece));
      if (this.#widths.size === MAX_WIDTHS) this.#widths.clear();
      this.#widths.set(key, width);
    }
    return width;
  }
}

/** The baseline of a line with the given top. */
export function baselineOf(top: number, { size, leading }: TextStyle): number {
  return top + (leading - size) / 2 + size * 0.8;
}

/**
 * With a list of features, even an empty one, the library shapes a piece as a whole and without its cache: text from
 * right to left must not be set word by word, and few texts occur twice.
 */
function setting({ level, text }: Piece): PDFKit.Mixins.TextOptions {
  return { lineBreak: false, ...(level % 2 === 1 || UNIQUE.test(text) ? { features: [] } : {}) };
}
