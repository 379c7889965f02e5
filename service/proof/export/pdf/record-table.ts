/** Every record of the export, one row each, in the order of the chain, with its evidence id in full. */
import { formatHash } from '@assize/evidence-format';
import type { StoredArtifact } from '../../../database/evidence/stored-evidence.ts';
import { type Cell, type Column, Grid } from '../../../documents/grid.ts';
import type { Sheet } from '../../../documents/sheet.ts';
import { COLOURS, STYLES, type TextStyle } from '../../../documents/theme.ts';
import type { ExportRemoval, ExportSource } from '../source.ts';
import { VERDICT_COLOURS } from './chart.ts';
import { remarkOn } from './remark.ts';
import { clockText, countText, dateText, nameText, typeText } from './wording.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Index', width: 44, align: 'right' },
  { title: 'Time (UTC)', width: 58 },
  { title: 'Action and type', width: 136 },
  { title: 'Verdict', width: 58 },
  { title: 'Actor', width: 84 },
  { title: 'Evidence id and hash', width: 119.28 },
];
const ACTION = 2;
const MAX_LINES = { text: 30, remark: 5 };

/** Yields whenever some rows have been drawn, so that finished pages can be sent. */
export async function* drawRecords(sheet: Sheet, source: ExportSource): AsyncIterable<void> {
  sheet.section('Records');
  sheet.paragraph('Records', STYLES.heading, 'H1');
  sheet.y += 4;
  sheet.paragraph(
    'In the order of the chain. Hashes are shortened to their first and last eight digits.',
    STYLES.body,
  );
  sheet.y += 8;
  const grid = new Grid(sheet, COLUMNS);
  for await (const { artifacts } of source.segments()) {
    for (const artifact of artifacts) drawRecord(sheet, grid, artifact, source.manifest.removals);
    yield;
  }
  grid.end();
}

function drawRecord(
  sheet: Sheet,
  grid: Grid,
  artifact: StoredArtifact,
  removals: readonly ExportRemoval[],
): void {
  const { position, created_at: time, action, artifact_type: type, verdict, actor, id, hash } = artifact;
  const cells = [
    [[countText(position), STYLES.cellQuiet]],
    [
      [dateText(time), STYLES.cell],
      [clockText(time), STYLES.cellQuiet],
    ],
    [...(action === null ? [] : [[action, STYLES.cellStrong] as const]), [typeText(type), STYLES.cellQuiet]],
    verdict === null ? [['–', STYLES.cellQuiet]] : [[nameText(verdict), STYLES.cell]],
    [[actor, STYLES.cell]],
    [
      [id, STYLES.cellMono],
      [shortHash(hash), STYLES.cellMonoQuiet],
    ],
  ] as const satisfies (readonly (readonly [string, TextStyle])[])[];
  const remark = remarkOn(artifact, removals);
  grid.row(
    cells.map((texts, column) => cellOf(sheet, grid, texts, column, column === 3 ? verdict : null)),
    remark === null
      ? undefined
      : {
          column: ACTION,
          block: sheet.block(remark.text, remark.grave ? STYLES.cellAlarm : STYLES.cellQuiet, {
            width: grid.remarkWidth(ACTION),
            most: MAX_LINES.remark,
          }),
        },
  );
}

/** A verdict gets its colour in front. */
function cellOf(
  sheet: Sheet,
  grid: Grid,
  texts: readonly (readonly [string, TextStyle])[],
  column: number,
  verdict: string | null,
): Cell {
  const indent = verdict === null ? 0 : 10;
  const width = grid.innerWidth(column, indent);
  const blocks = texts.map(([text, style]) => sheet.block(text, style, { width, most: MAX_LINES.text }));
  if (verdict === null) return { blocks };
  const colour = VERDICT_COLOURS[verdict] ?? COLOURS.rule;
  return { blocks, indent, draw: (x, y) => sheet.rectangle(x, y + 2.2, 6, 6, colour) };
}

/** `3f9a0c12…b81e44d0`. */
function shortHash(hash: Uint8Array): string {
  const digits = formatHash(hash).replace('sha256:', '');
  return `${digits.slice(0, 8)}…${digits.slice(-8)}`;
}
