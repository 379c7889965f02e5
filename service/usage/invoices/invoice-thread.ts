/** The thread that makes invoice PDFs. */
import { serveThread } from '../../foundation/thread.ts';
import type { Invoice } from './invoice.ts';
import { invoicePdf } from './invoice-pdf.ts';

await serveThread(() => ({ answer: (invoice: Invoice) => new Uint8Array(invoicePdf(invoice)) }));
