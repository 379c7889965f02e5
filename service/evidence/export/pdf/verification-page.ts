/** The page an auditor keeps: the signed checkpoint as it is, the keys, how to check, and what a PDF does not prove. */
import { formatHash } from '@assize/evidence-format';
import { drawFacts } from '../../../documents/facts.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH, type TextStyle } from '../../../documents/theme.ts';
import type { ExportSource, PublishedVerifierKey } from '../source.ts';
import { countOf, countText, timeText } from './wording.ts';

const PANEL_PADDING = 11;
const SMALLEST = 5.5;

export function drawVerification(sheet: Sheet, source: ExportSource): void {
  const { manifest, checkpoint, verifierKeys } = source;
  sheet.section('Verification');
  sheet.paragraph('Verification', STYLES.heading, 'H1');
  sheet.y += 4;
  sheet.paragraph(
    `When this export was defined, the chain had ${countOf(manifest.treeSize, 'record')}. One hash stands for all of ` +
      'them, in their order, and the checkpoint below signs it. Whoever keeps this page can later show whether the ' +
      'history is still the same.',
    STYLES.body,
  );
  sheet.y += 10;
  drawFacts(sheet, [
    { label: 'Tree size', value: String(manifest.treeSize), mono: true, wide: true },
    { label: 'Root hash', value: formatHash(manifest.rootHash), mono: true, wide: true },
  ]);
  sheet.y += 10;
  subheading(sheet, 'Signed checkpoint');
  drawPanel(sheet, checkpoint.replace(/\n$/, '').split('\n'));
  subheading(sheet, 'Verifier keys');
  for (const key of verifierKeys) drawKey(sheet, key);
  if (verifierKeys.length === 0) sheet.paragraph('None was published when this was written.', STYLES.body);
  sheet.y += 8;
  subheading(sheet, 'How to check');
  for (const [place, step] of stepsOf(source).entries()) drawStep(sheet, `${place + 1}`, step);
  sheet.y += 8;
  subheading(sheet, 'What this document does not prove');
  for (const limit of LIMITS) drawStep(sheet, '–', limit);
  drawNotes(sheet);
}

/** What follows a line feed is a line of a command. */
function stepsOf({ manifest, verifierKeys }: ExportSource): string[] {
  const key = verifierKeys.find(({ validUntil }) => validUntil === null) ?? verifierKeys.at(-1);
  return [
    'Get the verifier key from someone other than whoever gave you this document, and compare it with the one above.',
    'Export the same records as JSON (POST /api/v1/evidence/export with "format": "json"). Save the checkpoint above, its ' +
      'empty line included, as checkpoint.txt. Check the one against the other on a machine of your own; no access to the ' +
      'service is needed:\nnpx assize-verify export.json --trusted-checkpoint checkpoint.txt \\\n' +
      `--key ${key === undefined ? 'VKEY' : `'${key.vkey}'`}`,
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

function subheading(sheet: Sheet, title: string): void {
  if (!sheet.fits(60)) sheet.addPage();
  sheet.paragraph(title, STYLES.subheading, 'H2');
  sheet.y += 5;
}

/** The note verbatim, each line of it on one line: the type shrinks until the longest fits. */
function drawPanel(sheet: Sheet, lines: readonly string[]): void {
  const width = TEXT_WIDTH - 2 * PANEL_PADDING;
  const style = fitting(sheet, lines, width);
  const blocks = lines.map((line) => sheet.block(line, style, { width }));
  const height =
    blocks.reduce((sum, block) => sum + Math.max(block.height, style.leading), 0) + 2 * PANEL_PADDING;
  if (!sheet.fits(height)) sheet.addPage();
  sheet.ornament(() => {
    sheet.rectangle(PAGE.left, sheet.y, TEXT_WIDTH, height, COLOURS.wash);
    sheet.rectangle(PAGE.left, sheet.y, 2.5, height, COLOURS.accent);
  });
  const draw = () => {
    let y = sheet.y + PANEL_PADDING;
    for (const block of blocks) {
      sheet.place(block, { x: PAGE.left + PANEL_PADDING, y });
      y += Math.max(block.height, style.leading);
    }
  };
  sheet.tagged('Code', draw);
  sheet.y += height + 14;
}

function fitting(sheet: Sheet, lines: readonly string[], width: number): TextStyle {
  let { size } = STYLES.valueMono as TextStyle;
  const widest = (at: number) =>
    Math.max(0, ...lines.map((line) => sheet.widthOf(line, { ...STYLES.valueMono, size: at })));
  while (size > SMALLEST && widest(size) > width) size -= 0.1;
  return { ...STYLES.valueMono, size, leading: size * 1.6 };
}

function drawKey(sheet: Sheet, { vkey, validFrom, validUntil }: PublishedVerifierKey): void {
  const style = fitting(sheet, [vkey], TEXT_WIDTH);
  sheet.paragraph(vkey, style);
  const until = validUntil === null ? 'signs now' : `until ${timeText(validUntil)} UTC`;
  sheet.paragraph(`Valid from ${timeText(validFrom)} UTC, ${until}`, STYLES.label);
  sheet.y += 5;
}

/** A mark, then a paragraph, then the lines of a command where the step has more than one line. */
function drawStep(sheet: Sheet, mark: string, step: string): void {
  const x = PAGE.left + 14;
  const width = TEXT_WIDTH - 14;
  const [text = '', ...command] = step.split('\n');
  const block = sheet.block(text, STYLES.body, { width });
  const style = fitting(sheet, command, width);
  const lines = command.map((line) => sheet.block(line, style, { width }));
  const height =
    block.height + lines.reduce((sum, line) => sum + line.height, 0) + (command.length > 0 ? 3 : 0);
  if (!sheet.fits(height)) sheet.addPage();
  const draw = () => {
    sheet.text(mark, { ...STYLES.body, colour: COLOURS.accent });
    sheet.place(block, { x });
    lines.forEach((line, place) => {
      sheet.place(line, { x, y: sheet.y + block.height + 2 + place * style.leading });
    });
  };
  sheet.tagged('P', draw);
  sheet.y += height + 3;
}

/** Said only where there is something to say. */
function drawNotes(sheet: Sheet): void {
  const { glyphs, cut } = sheet.shortcomings;
  const notes: string[] = [];
  if (glyphs.missing > 0) {
    const which = [...glyphs.missingPoints].sort(([a], [b]) => a - b).map(([code]) => pointText(code));
    const whole =
      [...glyphs.missingPoints.values()].reduce((sum, count) => sum + count, 0) === glyphs.missing;
    notes.push(
      `Characters that the fonts of this document lack are shown as \u{fffd}, ${countText(glyphs.missing)} in all: ` +
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
  subheading(sheet, 'Notes on how texts are shown');
  for (const note of notes) drawStep(sheet, '–', note);
  drawStep(sheet, '–', 'The JSON export holds every text in full.');
}

function pointText(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
