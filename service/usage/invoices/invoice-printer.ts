/** Makes invoice PDFs outside the event loop. */
import { Printer } from '../../documents/printer.ts';
import type { Invoice } from './invoice.ts';

export class InvoicePrinter extends Printer<Invoice> {
  constructor(mostWaiting?: number) {
    super(new URL('./invoice-thread.ts', import.meta.url), mostWaiting);
  }
}
