/** The page that an auditor keeps: checkpoint, keys, the steps of a check, and the limits of a PDF as proof. */
import { formatHash } from '@assize/evidence-format';
import { drawFacts } from '../../../documents/facts.ts';
import { drawPanel, drawStep, drawSubheading, fittingStyle } from '../../../documents/passages.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { STYLES, TEXT_WIDTH } from '../../../documents/theme.ts';
import { verifierStep } from '../../../documents/verifier-file.ts';
import type { PublishedKey } from '../../log/signing/published-keys.ts';
import type { ExportSource } from '../source.ts';
import { countOf, countText, timeText } from './wording.ts';

export function drawVerification(sheet: Sheet, source: ExportSource): void {
  const { manifest, checkpoint, verifierKeys } = source;
  sheet.section('Verification');
  sheet.paragraph('Verification', STYLES.heading, 'H1');
  sheet.y += 4;
  sheet.paragraph(
    `When this export was defined, the chain had ${countOf(manifest.treeSize, 'record')}. One hash stands for all of ` +
      'them, in their order, and the checkpoint below signs it. With this page, a reader can later show whether the ' +
      'history is still the same.',
    STYLES.body,
  );
  sheet.y += 10;
  drawFacts(sheet, [
    { label: 'Tree size', value: String(manifest.treeSize), mono: true, wide: true },
    { label: 'Root hash', value: formatHash(manifest.rootHash), mono: true, wide: true },
  ]);
  sheet.y += 10;
  drawSubheading(sheet, 'Signed checkpoint');
  drawPanel(sheet, checkpoint.replace(/\n$/, '').split('\n'));
  drawSubheading(sheet, 'Verifier keys');
  for (const key of verifierKeys) drawKey(sheet, key);
  if (verifierKeys.length === 0) sheet.paragraph('None was published when this was written.', STYLES.body);
  sheet.y += 8;
  drawSubheading(sheet, 'How to check');
  for (const [place, step] of stepsOf(source).entries()) drawStep(sheet, `${place + 1}`, step);
  sheet.y += 8;
  drawSubheading(sheet, 'What this document does not prove');
  for (const limit of LIMITS) drawStep(sheet, '–', limit);
  drawNotes(sheet);
}

/** Text after a line feed is a command line. */
function stepsOf({ manifest, verifierKeys }: ExportSource): string[] {
  const key = verifierKeys.find(({ validUntil }) => validUntil === null) ?? verifierKeys.at(-1);
  return [
    'Get the verifier key from another source than this document, and compare it with the one above.',
    'Export the same records as JSON (POST /api/v1/evidence/export with "format": "json"). Save the checkpoint above, its ' +
      'empty line included, as checkpoint.txt. Check the one against the other on a machine of your own. ' +
      verifierStep([
        '--trusted-checkpoint checkpoint.txt',
        `--key ${key === undefined ? 'VKEY' : `'${key.vkey}'`}`,
      ]),
    'Look up records of this report in that file by their evidence id, and compare index, time, verdict and hash.',
    'To see whether the service still stands by this history, ask it for GET /api/v1/evidence/consistency?from=' +
      `${manifest.treeSize}: from_root must be the root hash above, and the proof leads from it to what GET ` +
      '/api/v1/evidence/checkpoint signs today.',
  ];
}

const LIMITS = [
  'That its rows are true to the record. A PDF can be edited; only the JSON export, checked as above, proves a record.',
  'That what an agent or a person claimed was so. The record proves what was claimed and decided, and in which order.',
  'That nothing was rewritten before the first checkpoint which someone other than the operator kept.',
  'Times are those of the service’s clock. Texts are shown as they were given, shortened where they are very long.',
];

function drawKey(sheet: Sheet, { vkey, validFrom, validUntil }: PublishedKey): void {
  const style = fittingStyle(sheet, [vkey], TEXT_WIDTH);
  sheet.paragraph(vkey, style);
  const until = validUntil === null ? 'signs now' : `until ${timeText(validUntil)} UTC`;
  sheet.paragraph(`Valid from ${timeText(validFrom)} UTC, ${until}`, STYLES.label);
  sheet.y += 5;
}

/** Drawn only if there is a note. */
function drawNotes(sheet: Sheet): void {
  const { glyphs, cut } = sheet.shortcomings;
  const notes: string[] = [];
  if (glyphs.missing > 0) {
    const which = [...glyphs.missingPoints].sort(([a], [b]) => a - b).map(([code]) => pointText(code));
    const whole =
      [...glyphs.missingPoints.values()].reduce((sum, count) => sum + count, 0) === glyphs.missing;
    notes.push(
      `Characters that the fonts of this document lack are written as their code points, ${countText(glyphs.missing)} in all: ` +
        `${which.join(', ')}${whole ? '' : ' and others'}.`,
    );
  }
  if (glyphs.escaped > 0) {
    notes.push(
      `Characters without a shape of their own, such as line feeds and marks that turn the direction of writing, are ` +
        `written in grey as escapes (\\n, \\u202E), ${countText(glyphs.escaped)} in all.`,
    );
  }
  if (cut > 0) notes.push(`Very long texts were shortened: ${countText(cut)}. Each ends in “…”.`);
  if (notes.length === 0) return;
  sheet.y += 8;
  drawSubheading(sheet, 'Notes on how texts are shown');
  for (const note of notes) drawStep(sheet, '–', note);
  drawStep(sheet, '–', 'The JSON export holds every text in full.');
}

function pointText(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
