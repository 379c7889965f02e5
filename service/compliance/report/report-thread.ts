/**
 * The thread that sets the report of a compliance check as PDF, from nothing but its record: the same record gives the same
 * bytes.
 */
import { Sheet } from '../../documents/sheet.ts';
import { serveThread } from '../../foundation/thread.ts';
import type { RecordedCheck } from '../check-compliance.ts';
import { drawChecks } from './checks.ts';
import { drawControls, drawControlTable } from './controls.ts';
import { drawCover } from './cover.ts';
import { drawInventory } from './inventory.ts';
import { drawLimits } from './limits.ts';

await serveThread(() => ({ answer: (check: RecordedCheck) => new Uint8Array(reportPdf(check)) }));

function reportPdf(check: RecordedCheck): Buffer {
  const { evidenceId, record } = check;
  const sheet = new Sheet({
    running: `${evidenceId} · ${record.evidence.chain_id}`,
    remark: 'Not a certificate: see the part “Limits and verification”',
    info: {
      Title: `Compliance report ${evidenceId}`,
      Subject: `${record.framework.name}, chain ${record.evidence.chain_id}`,
      CreationDate: new Date(record.checked_at),
    },
  });
  drawCover(sheet, check);
  drawControlTable(sheet, record);
  drawControls(sheet, record);
  drawInventory(sheet, record);
  drawChecks(sheet, record);
  drawLimits(sheet, check);
  sheet.end();
  return Buffer.concat([...sheet.written()]);
}
