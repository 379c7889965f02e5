/** The tables that replace the rows if there are too many to read: counts by time, by action and by actor. */

import { type Cell, type Column, Grid } from '../../../documents/grid.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { COLOURS, STYLES } from '../../../documents/theme.ts';
import { drawStack, spansOf, totalOf } from './chart.ts';
import type { Ranks } from './ranking.ts';
import { type DayCounts, type Tally, VERDICTS } from './tally.ts';
import { countText, nameText, shareText } from './wording.ts';

export function drawSummary(sheet: Sheet, tally: Tally): void {
  sheet.section('Summary tables');
  sheet.paragraph('Summary tables', STYLES.heading, 'H1');
  sheet.y += 4;
  sheet.paragraph(
    `${countText(tally.total)} records are too many for rows on paper. The complete record is the JSON export of the ` +
      'same selection: it holds each of them with its payload, and can be checked without this service.',
    STYLES.body,
  );
  sheet.y += 14;
  drawVerdictTable(sheet, tally);
  drawTimeTable(sheet, tally);
  drawRanking(sheet, 'action', tally.actions, tally.total);
  drawRanking(sheet, 'actor', tally.actors, tally.total);
}

function drawVerdictTable(sheet: Sheet, { verdicts, evaluations }: Tally): void {
  drawHeading(sheet, 'Evaluations by verdict');
  const columns: Column[] = [
    { title: 'Verdict', width: 139.28 },
    { title: 'Evaluations', width: 80, align: 'right' },
    { title: 'Share', width: 60, align: 'right' },
    { title: '', width: 220 },
  ];
  const rows = [...verdicts].map(([verdict, count]) => ({
    texts: [nameText(verdict), countText(count), shareText(count, evaluations)],
    bar: bar(sheet, [[verdict, count]], evaluations),
  }));
  drawRows(sheet, columns, rows);
}

function drawTimeTable(sheet: Sheet, { days }: Tally): void {
  const { unit, spans } = spansOf(days);
  drawHeading(sheet, `By ${unit}`);
  const columns: Column[] = [
    { title: `${nameText(unit)} (UTC)`, width: 79.28 },
    { title: 'Records', width: 60, align: 'right' },
    ...VERDICTS.map((verdict) => ({ title: nameText(verdict), width: 54, align: 'right' as const })),
    { title: 'Other', width: 54, align: 'right' },
    { title: '', width: 144 },
  ];
  const most = Math.max(...spans.map(({ counts }) => totalOf(counts)));
  const rows = spans.map(({ name, counts }) => {
    const parts = [...VERDICTS, 'other' as const].map((key) => [key, counts[key]] as const);
    const texts = [name, countText(totalOf(counts)), ...parts.map(([, count]) => countText(count))];
    return { texts, bar: bar(sheet, parts, most) };
  });
  drawRows(sheet, columns, rows);
}

function drawRanking(sheet: Sheet, noun: string, { names, different, unseen }: Ranks, total: number): void {
  drawHeading(sheet, `By ${noun}`);
  const all = different !== null && different <= names.length;
  const which = all
    ? `All ${noun}s.`
    : `The ${names.length} most frequent of ${different === null ? 'many' : countText(different)} ${noun}s.`;
  const doubt = unseen === 0 ? '' : ` Another may occur up to ${countText(unseen)} times.`;
  sheet.paragraph(`${which}${doubt}`, STYLES.label);
  sheet.y += 4;
  const columns: Column[] = [
    { title: nameText(noun), width: 259.28 },
    { title: 'Records', width: 60, align: 'right' },
    { title: 'Share', width: 60, align: 'right' },
    { title: '', width: 120 },
  ];
  const most = names[0]?.count ?? 0;
  const rows = names.map(({ name, count }) => ({
    texts: [name, countText(count), shareText(count, total)],
    bar: bar(sheet, null, most, count),
  }));
  drawRows(sheet, columns, rows);
}

function drawHeading(sheet: Sheet, title: string): void {
  if (!sheet.fits(110)) sheet.addPage();
  sheet.paragraph(title, STYLES.subheading, 'H2');
  sheet.y += 3;
}

function drawRows(sheet: Sheet, columns: Column[], rows: readonly { texts: string[]; bar: Cell }[]): void {
  const grid = new Grid(sheet, columns);
  for (const { texts, bar } of rows) {
    const cells = texts.map((text, at) => {
      return { blocks: [sheet.block(text, STYLES.cell, { width: grid.innerWidth(at), most: 3 })] };
    });
    grid.row([...cells, bar]);
  }
  grid.end();
  sheet.y += 20;
}

/** By verdict or, without parts, in one colour. */
function bar(
  sheet: Sheet,
  parts: readonly (readonly [keyof DayCounts | string, number])[] | null,
  whole: number,
  count = 0,
): Cell {
  const draw = (x: number, y: number, width: number) => {
    const place = { x, y: y + 2, width, height: 6.5, whole };
    if (parts !== null) drawStack(sheet, parts, place);
    else
      sheet.rectangle(x, place.y, Math.max(0.75, (width * count) / Math.max(1, whole)), 6.5, COLOURS.accent);
  };
  return { blocks: [], draw };
}
