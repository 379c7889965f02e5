/** The checks, each with its rule, its finding and the ids of its evidence. */
import type { Sheet } from '../../documents/sheet.ts';
import { STYLES } from '../../documents/theme.ts';
import type { CheckRecord, ComplianceRecord } from '../record.ts';
import { drawHead, drawLabelled } from './controls.ts';
import { RESULT_NAMES } from './results.ts';

const IDS_IN_A_LINE = 3;

export function drawChecks(sheet: Sheet, { checks }: ComplianceRecord): void {
  sheet.section('Checks and evidence');
  sheet.paragraph('Checks and evidence', STYLES.heading, 'H1');
  sheet.y += 4;
  sheet.paragraph(
    'Each check judges by a fixed rule. At most 20 records of each are named, the newest first: those that fall short where ' +
      'there are any, else those that show what was found. The limits are this service’s own, and in no framework.',
    STYLES.body,
  );
  sheet.y += 8;
  for (const check of checks) drawCheck(sheet, check);
}

function drawCheck(sheet: Sheet, check: CheckRecord): void {
  if (!sheet.fits(84)) sheet.addPage();
  sheet.ornament(() => sheet.hairline(sheet.y));
  sheet.y += 7;
  drawHead(sheet, check.title, check.result, RESULT_NAMES[check.result]);
  sheet.paragraph(check.finding, STYLES.body);
  sheet.y += 3;
  drawLabelled(sheet, 'Rule', check.rule);
  drawLabelled(sheet, 'Check', check.id, STYLES.cellMonoQuiet);
  if (check.evidence_ids.length > 0) {
    for (const [place, line] of linesOf(check.evidence_ids).entries()) {
      drawLabelled(sheet, place === 0 ? 'Evidence' : '', line, STYLES.cellMonoQuiet);
    }
  }
  sheet.y += 9;
}

/** Never breaks an id across lines. */
function linesOf(ids: readonly string[]): string[] {
  const count = Math.ceil(ids.length / IDS_IN_A_LINE);
  return Array.from({ length: count }, (_, line) =>
    ids.slice(line * IDS_IN_A_LINE, (line + 1) * IDS_IN_A_LINE).join('  '),
  );
}
