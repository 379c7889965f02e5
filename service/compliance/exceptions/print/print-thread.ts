/** The thread that sets a report of exceptions as PDF, from its record, its sign-offs and the names in it. */
import { Sheet } from '../../../documents/sheet.ts';
import { serveThread } from '../../../foundation/thread.ts';
import { drawCover } from './cover.ts';
import { drawExceptions } from './exceptions.ts';
import { drawPopulation } from './population.ts';
import type { PrintedReport } from './printed-report.ts';
import { drawSample } from './sample.ts';
import { drawSignOffs } from './sign-offs.ts';
import { drawVerification } from './verification.ts';

await serveThread(() => ({ answer: (report: PrintedReport) => new Uint8Array(reportPdf(report)) }));

function reportPdf(report: PrintedReport): Buffer {
  const { evidenceId, record } = report;
  const sheet = new Sheet({
    running: `${evidenceId} · ${record.chain}`,
    remark: 'From evidence: see the part “Verification”',
    info: {
      Title: `Report of exceptions ${evidenceId}`,
      Subject: `Chain ${record.chain}`,
      CreationDate: new Date(record.made_at),
    },
  });
  drawCover(sheet, report);
  drawExceptions(sheet, report);
  drawPopulation(sheet, report);
  drawSample(sheet, report);
  drawSignOffs(sheet, report);
  drawVerification(sheet, report);
  sheet.end();
  return Buffer.concat([...sheet.written()]);
}
