/** The controls: all of them in one table, then each with its demand, its findings, and the part outside. */
import { type Cell, Grid } from '../../documents/grid.ts';
import type { Sheet } from '../../documents/sheet.ts';
import { PAGE, STYLES, TEXT_WIDTH, type TextStyle } from '../../documents/theme.ts';
import type { CheckRecord, ComplianceRecord, ControlRecord } from '../record.ts';
import type { Result } from '../result.ts';
import { RESULT_COLOURS, RESULT_NAMES, resultText } from './results.ts';

const MARK = 7;
const INDENT = 12;
/** The ids shown beside a control; the check lists all of them. */
const MAX_IDS = 3;
const LABEL_WIDTH = 62;
const RESULT_WIDTH = 66;
/** About the height of a finding. A control stays on one page unless it takes up most of it. */
const FINDING_HEIGHT = 22;
const MAX_TOGETHER = 300;

export function drawControlTable(sheet: Sheet, { controls }: ComplianceRecord): void {
  sheet.section('Controls');
  sheet.paragraph('Controls', STYLES.heading, 'H1');
  sheet.y += 10;
  const grid = new Grid(sheet, [
    { title: 'Control', width: 86 },
    { title: 'What it is about', width: TEXT_WIDTH - 316 },
    { title: 'Result', width: 152 },
    { title: 'Checks met', width: 78, align: 'right' },
  ]);
  for (const control of controls) {
    const { checks } = control;
    const cell = (text: string, column: number, style: TextStyle = STYLES.cell): Cell => ({
      blocks: [sheet.block(text, style, { width: grid.innerWidth(column) })],
    });
    grid.row([
      cell(control.id, 0, STYLES.cellStrong),
      cell(control.title, 1),
      resultCell(sheet, control, grid.innerWidth(2, INDENT)),
      cell(checks.length === 0 ? '–' : `${control.checks_met} of ${checks.length}`, 3),
    ]);
  }
  grid.end();
}

function resultCell(sheet: Sheet, control: ControlRecord, width: number): Cell {
  return {
    blocks: [sheet.block(resultText(control), STYLES.cell, { width })],
    draw: (x, y) => mark(sheet, control.result, x, y + 2),
    indent: INDENT,
  };
}

function mark(sheet: Sheet, result: Result, x: number, y: number): void {
  sheet.rectangle(x, y, MARK, MARK, RESULT_COLOURS[result]);
}

export function drawControls(sheet: Sheet, record: ComplianceRecord): void {
  const checks = new Map(record.checks.map((check) => [check.id, check]));
  sheet.section('Controls in detail');
  sheet.paragraph('Controls in detail', STYLES.heading, 'H1');
  sheet.y += 8;
  for (const control of record.controls) {
    const answered = control.checks.flatMap((id) => checks.get(id) ?? []);
    drawControl(sheet, control, answered);
  }
}

function drawControl(sheet: Sheet, control: ControlRecord, checks: readonly CheckRecord[]): void {
  if (!sheet.fits(Math.min(96 + checks.length * FINDING_HEIGHT, MAX_TOGETHER))) sheet.addPage();
  sheet.ornament(() => sheet.hairline(sheet.y));
  sheet.y += 7;
  drawHead(sheet, `${control.id}  ${control.title}`, control.result, resultText(control));
  sheet.paragraph(control.asks, STYLES.body);
  sheet.y += 4;
  for (const check of checks) drawFinding(sheet, check);
  if (control.evidence !== null) drawLabelled(sheet, 'Evidence', control.evidence);
  drawLabelled(sheet, 'Outside', control.outside);
  sheet.y += 9;
}

/** The name to the left, the result to the right, in colour and in words. */
export function drawHead(sheet: Sheet, name: string, result: Result, text: string): void {
  const wide = sheet.widthOf(text, STYLES.label) + MARK + 5;
  const block = sheet.block(name, STYLES.subheading, { width: TEXT_WIDTH - wide - 12 });
  sheet.tagged('H2', () => sheet.place(block, {}));
  const x = PAGE.width - PAGE.right - wide;
  const draw = () => {
    mark(sheet, result, x, sheet.y + 3.5);
    sheet.text(text, STYLES.label, { x: x + MARK + 5, y: sheet.y + 2 });
  };
  sheet.tagged('P', draw);
  sheet.y += block.height + 1;
}

function drawFinding(sheet: Sheet, { title, result, finding, evidence_ids: ids }: CheckRecord): void {
  const x = PAGE.left + INDENT;
  const width = TEXT_WIDTH - INDENT - RESULT_WIDTH;
  const text = sheet.block(`${title}: ${finding}`, STYLES.value, { width });
  const shown = ids.slice(0, MAX_IDS).join('  ');
  const more = ids.length > MAX_IDS ? `  and ${ids.length - MAX_IDS} more` : '';
  const evidence = ids.length === 0 ? null : sheet.block(shown + more, STYLES.cellMonoQuiet, { width });
  const height = text.height + (evidence?.height ?? 0) + 3;
  if (!sheet.fits(height)) sheet.addPage();
  sheet.ornament(() => mark(sheet, result, PAGE.left, sheet.y + 3));
  const draw = () => {
    sheet.place(text, { x });
    sheet.text(RESULT_NAMES[result], STYLES.label, { y: sheet.y + 1, align: 'right' });
    if (evidence !== null) sheet.place(evidence, { x, y: sheet.y + text.height });
  };
  sheet.tagged('P', draw);
  sheet.y += height;
}

export function drawLabelled(
  sheet: Sheet,
  label: string,
  text: string,
  style: TextStyle = STYLES.label,
): void {
  const block = sheet.block(text, style, { width: TEXT_WIDTH - LABEL_WIDTH });
  if (!sheet.fits(block.height + 2)) sheet.addPage();
  const draw = () => {
    sheet.text(label, STYLES.column, { y: sheet.y + 0.5 });
    sheet.place(block, { x: PAGE.left + LABEL_WIDTH });
  };
  sheet.tagged('P', draw);
  sheet.y += block.height + 2;
}
