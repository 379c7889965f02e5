/** The population, by type and with its ends, and what was judged and reported. */
import { type Cell, Grid } from '../../../documents/grid.ts';
import { drawStep, drawSubheading } from '../../../documents/passages.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { STYLES, TEXT_WIDTH } from '../../../documents/theme.ts';
import { countText, typeText } from '../../../documents/wording.ts';
import type { LaterRemoval } from '../removals.ts';
import type { PrintedReport } from './printed-report.ts';
import { ROOM } from './wording.ts';

export function drawPopulation(sheet: Sheet, { record, removed }: PrintedReport): void {
  const { population, completeness, removals } = record;
  sheet.section('Population and completeness', 2 * ROOM);
  sheet.paragraph('Population', STYLES.heading, 'H1');
  sheet.y += 4;
  sheet.paragraph(endsText(population), STYLES.body);
  sheet.y += 8;
  drawCounts(
    sheet,
    ['Type of record', 'Records'],
    [
      ...Object.entries(population.by_type).map(([type, count]): [string, number] => [typeText(type), count]),
      ['All', population.count],
    ],
  );
  sheet.y += 16;
  sheet.paragraph('Completeness', STYLES.heading, 'H1');
  sheet.y += 6;
  drawJudged(sheet, completeness);
  sheet.y += 14;
  drawSubheading(sheet, 'What this can’t show');
  for (const text of completeness.unseen) drawStep(sheet, '–', text);
  sheet.y += 10;
  drawSubheading(sheet, 'Content that was removed');
  const later = removed.map((removal) => removalText(removal, ', stated after this report was made'));
  const stated = removals.map(({ meanwhile, ...removal }) =>
    removalText(removal, meanwhile ? ', stated while this report was made' : ''),
  );
  const none = 'No content of the records of the period was removed.';
  for (const text of [...later, ...stated].length === 0 ? [none] : [...later, ...stated])
    drawStep(sheet, '–', text);
}

function removalText({ kind, from_index, to_index, evidence_id }: LaterRemoval, when: string): string {
  const range =
    to_index - from_index === 1
      ? `Record ${countText(from_index)}`
      : `Records ${countText(from_index)} to ${countText(to_index - 1)}`;
  const why = kind === 'retention' ? 'when retention ended' : 'by a redaction';
  return `${range}: removed ${why}, as ${evidence_id} states${when}.`;
}

function endsText({ first, last, count, outside }: PrintedReport['record']['population']): string {
  if (first === null || last === null)
    return 'The period has no record, so there is nothing to count or to draw.';
  const span = countText(last - first + 1);
  const stray =
    outside === 0
      ? 'all of the period'
      : `${countText(count)} of the period, and ${countText(outside)} whose time is outside it`;
  return `The records of the period stand between index ${countText(first)} and index ${countText(last)} of the chain: ${span} positions, ${stray}. The counts by type add up to them.`;
}

function drawCounts(sheet: Sheet, titles: [string, string], rows: readonly [string, number][]): void {
  const grid = new Grid(sheet, [
    { title: titles[0], width: TEXT_WIDTH - 100 },
    { title: titles[1], width: 100, align: 'right' },
  ]);
  for (const [name, count] of rows) {
    const isSum = name === 'All';
    const cell = (column: number, text: string): Cell => ({
      blocks: [
        sheet.block(text, isSum ? STYLES.cellStrong : STYLES.cell, { width: grid.innerWidth(column) }),
      ],
    });
    grid.row([cell(0, name), cell(1, countText(count))]);
  }
  grid.end();
}

function drawJudged(
  sheet: Sheet,
  { evaluations, outcomes, skipped }: PrintedReport['record']['completeness'],
): void {
  drawCounts(
    sheet,
    ['What was judged, and what was reported', 'Records'],
    [
      ['Judged: proceed', evaluations.proceed],
      ['Judged: escalate', evaluations.escalate],
      ['Judged: block', evaluations.block],
      ['Reported outcomes of proceed', outcomes.proceed],
      ['Reported outcomes of escalate', outcomes.escalate],
      ['Reported outcomes of block', outcomes.block],
      ['Reported outcomes without an evaluation', outcomes.without_evaluation],
      ['… of which the service was out of reach (onUnavailable)', skipped],
    ],
  );
}
