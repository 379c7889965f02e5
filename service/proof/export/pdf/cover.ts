/** The first page: tenant, period, numbers, verdicts, and what this document proves. */

import { restoreSentence } from '@assize/evidence-format';
import { drawFacts, drawTitle, type Fact } from '../../../documents/facts.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_BOTTOM } from '../../../documents/theme.ts';
import type { ExportManifest } from '../source.ts';
import { drawPart, drawSpans, drawVerdicts, spansOf } from './chart.ts';
import type { Tally } from './tally.ts';
import { countOf, countOfType, countText, timeText, typeText } from './wording.ts';

export function drawCover(sheet: Sheet, manifest: ExportManifest, tally: Tally, summarised: boolean): void {
  sheet.section('Summary');
  drawTitle(sheet, 'Evidence report', `${manifest.tenant} · ${manifest.environment}`);
  drawFacts(sheet, factsOf(manifest, tally));
  sheet.y += 20;
  drawVerdictPart(sheet, tally);
  drawTimePart(sheet, tally);
  drawWorth(sheet, summarised);
}

function factsOf(manifest: ExportManifest, tally: Tally): Fact[] {
  const { filter, exportId, chain, createdAt, treeSize } = manifest;
  const { period, removed } = tally;
  const lost = manifest.artifactCount - tally.total;
  const types = filter.artifactTypes;
  return [
    { label: 'Period asked for', value: periodAsked(filter), wide: true },
    {
      label: 'Period contained',
      value: period === null ? 'No records' : `${timeText(period.first)} to ${timeText(period.last)} UTC`,
      wide: true,
    },
    { label: 'Types asked for', value: types === null ? 'All' : types.map(typeText).join(', '), wide: true },
    { label: 'Records', value: recordsText(tally), wide: true },
    { label: 'Chain', value: chain, mono: true },
    { label: 'Export', value: exportId, mono: true },
    { label: 'Chain’s length', value: countOf(treeSize, 'record') },
    { label: 'Defined at', value: `${timeText(createdAt)} UTC` },
    ...(lost === 0
      ? []
      : [
          {
            label: 'Lost records',
            value: `${countOf(lost, 'record')} of this export: no longer in the database. The history was damaged or tampered with.`,
            wide: true,
          },
        ]),
    ...(removed === 0
      ? []
      : [
          {
            label: 'Removed payloads',
            value: `${countOf(removed, 'record')} in this report: the payload is no longer there.`,
            wide: true,
          },
        ]),
    ...restoreFacts(manifest),
  ];
}

/** The JSON export names the others; space on the page is limited. */
const MAX_RESTORES = 3;

function restoreFacts({ restores }: ExportManifest): Fact[] {
  const shown = restores.slice(-MAX_RESTORES).map((restore) => ({
    label: 'Restored database',
    value: restoreSentence(restore),
    wide: true,
  }));
  const more = restores.length - shown.length;
  if (more === 0) return shown;
  const value = `${countText(more)} more before; the JSON export names them.`;
  return [...shown, { label: 'Earlier restores', value, wide: true }];
}

function periodAsked({ from, to }: ExportManifest['filter']): string {
  if (from === null && to === null) return 'All, from the first record of the chain on';
  const begin = from === null ? 'From the first record' : `From ${timeText(from)} UTC`;
  return `${begin} ${to === null ? 'on' : `to ${timeText(to)} UTC, exclusive`}`;
}

/** The number of all records, and of each type. */
function recordsText({ total, types }: Tally): string {
  if (total === 0) return 'None';
  return `${countText(total)}: ${[...types].map(([type, count]) => countOfType(count, type)).join(', ')}`;
}

function drawVerdictPart(sheet: Sheet, tally: Tally): void {
  sheet.paragraph('Evaluations by verdict', STYLES.subheading, 'H2');
  sheet.y += 5;
  if (tally.evaluations === 0) {
    const none =
      tally.total === 0
        ? 'No record matches what this export was asked for.'
        : 'No evaluation is among these records.';
    sheet.paragraph(none, STYLES.body);
    sheet.y += 18;
  } else drawVerdicts(sheet, tally);
}

function drawTimePart(sheet: Sheet, { days, total, evaluations }: Tally): void {
  if (total === 0) return;
  const { unit, spans } = spansOf(days);
  const top = sheet.y;
  sheet.paragraph(`Records by ${unit} (UTC)`, STYLES.subheading, 'H2');
  if (evaluations < total) {
    const label = 'Other than evaluations';
    const x = PAGE.width - PAGE.right - sheet.widthOf(label, STYLES.label);
    const draw = () => {
      drawPart(sheet, 'other', x - 11, top + 3.5, 7, 7);
      sheet.text(label, STYLES.label, { x, y: top + 2 });
    };
    sheet.tagged('P', draw);
  }
  drawSpans(sheet, unit, spans);
}

/** Draws the foot of the page. */
function drawWorth(sheet: Sheet, summarised: boolean): void {
  const rows = summarised
    ? 'It summarises the records; the JSON export of the same records is the complete one.'
    : 'It lists every record once, with what was decided and why, but without the full payloads.';
  const text =
    `This is a report for reading and filing. ${rows} It is not itself the proof: nothing in this file is signed but ` +
    'the checkpoint on the page “Verification”, which says how to check each record against it.';
  const block = sheet.block(text, STYLES.body, { width: PAGE.width - PAGE.left - PAGE.right - 14 });
  const height = block.height + 4;
  sheet.y = Math.max(sheet.y + 14, TEXT_BOTTOM - height);
  sheet.ornament(() => sheet.rectangle(PAGE.left, sheet.y, 2.5, height, COLOURS.accent));
  sheet.tagged('P', () => sheet.place(block, { x: PAGE.left + 14, y: sheet.y + 2 }));
}
