/** The parts of explaining pages: headings, steps with the lines of a command, and texts shown word for word. */
import type { Sheet } from './sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH, type TextStyle } from './theme.ts';

const PANEL_PADDING = 11;
const SMALLEST = 5.5;

export function drawSubheading(sheet: Sheet, title: string): void {
  if (!sheet.fits(60)) sheet.addPage();
  sheet.paragraph(title, STYLES.subheading, 'H2');
  sheet.y += 5;
}

/** Sets a note word for word, without added line breaks: the type shrinks until the longest line fits. */
export function drawPanel(sheet: Sheet, lines: readonly string[]): void {
  const width = TEXT_WIDTH - 2 * PANEL_PADDING;
  const style = fittingStyle(sheet, lines, width);
  const blocks = lines.map((line) => sheet.block(line, style, { width }));
  const height =
    blocks.reduce((sum, block) => sum + Math.max(block.height, style.leading), 0) + 2 * PANEL_PADDING;
  if (!sheet.fits(height)) sheet.addPage();
  sheet.ornament(() => {
    sheet.rectangle(PAGE.left, sheet.y, TEXT_WIDTH, height, COLOURS.wash);
    sheet.rectangle(PAGE.left, sheet.y, 2.5, height, COLOURS.accent);
  });
  const draw = () => {
    let y = sheet.y + PANEL_PADDING;
    for (const block of blocks) {
      sheet.place(block, { x: PAGE.left + PANEL_PADDING, y });
      y += Math.max(block.height, style.leading);
    }
  };
  sheet.tagged('Code', draw);
  sheet.y += height + 14;
}

/** Fixed width, and small enough that every line fits. */
export function fittingStyle(sheet: Sheet, lines: readonly string[], width: number): TextStyle {
  let { size } = STYLES.valueMono as TextStyle;
  const widest = (at: number) =>
    Math.max(0, ...lines.map((line) => sheet.widthOf(line, { ...STYLES.valueMono, size: at })));
  while (size > SMALLEST && widest(size) > width) size -= 0.1;
  return { ...STYLES.valueMono, size, leading: size * 1.6 };
}

/** A mark, then a paragraph, then the lines of a command where the step has more than one line. */
export function drawStep(sheet: Sheet, mark: string, step: string): void {
  const x = PAGE.left + 14;
  const width = TEXT_WIDTH - 14;
  const [text = '', ...command] = step.split('\n');
  const block = sheet.block(text, STYLES.body, { width });
  const style = fittingStyle(sheet, command, width);
  const lines = command.map((line) => sheet.block(line, style, { width }));
  const height =
    block.height + lines.reduce((sum, line) => sum + line.height, 0) + (command.length > 0 ? 3 : 0);
  if (!sheet.fits(height)) sheet.addPage();
  const draw = () => {
    sheet.text(mark, { ...STYLES.body, colour: COLOURS.accent });
    sheet.place(block, { x });
    lines.forEach((line, place) => {
      sheet.place(line, { x, y: sheet.y + block.height + 2 + place * style.leading });
    });
  };
  sheet.tagged('P', draw);
  sheet.y += height + 3;
}
