/** The exceptions, kind by kind: when, who, what and why, and the record of each. */
import { type Cell, Grid } from '../../../documents/grid.ts';
import { drawSubheading } from '../../../documents/passages.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { STYLES, TEXT_WIDTH, type TextStyle } from '../../../documents/theme.ts';
import { countText } from '../../../documents/wording.ts';
import type { RecordedException, ReportRecord } from '../record.ts';
import type { PrintedReport } from './printed-report.ts';
import { named, placeText, ROOM, timeText } from './wording.ts';

export function drawExceptions(sheet: Sheet, report: PrintedReport): void {
  const kinds = report.record.exceptions.filter(({ count, unread }) => count > 0 || unread > 0);
  sheet.section('Exceptions', ROOM);
  sheet.paragraph('Exceptions', STYLES.heading, 'H1');
  sheet.y += 6;
  if (kinds.length === 0) {
    sheet.paragraph('None of the kinds on the first page occurred in the period.', STYLES.body);
    return;
  }
  for (const kind of kinds) drawKind(sheet, report, kind);
}

function drawKind(sheet: Sheet, report: PrintedReport, kind: ReportRecord['exceptions'][number]): void {
  const { title, rule, count, listed, unread } = kind;
  if (!sheet.fits(150)) sheet.addPage();
  drawSubheading(sheet, `${title} (${countText(count)})`);
  sheet.paragraph(rule, STYLES.label);
  sheet.y += 5;
  if (listed.length > 0) drawListed(sheet, report, listed);
  if (count > listed.length) {
    sheet.y += 4;
    const rest = `${countText(count - listed.length)} older ones are counted and not listed: a report of a shorter period lists them.`;
    sheet.paragraph(rest, STYLES.label);
  }
  if (unread > 0) {
    sheet.y += 4;
    const records = unread === 1 ? 'record' : 'records';
    const text = `${countText(unread)} more ${records} may be of this kind. The content was removed, so it is not known.`;
    sheet.paragraph(text, STYLES.label);
  }
  sheet.y += 16;
}

function drawListed(sheet: Sheet, report: PrintedReport, listed: readonly RecordedException[]): void {
  const grid = new Grid(sheet, [
    { title: 'When (UTC)', width: 96 },
    { title: 'Who', width: 76 },
    { title: 'What, and the record', width: (TEXT_WIDTH - 172) * 0.48 },
    { title: 'Why', width: (TEXT_WIDTH - 172) * 0.52 },
  ]);
  for (const exception of listed) grid.row(rowOf(sheet, grid, report, exception));
  grid.end();
}

function rowOf(sheet: Sheet, grid: Grid, report: PrintedReport, exception: RecordedException): Cell[] {
  const { at, who, what, why } = exception;
  const cell = (column: number, ...texts: [string, TextStyle][]): Cell => ({
    blocks: texts.map(([text, style]) =>
      sheet.block(text, style, { width: grid.innerWidth(column), most: 8 }),
    ),
  });
  return [
    cell(0, [timeText(at), STYLES.cell]),
    cell(1, [named(report, who), STYLES.cell]),
    cell(2, [named(report, what), STYLES.cell], [placeText(exception), STYLES.cellMonoQuiet]),
    cell(3, why === null ? ['No reason is recorded', STYLES.cellQuiet] : [named(report, why), STYLES.cell]),
  ];
}
