/** The last part: what the report does not say, and how to check it without trusting its sender. */
import { drawPanel, drawStep, drawSubheading } from '../../../documents/passages.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { STYLES } from '../../../documents/theme.ts';
import { verifierStep } from '../../../documents/verifier-file.ts';
import type { PrintedReport } from './printed-report.ts';
import { ROOM } from './wording.ts';

const LIMITS = [
  'It is not the opinion of an auditor. It lists what the evidence shows; what an exception means is for people to judge.',
  'It lists exceptions by the rules printed with them, at most 200 of a kind, and counts all.',
  'Keys and agents are judged by the inventory as it was when the report was made. All else is as of the position at which it ends.',
  'It does not prove that what was recorded is true, or that everything that happened was recorded.',
  'It does not prove that a passkey is that of the person named. The service says so, and has a record of each passkey that was added.',
  'Names in place of ids are those of the day on which it was printed. They are not part of what is recorded or signed.',
];

export function drawVerification(sheet: Sheet, { evidenceId, record }: PrintedReport): void {
  sheet.section('Verification', 2 * ROOM);
  sheet.paragraph('What this report is not', STYLES.heading, 'H1');
  sheet.y += 8;
  for (const limit of LIMITS) drawStep(sheet, '–', limit);
  sheet.y += 10;
  drawSubheading(sheet, 'How to check it');
  const steps = [
    `Get the same report as JSON (GET /api/v1/compliance/exceptions/${evidenceId}/json): it has the proof of each record that is named here.`,
    `Check it on a machine of your own, with a verifier key that did not come with this report. It computes the report’s hash, proves each record, draws the sample again, and checks the signatures. ${verifierStep(['--key VKEY'], `assize-exceptions-${evidenceId}.json`)}`,
    'To see that no exception was left out, and which record has which number in the population, export the records of the period as JSON, verify the export, and count.',
  ];
  for (const [place, step] of steps.entries()) drawStep(sheet, `${place + 1}`, step);
  if (record.checkpoint === null) return;
  sheet.y += 10;
  drawSubheading(sheet, 'Signed checkpoint');
  drawPanel(sheet, record.checkpoint.note.replace(/\n$/, '').split('\n'));
}
