/** The thread that sets a report as PDF. */
import { serveThread } from '../../foundation/thread.ts';
import type { RecordedCheck } from '../check-compliance.ts';
import { reportPdf } from './report-pdf.ts';

await serveThread(() => ({ answer: (check: RecordedCheck) => new Uint8Array(reportPdf(check)) }));
