/** The sample: how it was drawn, and each record with its trail. */
import { type Cell, Grid } from '../../../documents/grid.ts';
import { drawStep, drawSubheading } from '../../../documents/passages.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { STYLES, TEXT_WIDTH, type TextStyle } from '../../../documents/theme.ts';
import { countText, typeText } from '../../../documents/wording.ts';
import type { RecordedDrawn } from '../record.ts';
import type { PrintedReport } from './printed-report.ts';
import { named, placeText, ROOM, timeText } from './wording.ts';

export function drawSample(sheet: Sheet, report: PrintedReport): void {
  const { sample } = report.record;
  sheet.section('Sample', ROOM);
  sheet.paragraph('Random sample', STYLES.heading, 'H1');
  sheet.y += 4;
  if (sample.drawn.length === 0) {
    const none =
      sample.population_size === 0
        ? `The period has no record to draw from (${populationText(sample.population)}), so nothing could be drawn.`
        : 'No sample was asked for.';
    sheet.paragraph(none, STYLES.body);
    return;
  }
  const chosen = sample.seed_given
    ? 'given by the caller who made this report'
    : 'chosen at random by the service';
  for (const step of [
    `${sample.drawn.length} of ${countText(sample.population_size)} records (${populationText(sample.population)}), seed ${sample.seed}, ${chosen}.`,
    'Number the records of the population from 0 in the order of the chain. For counter 0, 1, 2 …: take the first 48 bits of SHA-256(seed, a colon, counter) as a number v. If v is below the largest multiple of the population’s size that is at most 2^48, draw v modulo that size, unless it was drawn.',
    `The positions of the population, each in decimal with a line feed, have this SHA-256:\n${sample.positions_sha256}`,
  ]) {
    drawStep(sheet, '–', step);
  }
  sheet.y += 10;
  for (const drawn of sample.drawn) drawOne(sheet, report, drawn);
}

function populationText(population: string): string {
  return population === 'all' ? 'all records' : typeText(population);
}

function drawOne(sheet: Sheet, report: PrintedReport, drawn: RecordedDrawn): void {
  const { ordinal, index, artifact_type, trail, alone } = drawn;
  if (!sheet.fits(100)) sheet.addPage();
  drawSubheading(
    sheet,
    `Number ${countText(ordinal)}: record ${countText(index)}, ${typeText(artifact_type)}`,
  );
  const grid = new Grid(sheet, [
    { title: 'When (UTC)', width: 96 },
    { title: 'Step', width: 62 },
    { title: 'Who', width: 96 },
    { title: 'What, and the record', width: TEXT_WIDTH - 254 },
  ]);
  for (const step of trail) {
    const cell = (column: number, ...texts: [string, TextStyle][]): Cell => ({
      blocks: texts.map(([text, style]) =>
        sheet.block(text, style, { width: grid.innerWidth(column), most: 8 }),
      ),
    });
    grid.row([
      cell(0, [timeText(step.at), STYLES.cell]),
      cell(1, [step.step, step.index === index ? STYLES.cellStrong : STYLES.cell]),
      cell(2, [named(report, step.who), STYLES.cell]),
      cell(3, [named(report, step.what), STYLES.cell], [placeText(step), STYLES.cellMonoQuiet]),
    ]);
  }
  grid.end();
  if (alone !== null) {
    sheet.y += 4;
    sheet.paragraph(alone, STYLES.label);
  }
  sheet.y += 12;
}
