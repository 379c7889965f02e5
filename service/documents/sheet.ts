/**
 * The pages of a document: running header and footer, text set line by line in embedded fonts, tags for screen readers,
 * and bookmarks. The same calls give the same bytes.
 */
import PDFDocument from 'pdfkit';
import type { Glyphs } from './glyphs.ts';
import { PageTotal } from './page-total.ts';
import { COLOURS, PAGE, STYLES, TEXT_BOTTOM, TEXT_WIDTH, type TextStyle } from './theme.ts';
import { type Block, type BlockOptions, baselineOf, type Place, TypeSetter } from './type-setter.ts';

export type Structure = ReturnType<PDFKit.PDFDocument['struct']>;

export interface Paper {
  /** Stands at the head of every page but the first. */
  running: string;
  /** Stands at the foot of every page. */
  remark: string;
  /** Never a name that a caller chose, since the library writes these into XML unescaped. */
  info: PDFKit.DocumentInfo;
}

export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  /** The vertical position of the next element, from the top of the page. */
  y: number = PAGE.top;
  readonly #setter: TypeSetter;
  readonly #paper: Paper;
  readonly #total: PageTotal;
  readonly #root: Structure;
  #section: Structure;
  #pages = 0;

  constructor(paper: Paper) {
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-GB',
      displayTitle: true,
      info: { Author: 'Assize', Creator: 'Assize', Producer: 'PDFKit', ...paper.info },
    });
    this.#setter = new TypeSetter(this.doc);
    this.#paper = paper;
    this.#total = new PageTotal(this.doc);
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
    this.#section = this.#root;
  }

  /** The characters that could not be shown as themselves. */
  get shortcomings(): { glyphs: Glyphs; cut: number } {
    return this.#setter;
  }

  /** The bytes written since the last call; they contain the full pages. */
  *written(): Iterable<Uint8Array> {
    const bytes = this.doc.read() as Uint8Array | null;
    if (bytes !== null) yield bytes;
  }

  addPage(): void {
    this.doc.addPage();
    this.#pages += 1;
    this.y = PAGE.top;
    this.doc.markContent('Artifact', { type: 'Pagination' });
    if (this.#pages > 1) {
      this.text('Assize', STYLES.brand, { y: 36 });
      this.text(this.#paper.running, STYLES.running, { y: 37, align: 'right' });
      this.hairline(54);
    }
    this.#drawFooter();
    this.doc.endMarkedContent();
  }

  /**
   * Begins a part of the report, with a bookmark: on a page of its own, or below the last part where so many points are
   * left.
   */
  section(title: string, room = Number.POSITIVE_INFINITY): void {
    if (this.#pages > 0 && this.fits(room)) this.y += 24;
    else this.addPage();
    if (this.#section !== this.#root) this.#section.end();
    this.#section = this.doc.struct('Sect', { title });
    this.#root.add(this.#section);
    this.doc.outline.addItem(title);
  }

  /** Whether this page has room for so many points. */
  fits(height: number): boolean {
    return this.y + height <= TEXT_BOTTOM;
  }

  /** An element within the section or within another element. Add its children, then end it. */
  element(type: string, parent: Structure = this.#section): Structure {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Draws content that belongs to the text, as an element of that type, on one page. */
  tagged(
    type: string,
    draw: () => void,
    parent: Structure = this.#section,
    options: PDFKit.Mixins.StructureElementOptions = {},
  ): void {
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    parent.add(this.doc.struct(type, options, [content]));
  }

  /** Draws decoration, which screen readers skip. */
  ornament(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  block(text: string, style: TextStyle, options?: BlockOptions): Block {
    return this.#setter.block(text, style, options);
  }

  /** Draws at the given place, without moving the position. */
  place(block: Block, place: Place): void {
    this.#setter.place(block, { y: this.y, ...place });
  }

  /** Sets lines at a place, without a tag of their own. */
  text(text: string, style: TextStyle, place: Place & BlockOptions = {}): number {
    const block = this.block(text, style, place);
    this.place(block, place);
    return block.height;
  }

  /** Sets a paragraph or heading at the current position, or whole on a new page where it does not fit. */
  paragraph(
    text: string,
    style: TextStyle,
    type = 'P',
    { x = PAGE.left as number, width = TEXT_WIDTH as number } = {},
  ): void {
    const block = this.block(text, style, { width });
    if (!this.fits(block.height)) this.addPage();
    this.tagged(type, () => this.place(block, { x }));
    this.y += block.height;
  }

  rectangle(x: number, y: number, width: number, height: number, colour: string): void {
    this.doc.rect(x, y, width, height).fill(colour);
  }

  /** A white rectangle within a hairline. */
  outline(x: number, y: number, width: number, height: number): void {
    const line = Math.min(0.5, width / 2, height / 2);
    const inner = [x + line / 2, y + line / 2, width - line, height - line] as const;
    this.doc
      .lineWidth(line)
      .rect(...inner)
      .fillAndStroke(COLOURS.paper, COLOURS.faint);
  }

  /** A hairline across, at a height. */
  hairline(
    y: number,
    { x = PAGE.left as number, width = TEXT_WIDTH as number, colour = COLOURS.rule as string } = {},
  ): void {
    this.doc
      .lineWidth(0.5)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(colour);
  }

  widthOf(text: string, style: TextStyle): number {
    return this.#setter.widthOf(text, style);
  }

  /** Ends the document, whose number of pages is now known. */
  end(): void {
    this.#section.end();
    this.#root.end();
    this.#total.write(this.#pages);
    this.doc.end();
  }

  #drawFooter(): void {
    const style = STYLES.running;
    const y = PAGE.height - 42;
    const number = `Page ${this.#pages} of`;
    this.text(number, style, { y });
    this.#total.show(PAGE.left + this.widthOf(number, style) + style.size / 4, baselineOf(y, style));
    this.text(this.#paper.remark, style, { y, align: 'right' });
  }
}
