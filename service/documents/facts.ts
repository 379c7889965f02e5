/** The head of a document, and a list of labels with their values, in one column or in two. */
import type { Sheet } from './sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH } from './theme.ts';

export interface Fact {
  label: string;
  value: string;
  /** For ids and hashes. */
  mono?: boolean;
  /** Takes the whole width. */
  wide?: boolean;
}

/** The head of the first page: the product, the kind of document, and whose it is. */
export function drawTitle(sheet: Sheet, title: string, subtitle: string): void {
  sheet.y = 56;
  sheet.tagged('P', () => sheet.text('Assize', STYLES.brand));
  sheet.ornament(() => sheet.rectangle(PAGE.left, sheet.y + 18, 28, 2.5, COLOURS.accent));
  sheet.y += 34;
  sheet.paragraph(title, STYLES.title, 'H1');
  const whose = sheet.block(subtitle, STYLES.subtitle, { most: 2 });
  sheet.tagged('P', () => sheet.place(whose, {}));
  sheet.y += whose.height + 18;
}

const GUTTER = 18;
const LABEL_WIDTH = 78;
const PADDING = 5;

export function drawFacts(sheet: Sheet, facts: readonly Fact[]): void {
  for (const row of rowsOf(facts)) {
    const column = row.length === 1 ? TEXT_WIDTH : (TEXT_WIDTH - GUTTER) / 2;
    const values = row.map(({ value, mono }) =>
      sheet.block(value, mono ? STYLES.valueMono : STYLES.value, { width: column - LABEL_WIDTH, most: 4 }),
    );
    const height = Math.max(...values.map((block) => block.height)) + 2 * PADDING;
    const top = sheet.y;
    row.forEach(({ label }, place) => {
      const x = PAGE.left + place * (column + GUTTER);
      sheet.ornament(() => sheet.hairline(top, { x, width: column, colour: COLOURS.rule }));
      const draw = () => {
        sheet.text(label, STYLES.label, { x, y: top + PADDING + 1, width: LABEL_WIDTH });
        const value = values[place];
        if (value !== undefined) sheet.place(value, { x: x + LABEL_WIDTH, y: top + PADDING });
      };
      sheet.tagged('P', draw);
    });
    sheet.y += height;
  }
}

/** Puts two facts in a row; a wide one has a row of its own. */
function rowsOf(facts: readonly Fact[]): Fact[][] {
  const rows: Fact[][] = [];
  for (const fact of facts) {
    const last = rows.at(-1);
    if (last !== undefined && last.length === 1 && !last[0]?.wide && !fact.wide) last.push(fact);
    else rows.push([fact]);
  }
  return rows;
}
