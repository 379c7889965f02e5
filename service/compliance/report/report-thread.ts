/** The thread that sets one report as PDF, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RecordedCheck } from '../check-compliance.ts';
import { reportPdf } from './report-pdf.ts';

if (parentPort === null) throw new Error('report-thread.ts runs as a worker thread only');
parentPort.postMessage(new Uint8Array(reportPdf(workerData as RecordedCheck)));
