/** The last part: the limits of the report, and the way to check its evidence without trusting its sender. */
import { drawPanel, drawStep, drawSubheading } from '../../documents/passages.ts';
import type { Sheet } from '../../documents/sheet.ts';
import { STYLES } from '../../documents/theme.ts';
import { verifierStep } from '../../documents/verifier-file.ts';
import type { RecordedCheck } from '../check-compliance.ts';

const LIMITS = [
  'It is not a certificate, an attestation or the opinion of an auditor. No certification body has seen it.',
  'It is not legal advice. Whether a law or a standard applies, and what it demands in your case, is for the people responsible to decide.',
  'It does not cover a whole framework. Controls are a choice, in our own words; where the wording matters, read the framework.',
  'It does not judge an AI model. It covers the actions that agents asked to take, and the reports of them.',
  'It does not prove that nothing else happened. An agent that acts without asking, or reports falsely, leaves nothing here.',
  '“Met” says that the checks named with a control were met, by the rules printed with them. It never says that everything that the control asks is done: see what is outside.',
  '“Not assessed” is never a pass: either there was nothing to judge, or software cannot show what is asked.',
];

export function drawLimits(sheet: Sheet, { evidenceId, record }: RecordedCheck): void {
  sheet.section('Limits and verification');
  sheet.paragraph('What this report is not', STYLES.heading, 'H1');
  sheet.y += 8;
  for (const limit of LIMITS) drawStep(sheet, '–', limit);
  sheet.y += 10;
  drawSubheading(sheet, 'How results are derived');
  for (const rule of RULES) drawStep(sheet, '–', rule);
  sheet.y += 10;
  drawSubheading(sheet, 'How to check this report');
  for (const [place, step] of stepsOf(evidenceId, record.evidence.chain_id).entries()) {
    drawStep(sheet, `${place + 1}`, step);
  }
  const { checkpoint } = record.evidence;
  if (checkpoint === null) return;
  sheet.y += 10;
  drawSubheading(sheet, 'Signed checkpoint');
  drawPanel(sheet, checkpoint.note.replace(/\n$/, '').split('\n'));
}

const RULES = [
  'A control is met where each of its checks is met. A check of something that need not happen, such as a redaction or a halt, is left out where it did not happen.',
  'It is not met where none of its checks is met and at least one is not, and always where it rests on a chain that does not verify.',
  'It is partly met in every other case, including where one of its checks had nothing to judge.',
  'Where no action was evaluated in the period, nothing is met.',
  'Settings are judged over the governed time: met if met all that time, partly met if met for some of it.',
];

function stepsOf(evidenceId: string, chain: string): string[] {
  return [
    `This report is printed from the record ${evidenceId} of chain ${chain}, the same bytes each time by the same version. Read that record from the service (GET /api/v1/evidence/${evidenceId}) and compare it.`,
    'Ask for the proof of any record named here, which leads from the record to a signed checkpoint: GET /api/v1/evidence/{id}/proof.',
    'Or export the records of the period as JSON and check them on a machine of your own, against the checkpoint below and a verifier key that did not come with this report. ' +
      verifierStep(['--trusted-checkpoint checkpoint.txt', '--key VKEY']),
    'Run the check again for the same period. With the same records it finds the same, except for facts that are judged as they stand now (see the summary).',
  ];
}
