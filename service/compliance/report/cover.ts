/** The first page: tenant, framework, period, results, and the limits of the report. */
import { drawFacts, drawTitle } from '../../documents/facts.ts';
import type { Sheet } from '../../documents/sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_BOTTOM, TEXT_WIDTH } from '../../documents/theme.ts';
import { countText } from '../../documents/wording.ts';
import type { RecordedCheck } from '../check-compliance.ts';
import type { ComplianceRecord } from '../record.ts';
import { RESULTS } from '../result.ts';
import { RESULT_COLOURS, RESULT_NAMES, timeText } from './results.ts';

const BAR_HEIGHT = 16;
/** The check of the chain itself. */
const SOUND = 'chain_sound';
const AS_IT_STOOD =
  'Settings, policies, budgets, halts, keys and endpoints are as they stood when it was checked.';
const AS_IT_WAS =
  'Settings, policies, budgets and keys are judged by what was in force, according to the evidence, from the first evaluation of the period to its end. Retention, endpoints, the inventory of agents, and what the operator has set for all tenants, are as they stood when it was checked.';

export function drawCover(sheet: Sheet, { evidenceId, record }: RecordedCheck): void {
  const { framework, tenant, environment } = record;
  sheet.section('Summary');
  drawTitle(sheet, 'Compliance report', `${framework.name} · ${tenant.name} · ${environment}`);
  drawSubject(sheet, evidenceId, record);
  sheet.y += 22;
  drawSummary(sheet, record);
  drawAlarm(sheet, record);
  sheet.paragraph('What this report covers', STYLES.subheading, 'H2');
  sheet.y += 4;
  sheet.paragraph(framework.scope, STYLES.body);
  sheet.y += 6;
  sheet.paragraph(
    `Records are those of the period. ${record.governed === undefined ? AS_IT_STOOD : AS_IT_WAS}`,
    STYLES.body,
  );
  drawWorth(sheet);
}

function drawSubject(sheet: Sheet, evidenceId: string, record: ComplianceRecord): void {
  const { framework, period, governed, tenant, environment, evidence } = record;
  const { checkpoint } = evidence;
  drawFacts(sheet, [
    { label: 'Framework', value: framework.edition, wide: true },
    {
      label: 'Period',
      value: `${timeText(period.from)} to ${timeText(period.to)}, exclusive`,
      wide: true,
    },
    ...(governed === undefined
      ? []
      : [
          {
            label: 'Governed',
            value: `${timeText(governed.from)} to ${timeText(governed.to)}, from the first evaluation of the period on`,
            wide: true,
          },
        ]),
    { label: 'Tenant', value: `${tenant.name} (${tenant.id})`, wide: true },
    { label: 'Environment', value: environment },
    { label: 'Checked at', value: timeText(record.checked_at) },
    { label: 'Records', value: `${countText(evidence.records_in_period)} in the period` },
    { label: 'Evaluations', value: `${countText(evidence.evaluations_in_period)} in the period` },
    ...identityFacts(record),
    { label: 'Recorded as', value: evidenceId, mono: true },
    { label: 'Checked by', value: record.checked_by, mono: true },
    { label: 'Chain', value: evidence.chain_id, mono: true },
    { label: 'Tree size', value: `${countText(evidence.tree_size)} records when checked` },
    {
      label: 'Checkpoint',
      value:
        checkpoint === null
          ? 'None was signed'
          : `Covers ${countText(checkpoint.tree_size)} records, signed ${timeText(checkpoint.signed_at)}`,
      wide: true,
    },
    ...(checkpoint === null
      ? []
      : [{ label: 'Root hash', value: checkpoint.root_hash, mono: true, wide: true }]),
  ]);
}

/** Earlier records do not say it. */
function identityFacts({ inventory }: ComplianceRecord) {
  if (inventory === undefined || inventory.evaluations === 0) return [];
  const { authenticated, evaluations } = inventory;
  const value = `${countText(authenticated)} of the newest ${countText(evaluations)} evaluations are of authenticated agents`;
  return [{ label: 'Identity', value, wide: true }];
}

/** A stacked bar, and below it each result with its number. */
function drawSummary(sheet: Sheet, { summary, controls }: ComplianceRecord): void {
  sheet.paragraph(`${countText(controls.length)} controls by result`, STYLES.subheading, 'H2');
  sheet.y += 5;
  const alt = `Controls by result: ${RESULTS.map((result) => `${RESULT_NAMES[result]} ${summary[result]}`).join(', ')}.`;
  const draw = () => {
    let x: number = PAGE.left;
    for (const result of RESULTS) {
      const width = (TEXT_WIDTH * summary[result]) / Math.max(1, controls.length);
      if (width > 0) sheet.rectangle(x, sheet.y, width, BAR_HEIGHT, RESULT_COLOURS[result]);
      x += width;
    }
    RESULTS.forEach((result, place) => {
      const left = PAGE.left + (place * TEXT_WIDTH) / RESULTS.length;
      const y = sheet.y + BAR_HEIGHT + 12;
      sheet.text(countText(summary[result]), STYLES.figure, { x: left, y });
      sheet.rectangle(left, y + 26.5, 7, 7, RESULT_COLOURS[result]);
      sheet.text(RESULT_NAMES[result], STYLES.label, { x: left + 11, y: y + 25 });
    });
  };
  sheet.tagged('Figure', draw, undefined, { alt });
  sheet.y += BAR_HEIGHT + 66;
}

/** A warning at the top, if the record itself can't be relied on. */
function drawAlarm(sheet: Sheet, { checks }: ComplianceRecord): void {
  const broken = checks.find(({ id, result }) => id === SOUND && result === 'not_met');
  if (broken === undefined) return;
  sheet.paragraph(
    'The evidence cannot be relied upon',
    { ...STYLES.subheading, colour: COLOURS.alarm },
    'H2',
  );
  sheet.y += 4;
  sheet.paragraph(broken.finding, { ...STYLES.body, colour: COLOURS.alarm });
  sheet.y += 14;
}

/** At the foot of the page. */
function drawWorth(sheet: Sheet): void {
  const text =
    'This is a reading of evidence, not a certificate, and makes no organisation compliant. Each control names what ' +
    'software cannot show. The last part explains the limits of this report, and how to check its evidence.';
  const block = sheet.block(text, STYLES.body, { width: TEXT_WIDTH - 14 });
  const height = block.height + 4;
  sheet.y = Math.max(sheet.y + 14, TEXT_BOTTOM - height);
  sheet.ornament(() => sheet.rectangle(PAGE.left, sheet.y, 2.5, height, COLOURS.accent));
  sheet.tagged('P', () => sheet.place(block, { x: PAGE.left + 14, y: sheet.y + 2 }));
}
