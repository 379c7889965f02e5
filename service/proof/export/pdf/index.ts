/**
 * An export as a PDF that a person reads and an auditor files: a cover, a row for each record (beyond 5,000, summary
 * tables instead, which bounds the memory), and a page for checking it. The same source gives the same bytes.
 */
import { type Paper, Sheet } from '../../../documents/sheet.ts';
import type { ExportManifest, ExportSource, Render } from '../source.ts';
import { drawCover } from './cover.ts';
import { drawRecords } from './record-table.ts';
import { drawSummary } from './summary-tables.ts';
import { tallyOf } from './tally.ts';
import { drawVerification } from './verification-page.ts';

/** More rows than this are too many to read on paper. */
export const MAX_ROWS = 5_000;
const MAX_RANKED = 20;

export const renderPdf: Render = async function* (source: ExportSource) {
  const { manifest } = source;
  const summarised = manifest.artifactCount > MAX_ROWS;
  const tally = await tallyOf(source, MAX_RANKED);
  const sheet = new Sheet(paperOf(manifest));
  drawCover(sheet, manifest, tally, summarised);
  if (summarised) drawSummary(sheet, tally);
  else if (tally.total > 0) for await (const _rows of drawRecords(sheet, source)) yield* sheet.written();
  drawVerification(sheet, source);
  sheet.end();
  yield* sheet.written();
};

function paperOf({ exportId, chain, environment, createdAt }: ExportManifest): Paper {
  return {
    running: `${exportId} · ${chain}`,
    remark: 'Not signed itself: see the part “Verification”',
    info: {
      Title: `Evidence report ${exportId}`,
      Subject: `Chain ${chain}, ${environment}`,
      CreationDate: new Date(createdAt),
    },
  };
}
