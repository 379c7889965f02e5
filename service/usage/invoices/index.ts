export { type Invoice, invoiceOf } from './invoice.ts';
export { invoiceCsv } from './invoice-csv.ts';
export { InvoicePrinter } from './invoice-printer.ts';
export { eachCharge, figureText } from './invoice-wording.ts';
