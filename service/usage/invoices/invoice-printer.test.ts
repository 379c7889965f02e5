/** Invoices made on a thread: one A4 page with any contents, and no more at once than one thread can make. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../foundation/failure.ts';
import { eachMeter } from '../../foundation/meters.ts';
import { statementsOf } from '../account/billing.ts';
import { readAgreed, requireAgreement } from '../terms/agreed.ts';
import { termsFor } from '../terms/tiers.ts';
import type { Invoice } from './invoice.ts';
import { InvoicePrinter } from './invoice-printer.ts';

/** The largest possible figures, for a tenant with the longest name. */
function hugeInvoice(): Invoice {
  const agreed = {
    allowances: { evidence_storage_gb: 0.000000001, core_api_calls: 0 },
    rates_micro_usd: { evidence_storage_gb: 99_999_999, core_api_calls: 99 },
    base_usd: 9_999_999.999999,
  };
  const terms = termsFor('enterprise', readAgreed(requireAgreement(JSON.stringify(agreed))));
  const used = eachMeter(() => 9_007_199_254_740);
  const [statement] = statementsOf([{ month: 2026 * 12, used, terms, users: 1_000_000 }]);
  assert.ok(statement);
  const tenant = { id: `ten_${'f'.repeat(24)}`, name: 'w'.repeat(63) };
  return { number: `2026-01-${'f'.repeat(24)}`, tenant, closedAt: Date.UTC(2026, 1, 1, 1), statement };
}

test('sets-one-page-of-a4-with-any-contents', async () => {
  const text = Buffer.from(await new InvoicePrinter().print(hugeInvoice())).toString('latin1');
  assert.equal(text.match(/\/Type \/Page\b/g)?.length, 1);
  assert.match(text, /\/MediaBox \[0 0 595\.28 841\.89\]/);
});

test('takes-no-more-than-it-can-set', async () => {
  const printer = new InvoicePrinter(1);
  const first = printer.print(hugeInvoice());
  await assert.rejects(
    printer.print(hugeInvoice()),
    (error) => error instanceof Failure && error.code === 'unavailable',
  );
  await first;
  const broken = { ...hugeInvoice(), statement: null } as unknown as Invoice;
  await assert.rejects(printer.print(broken), /TypeError: Cannot read/);
  assert.ok((await printer.print(hugeInvoice())).length > 10_000, 'after one that failed too');
});
