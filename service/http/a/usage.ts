/** Surface A: what the tenant has used and owes in production, with a key of either environment. */

import type { FastifyReply } from 'fastify';
import type Type from 'typebox';
import { METERS } from '../../foundation/meters.ts';
import { PLANS, TIERS } from '../../tenants/index.ts';
import { historyOf, readAccount, runningOf } from '../../usage/account/index.ts';
import { amountFields, invoiceFields, summaryFields } from '../../usage/index.ts';
import { InvoicePrinter, invoiceCsv, invoiceOf } from '../../usage/invoices/index.ts';
import { attachment, Pdf } from '../answers/files.ts';
import { inTypes, routesOf } from '../answers/routes.ts';
import { principalOf } from '../callers/access.ts';
import * as is from '../schemas/fields.ts';
import { closed, described, describedRecord, object, record } from '../schemas/objects.ts';
import type { Noun, Services } from '../services.ts';

const SCOPE = { scope: 'usage:read' } as const;
const ACCOUNT = { ...SCOPE, environment: 'production' } as const;

const Tier = is.oneOf(TIERS, 'The tier of the month');
const Period = describedRecord('BillingPeriod', 'A calendar month in UTC', {
  start: is.time(),
  end: is.time('When the next month starts'),
});
const Limit = is.orNull(is.number(), 'null: no limit');

const figures = {
  used: is.number('For storage, the GB that are kept'),
  limit: Limit,
  overage: is.number(),
  overage_cost_usd: is.number('Before credit'),
};

function EachMeter(title: string, fields: Parameters<typeof Type.Object>[0]) {
  const one = record(title, fields);
  return described(
    'One per meter; only production is counted',
    Object.fromEntries(METERS.map((meter) => [meter, one])),
  );
}

const UsageSummary = record('UsageSummary', {
  tier: Tier,
  billing_period: Period,
  usage: EachMeter('MeteredUse', figures),
  total_overage_cost_usd: is.number('Before credit'),
  api_credit_remaining_usd: is.number('The credit left after paying the overage'),
});

const amounts = {
  users: is.integer(),
  base_usd: is.number(),
  overage_usd: is.number('Before credit'),
  credit_applied_usd: is.number(),
  credit_remaining_usd: is.number(),
  amount_due_usd: is.number('base_usd + overage_usd - credit_applied_usd'),
};

const InvoiceDocument = describedRecord('Invoice', 'The same document each time', {
  invoice: is.text('The number of the invoice'),
  tenant: object({ id: is.text(), name: is.text() }),
  tier: Tier,
  billing_period: Period,
  usage: EachMeter('InvoicedUse', {
    ...figures,
    rate_usd: is.number('The price of each unit beyond the limit'),
  }),
  ...amounts,
  closed_at: is.time(),
});

const route = routesOf('a', 'Usage');

const SUMMARY = route(
  'usageSummary',
  "Get this month's usage, the remaining allowances, and the cost of overage",
  { 200: { ...UsageSummary, description: 'The current month, at most a second old' } },
);

const BILLING = route('billingStatus', 'Get the amount due for this month so far', {
  200: describedRecord('Billing', 'The current month', {
    tier: Tier,
    plan: is.oneOf(PLANS),
    billing_period: Period,
    ...amounts,
  }),
});

const HISTORY = route('usageHistory', 'Get a summary of each month since the account began, newest first', {
  200: describedRecord('UsageHistory', 'The current month, and those before it', {
    items: is.list(UsageSummary),
  }),
});

const INVOICE = route('invoice', 'Get the invoice of a closed month as JSON, CSV or PDF', {
  params: object({ month: is.text('Such as 2026-10') }),
  querystring: closed({ format: is.optional(is.oneOf(['json', 'csv', 'pdf'], { default: 'json' })) }),
  200: inTypes('A month is closed an hour after its end', {
    'application/json': InvoiceDocument,
    'text/csv': is.text(),
    'application/pdf': Pdf,
  }),
});

export const usageA: Noun<Pick<Services, 'clock' | 'db' | 'statements'>> = (app, services) => {
  const { db, clock } = services;
  const printer = new InvoicePrinter();

  app.get('/usage/summary', { config: SCOPE, schema: SUMMARY }, async (request) => {
    return summaryFields(await services.statements.of(principalOf(request)));
  });

  app.get('/usage/billing', { config: ACCOUNT, schema: BILLING }, async (request) => {
    const account = await readAccount(db, principalOf(request).tenantId, clock.now());
    const running = runningOf(account);
    const { tier, billing_period } = summaryFields(running);
    return { tier, plan: account.plan, billing_period, ...amountFields(running) };
  });

  app.get('/usage/history', { config: ACCOUNT, schema: HISTORY }, async (request) => ({
    items: (await historyOf(db, principalOf(request).tenantId, clock.now())).map(summaryFields),
  }));

  app.get('/usage/invoices/:month', { config: ACCOUNT, schema: INVOICE }, async (request, reply) => {
    const invoice = await invoiceOf(services, principalOf(request).tenantId, request.params.month);
    const { format = 'json' } = request.query;
    if (format === 'json') return invoiceFields(invoice);
    const content = format === 'csv' ? Buffer.from(await invoiceCsv(invoice)) : await printer.print(invoice);
    return (reply as FastifyReply)
      .headers(attachment(`assize-invoice-${invoice.number}.${format}`, format))
      .send(content);
  });
};
