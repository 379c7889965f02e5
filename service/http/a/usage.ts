/** Surface A: what the tenant has used and what it owes, in production, whichever of its keys asks. */
import type { FastifyReply } from 'fastify';
import {
  amountFields,
  historyOf,
  type Invoice,
  InvoicePrinter,
  invoiceCsv,
  invoiceFields,
  invoiceOf,
  readAccount,
  runningOf,
  summaryFields,
} from '../../usage/index.ts';
import type { Noun } from '../services.ts';
import { principalOf } from '../shared/access.ts';
import { BILLING, HISTORY, INVOICE, SUMMARY } from './usage-schemas.ts';

const SCOPE = { scope: 'usage:read' } as const;

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
} as const;

export const usageA: Noun = (app, { services }, done) => {
  const { db, clock } = services;
  const printer = new InvoicePrinter();

  app.get('/usage/summary', { config: SCOPE, schema: SUMMARY }, async (request) =>
    summaryFields(runningOf(await readAccount(db, principalOf(request).tenantId, clock.now()))),
  );

  app.get('/usage/billing', { config: SCOPE, schema: BILLING }, async (request) => {
    const account = await readAccount(db, principalOf(request).tenantId, clock.now());
    const running = runningOf(account);
    const { tier, billing_period } = summaryFields(running);
    return { tier, plan: account.plan, billing_period, ...amountFields(running) };
  });

  app.get('/usage/history', { config: SCOPE, schema: HISTORY }, async (request) => ({
    items: (await historyOf(db, principalOf(request).tenantId, clock.now())).map(summaryFields),
  }));

  app.get('/usage/invoices/:month', { config: SCOPE, schema: INVOICE }, async (request, reply) => {
    const invoice = await invoiceOf(services, principalOf(request).tenantId, request.params.month);
    const { format = 'json' } = request.query;
    if (format === 'json') return invoiceFields(invoice);
    const content = format === 'csv' ? Buffer.from(await invoiceCsv(invoice)) : await printer.print(invoice);
    return (reply as FastifyReply).headers(asFile(invoice, format)).send(content);
  });
  done();
};

function asFile({ number }: Invoice, format: keyof typeof MEDIA_TYPES): Record<string, string> {
  return {
    'content-type': MEDIA_TYPES[format],
    'content-disposition': `attachment; filename="assize-invoice-${number}.${format}"`,
  };
}
