/**
 * The number of all pages, shown on each page before it is known: every footer refers to one small drawing, which is
 * written when the document ends. A full page can thus be sent at once, and none is kept.
 */
import { STYLES, type TextStyle } from './theme.ts';

const WIDTH = 60;
const STYLE: TextStyle = STYLES.running;

/** Members of pdfkit that its types leave out. */
interface Internals {
  _font: { id: string; ref(): object; encode(text: string): [codes: string[], positions: unknown[]] };
}

export class PageTotal {
  readonly #doc: PDFKit.PDFDocument;
  readonly #drawing: PDFKit.PDFKitReference;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
    this.#drawing = doc.ref({ Type: 'XObject', Subtype: 'Form' });
  }

  /** Shows the number on this page at the given place, in the style of the running texts. */
  show(x: number, baseline: number): void {
    this.#doc.page.xobjects.PageTotal = this.#drawing;
    this.#doc.save();
    this.#doc.transform(1, 0, 0, -1, x, baseline);
    this.#doc.addContent('/PageTotal Do');
    this.#doc.restore();
  }

  /** Sets the number of pages. Call it once, before the document ends. */
  write(total: number): void {
    const { _font: font } = this.#doc.font(STYLE.font) as unknown as Internals;
    const [codes] = font.encode(String(total));
    const colour = [1, 3, 5].map((at) => Number.parseInt(STYLE.colour.slice(at, at + 2), 16) / 255);
    Object.assign(this.#drawing.data, {
      BBox: [0, -STYLE.size, WIDTH, STYLE.size],
      Resources: { Font: { [font.id]: font.ref() } },
    });
    this.#drawing.write(`${colour.map((part) => part.toFixed(3)).join(' ')} rg`);
    this.#drawing.write(`BT /${font.id} ${STYLE.size} Tf <${codes.join('')}> Tj ET`);
    this.#drawing.end('');
  }
}
