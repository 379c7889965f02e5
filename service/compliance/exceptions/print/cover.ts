/** The first page: whose report it is, of what, and the exceptions by kind. */
import { drawFacts, drawTitle } from '../../../documents/facts.ts';
import { type Cell, Grid } from '../../../documents/grid.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { COLOURS, STYLES, TEXT_WIDTH, type TextStyle } from '../../../documents/theme.ts';
import { countText } from '../../../documents/wording.ts';
import { exceptionsIn } from '../record.ts';
import type { PrintedReport } from './printed-report.ts';
import { named, timeText } from './wording.ts';

export function drawCover(sheet: Sheet, report: PrintedReport): void {
  const { evidenceId, sha256, record, signings } = report;
  const { period, population, checkpoint, sample } = record;
  sheet.section('Summary');
  drawTitle(sheet, 'Report of exceptions', `${record.tenant.name} · ${record.environment}`);
  drawFacts(sheet, [
    {
      label: 'Period',
      value: `${timeText(period.from)} to ${timeText(period.to)} UTC, exclusive`,
      wide: true,
    },
    { label: 'Tenant', value: `${record.tenant.name} (${record.tenant.id})`, wide: true },
    { label: 'Made at', value: `${timeText(record.made_at)} UTC` },
    { label: 'Made by', value: named(report, record.made_by) },
    { label: 'Records', value: `${countText(population.count)} in the period` },
    { label: 'Sample', value: `${sample.drawn.length} of ${countText(sample.population_size)}` },
    { label: 'Recorded as', value: evidenceId, mono: true },
    { label: 'Chain', value: record.chain, mono: true },
    { label: 'SHA-256', value: sha256, mono: true, wide: true },
    {
      label: 'Checkpoint',
      value:
        checkpoint === null
          ? 'None: the chain had no record'
          : `Covers ${countText(checkpoint.tree_size)} records, signed ${timeText(checkpoint.signed_at)} UTC`,
      wide: true,
    },
    { label: 'Signed off', value: signedText(signings), wide: true },
  ]);
  sheet.y += 14;
  drawKinds(sheet, report);
}

function signedText(signings: PrintedReport['signings']): string {
  if (signings.length === 0) return 'By no one yet';
  return [...new Set(signings.map(({ signOff: { name } }) => name))].join(', ');
}

/** Each kind with its number: those that occurred stand out. */
function drawKinds(sheet: Sheet, { record }: PrintedReport): void {
  const all = exceptionsIn(record);
  const title = all === 0 ? 'No exceptions' : `${countText(all)} ${all === 1 ? 'exception' : 'exceptions'}`;
  sheet.paragraph(title, STYLES.heading, 'H1');
  sheet.y += 3;
  if (record.population.count === 0) {
    sheet.paragraph('There is no record in the period: nothing was asked, decided or changed.', STYLES.body);
    sheet.y += 4;
  }
  sheet.y += 5;
  const grid = new Grid(sheet, [
    { title: 'Kind', width: 148 },
    { title: 'What counts', width: TEXT_WIDTH - 188 },
    { title: 'Found', width: 40, align: 'right' },
  ]);
  for (const { title: kind, rule, count } of record.exceptions) {
    const cell = (column: number, text: string, style: TextStyle): Cell => ({
      blocks: [sheet.block(text, style, { width: grid.innerWidth(column) })],
    });
    const strong = { ...STYLES.cellStrong, colour: count > 0 ? COLOURS.alarm : COLOURS.faint };
    grid.row([
      cell(0, kind, count > 0 ? STYLES.cellStrong : STYLES.cell),
      cell(1, rule, STYLES.cellQuiet),
      cell(2, countText(count), strong),
    ]);
  }
  grid.end();
}
