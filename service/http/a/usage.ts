/** Surface A: what the tenant has used and what it owes, in production, whichever of its keys asks. */

import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { METERS } from '../../foundation/meters.ts';
import { PLANS, TIERS } from '../../tenants/index.ts';
import { historyOf, readAccount, runningOf, sandboxStatement } from '../../usage/account/index.ts';
import { amountFields, invoiceFields, summaryFields } from '../../usage/index.ts';
import { type Invoice, InvoicePrinter, invoiceCsv, invoiceOf } from '../../usage/invoices/index.ts';
import { named } from '../answers/named.ts';
import { IsoTime, orNull, refusals } from '../answers/response-schemas.ts';
import { principalOf } from '../callers/access.ts';
import type { Noun, Services } from '../services.ts';

const SCOPE = { scope: 'usage:read' } as const;
const ACCOUNT = { ...SCOPE, environment: 'production' } as const;

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
} as const;

const Tier = Type.Enum([...TIERS], { description: 'The tier of the month' });
const Period = named(
  'BillingPeriod',
  Type.Object(
    { start: IsoTime, end: Type.String({ format: 'date-time', description: 'When the next month starts' }) },
    { description: 'A calendar month, UTC' },
  ),
);
const Limit = orNull(Type.Number(), 'null: no limit');

const figures = {
  used: Type.Number({ description: 'For storage, the GB that are kept' }),
  limit: Limit,
  overage: Type.Number(),
  overage_cost_usd: Type.Number({ description: 'Before credit' }),
};

function EachMeter(title: string, fields: Parameters<typeof Type.Object>[0]) {
  const one = named(title, Type.Object(fields));
  return Type.Object(Object.fromEntries(METERS.map((meter) => [meter, one])), {
    description: 'One for each meter; only production is counted',
  });
}

const UsageSummary = named(
  'UsageSummary',
  Type.Object({
    tier: Tier,
    billing_period: Period,
    usage: EachMeter('MeteredUse', figures),
    total_overage_cost_usd: Type.Number({ description: 'Before credit' }),
    api_credit_remaining_usd: Type.Number({ description: 'What remains after it has paid the overage' }),
  }),
);

const amounts = {
  users: Type.Integer(),
  base_usd: Type.Number(),
  overage_usd: Type.Number({ description: 'Before credit' }),
  credit_applied_usd: Type.Number(),
  credit_remaining_usd: Type.Number(),
  amount_due_usd: Type.Number({ description: 'base_usd + overage_usd - credit_applied_usd' }),
};

const InvoiceDocument = named(
  'Invoice',
  Type.Object(
    {
      invoice: Type.String({ description: 'The number of the invoice' }),
      tenant: Type.Object({ id: Type.String(), name: Type.String() }),
      tier: Tier,
      billing_period: Period,
      usage: EachMeter('InvoicedUse', {
        ...figures,
        rate_usd: Type.Number({ description: 'The price of each one beyond the limit' }),
      }),
      ...amounts,
      closed_at: IsoTime,
    },
    { description: 'The same document each time' },
  ),
);

const TAGS = ['Usage'];

const SUMMARY = {
  operationId: 'usageSummary',
  summary: 'Get what was used this month, how much is left, and what the overage costs',
  tags: TAGS,
  response: { 200: { ...UsageSummary, description: 'The running month' }, ...refusals('a') },
};

const BILLING = {
  operationId: 'billingStatus',
  summary: 'Get what is due for this month so far',
  tags: TAGS,
  response: {
    200: named(
      'Billing',
      Type.Object(
        { tier: Tier, plan: Type.Enum([...PLANS]), billing_period: Period, ...amounts },
        { description: 'The running month' },
      ),
    ),
    ...refusals('a'),
  },
};

const HISTORY = {
  operationId: 'usageHistory',
  summary: 'Get a summary of each month since the account began, newest first',
  tags: TAGS,
  response: {
    200: named(
      'UsageHistory',
      Type.Object(
        { items: Type.Array(UsageSummary) },
        { description: 'The running month, and those before it' },
      ),
    ),
    ...refusals('a'),
  },
};

const INVOICE = {
  operationId: 'invoice',
  summary: 'Get the invoice of a closed month as JSON, CSV or PDF',
  tags: TAGS,
  params: Type.Object({ month: Type.String({ description: 'Such as 2026-10' }) }),
  querystring: Type.Object(
    { format: Type.Optional(Type.Enum(['json', 'csv', 'pdf'], { default: 'json' })) },
    { additionalProperties: false },
  ),
  response: {
    200: {
      description: 'A month is closed an hour after its end',
      content: {
        'application/json': { schema: InvoiceDocument },
        'text/csv': { schema: Type.String() },
        'application/pdf': { schema: Type.String({ contentMediaType: 'application/pdf' }) },
      },
    },
    ...refusals('a', 404, 422),
  },
};

export const usageA: Noun<Pick<Services, 'clock' | 'db'>> = (app, { services }, done) => {
  const { db, clock } = services;
  const printer = new InvoicePrinter();

  app.get('/usage/summary', { config: SCOPE, schema: SUMMARY }, async (request) => {
    const { tenantId, environment } = principalOf(request);
    if (environment === 'sandbox') return summaryFields(await sandboxStatement(db, tenantId, clock.now()));
    return summaryFields(runningOf(await readAccount(db, tenantId, clock.now())));
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
