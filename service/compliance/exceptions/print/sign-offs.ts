/** The part with the people who answer for controls, and those who signed. */
import { type Cell, Grid } from '../../../documents/grid.ts';
import { drawPanel, drawSubheading } from '../../../documents/passages.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { STYLES, TEXT_WIDTH } from '../../../documents/theme.ts';
import type { RecordedSigning } from '../sign-off.ts';
import type { PrintedReport } from './printed-report.ts';
import { named, ROOM, timeText } from './wording.ts';

export function drawSignOffs(sheet: Sheet, report: PrintedReport): void {
  const { record, signings } = report;
  sheet.section('Controls and sign-off', ROOM);
  sheet.paragraph('Controls and who answers for them', STYLES.heading, 'H1');
  sheet.y += 6;
  if (record.controls.length === 0) {
    sheet.paragraph('No control has an owner in this period.', STYLES.body);
  } else drawOwners(sheet, report);
  sheet.y += 18;
  sheet.paragraph('Sign-off', STYLES.heading, 'H1');
  sheet.y += 6;
  if (signings.length === 0) {
    sheet.paragraph('No one has signed this report yet. Once someone has, print it again.', STYLES.body);
  }
  for (const signing of signings) drawSigning(sheet, signing);
}

function drawOwners(sheet: Sheet, report: PrintedReport): void {
  const { record, signings } = report;
  const grid = new Grid(sheet, [
    { title: 'Control', width: 96 },
    { title: 'What it is about', width: TEXT_WIDTH - 366 },
    { title: 'Who answers', width: 90 },
    { title: 'From, to', width: 90 },
    { title: 'Signed by', width: 90 },
  ]);
  for (const { framework, control, title, owner, from, to } of record.controls) {
    const cell = (column: number, ...texts: string[]): Cell => ({
      blocks: texts.map((text) => sheet.block(text, STYLES.cell, { width: grid.innerWidth(column) })),
    });
    const signed = signings.filter(
      ({ signOff: { control: on } }) => on?.framework === framework && on.control === control,
    );
    const by = signed.map(({ signOff: { name, signed_at } }) => `${name}, ${signed_at.slice(0, 10)}`);
    grid.row([
      cell(0, `${framework} ${control}`),
      cell(1, title),
      cell(2, named(report, owner)),
      cell(3, from.slice(0, 10), to.slice(0, 10)),
      cell(4, by.join('; ') || 'No one'),
    ]);
  }
  grid.end();
}

function drawSigning(sheet: Sheet, { evidenceId, signOff }: RecordedSigning): void {
  const { name, member_id, control, statement, comment, signed_at, passkey } = signOff;
  if (!sheet.fits(130)) sheet.addPage();
  drawSubheading(sheet, `${name} (${member_id}), ${timeText(signed_at)} UTC`);
  const on = control === null ? '' : `${control.framework} ${control.control}: `;
  sheet.paragraph(`${on}“${statement}”`, STYLES.body);
  if (comment !== null) sheet.paragraph(comment, STYLES.body);
  sheet.y += 4;
  drawPanel(sheet, [
    `recorded as   ${evidenceId}`,
    `passkey of    ${passkey.rp_id}`,
    `public key    ${passkey.public_key}`,
    `signature     ${passkey.signature}`,
  ]);
}
