/** The thread that sets one invoice as PDF, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Invoice } from './invoice.ts';
import { invoicePdf } from './invoice-pdf.ts';

if (parentPort === null) throw new Error('invoice-thread.ts runs as a worker thread only');
parentPort.postMessage(new Uint8Array(invoicePdf(workerData as Invoice)));
