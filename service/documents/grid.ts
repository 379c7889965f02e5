/** A table over as many pages as it needs. The head is repeated, rows are never split, and every second one is tinted. */
import type { Sheet, Structure } from './sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH } from './theme.ts';
import type { Block } from './type-setter.ts';

const PADDING = { x: 6, y: 4.5 };

export interface Column {
  title: string;
  /** Points; all columns together are as wide as the text. */
  width: number;
  align?: 'left' | 'right';
}

/** The texts of a cell, one below the other, and perhaps a drawing under them. */
export interface Cell {
  blocks: Block[];
  /** Draws a decoration within the cell, given the cell's left, top and inner width. */
  draw?: (x: number, y: number, width: number) => void;
  /** Moves the text to the right, in points: room for the drawing. */
  indent?: number;
}

/** A text below the cells of a row, from a column on to the right edge. */
export interface Remark {
  block: Block;
  column: number;
}

export class Grid {
  readonly #sheet: Sheet;
  readonly #columns: readonly Column[];
  readonly #table: Structure;
  #rows = 0;

  constructor(sheet: Sheet, columns: readonly Column[]) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#table = sheet.element('Table');
    if (!sheet.fits(80)) sheet.addPage();
    this.#drawHead(false);
  }

  /** The width that a text in the column may have. */
  innerWidth(column: number, indent = 0): number {
    return (this.#columns[column]?.width ?? 0) - 2 * PADDING.x - indent;
  }

  /** The width of a remark from that column on. */
  remarkWidth(column: number): number {
    return TEXT_WIDTH - (this.#left(column) - PAGE.left) - 2 * PADDING.x;
  }

  row(cells: readonly Cell[], remark?: Remark): void {
    const sheet = this.#sheet;
    const tallest = Math.max(
      ...cells.map(({ blocks }) => blocks.reduce((sum, { height }) => sum + height, 0)),
    );
    const height = tallest + (remark === undefined ? 0 : remark.block.height + 1) + 2 * PADDING.y;
    if (!sheet.fits(height)) {
      sheet.addPage();
      this.#drawHead(true);
    }
    const top = sheet.y;
    sheet.ornament(() => {
      if (this.#rows % 2 === 1) sheet.rectangle(PAGE.left, top, TEXT_WIDTH, height, COLOURS.wash);
      sheet.hairline(top + height);
    });
    const row = sheet.element('TR', this.#table);
    for (const [column, cell] of cells.entries()) this.#drawCell(cell, column, top + PADDING.y, row);
    if (remark !== undefined) {
      const place = { x: this.#left(remark.column) + PADDING.x, y: top + PADDING.y + tallest + 1 };
      sheet.tagged('TD', () => sheet.place(remark.block, place), row);
    }
    row.end();
    sheet.y += height;
    this.#rows += 1;
  }

  end(): void {
    this.#table.end();
  }

  #drawCell({ blocks, draw, indent = 0 }: Cell, column: number, top: number, row: Structure): void {
    const sheet = this.#sheet;
    const x = this.#left(column) + PADDING.x;
    const width = this.innerWidth(column);
    if (draw !== undefined) sheet.ornament(() => draw(x, top, width));
    const align = this.#columns[column]?.align ?? 'left';
    const content = () => {
      let y = top;
      for (const block of blocks) {
        sheet.place(block, { x: x + indent, y, width: width - indent, align });
        y += block.height;
      }
    };
    sheet.tagged('TD', content, row);
  }

  /** The head is tagged as text once; screen readers skip its repetitions. */
  #drawHead(repeated: boolean): void {
    const sheet = this.#sheet;
    const top = sheet.y;
    const height = STYLES.column.leading + 9;
    const row = repeated ? null : sheet.element('TR', this.#table);
    this.#columns.forEach(({ title, align = 'left' }, column) => {
      const place = { x: this.#left(column) + PADDING.x, y: top + 4, width: this.innerWidth(column), align };
      const draw = () => {
        sheet.text(title, STYLES.column, place);
      };
      if (row === null) sheet.ornament(draw);
      else sheet.tagged('TH', draw, row, { scope: 'Column' } as object);
    });
    row?.end();
    sheet.ornament(() => {
      sheet.hairline(top, { colour: COLOURS.accent });
      sheet.hairline(top + height, { colour: COLOURS.accent });
    });
    sheet.y += height;
  }

  #left(column: number): number {
    return this.#columns.slice(0, column).reduce<number>((x, { width }) => x + width, PAGE.left);
  }
}
