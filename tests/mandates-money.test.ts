/** A task that names an amount of money fixes its currency, and a single payment does not allow a standing order. */
import assert from 'node:assert/strict';
import { newBudget } from './support/governance/budgets.ts';
import { requireTrue } from './support/governance/governance.ts';
import { changed, opened, verdictUnder } from './support/governance/mandates.ts';
import { ask } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const IBAN = 'DE89370400440532013000';
const TASK = `Pay 900 EUR to ${IBAN}`;
const PAY = {
  tool: 'bank.pay',
  effect: 'pay',
  targets: [{ path: 'iban', kind: 'account', role: 'payee' }],
};
const STANDING = { ...PAY, tool: 'bank.create_standing_order' };
const LOOK = { tool: 'bank.rates', effect: 'read' };

/** The task, the tool, its arguments besides the account, and why it is held; null if it passes. */
const CASES: [task: string, tool: string, given: object, why: RegExp | null][] = [
  [TASK, 'bank.pay', { amount: 900 }, null],
  [TASK, 'bank.pay', { amount: 900, currency: 'eur' }, null],
  [TASK, 'bank.pay', { amount: '900 EUR', recurring: false }, null],
  [TASK, 'bank.pay', { amount: 900, currency: 'KWD' }, /currency states another currency than the task/],
  [TASK, 'bank.pay', { amount: '900 KWD' }, /amount states another currency/],
  [TASK, 'bank.pay', { amount: 900, currency: 'barrels' }, /currency states another currency/],
  [TASK, 'bank.pay', { amount: -98_000 }, /98000 in amount is more/],
  [TASK, 'bank.pay', { amount: '-98,000 EUR' }, /98000 in amount is more/],
  [TASK, 'bank.pay', { amount: 900, frequency: 'monthly' }, /pays again and again \(frequency\)/],
  [TASK, 'bank.create_standing_order', { amount: 900 }, /pays again and again/],
  [TASK, 'bank.rates', { amount: 900, currency: 'KWD' }, null],
  [`Set up a standing order of 900 EUR to ${IBAN}`, 'bank.create_standing_order', { amount: 900 }, null],
  [`Pay 900 to ${IBAN}`, 'bank.pay', { amount: 900, currency: 'KWD' }, null],
];

testAsTenantOnEachDatabase(
  'holds-another-currency-and-a-standing-order-for-one-payment',
  async ({ app, service, key }) => {
    for (const entry of [PAY, STANDING, LOOK])
      assert.equal((await ask(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry } })).status, 200);
    for (const [task, action, given, why] of CASES) {
      const { mandate_id } = await opened(app, { task });
      const context = { arguments: { iban: IBAN, ...given } };
      const { verdict, reasoning } = await verdictUnder(app, mandate_id, { action, context });
      const call = `${task}: ${action} ${JSON.stringify(given)}: ${reasoning}`;
      assert.equal(verdict, why === null ? 'PROCEED' : 'ESCALATE', call);
      if (why !== null) assert.match(reasoning, why, call);
    }
    await requireTrue(service, key);
  },
);

/** Ways to write 98,000, or more than 900 in one call, to a service that would pay it. */
const TOO_MUCH: object[] = [
  ...['98,000', '98.000,00', '98000,00', "98'000", '98 000', '98_000', '+98000', '(98000)', '98k', '9.8e4'],
  ...['９８０００', '٩٨٠٠٠', '98\u200b000', '98.000,00 €', 'EUR 98 000,00', '€98000.-', '98000.123456'],
  ...['98 thousand EUR', '98 T€', 'ninety-eight thousand', 'all', '0x17ED0', '10 x 9800', 'KD 98'],
].map((amount) => ({ amount }));
TOO_MUCH.push(
  { amount: { value: '98000.00', currency_code: 'EUR' } },
  { value: '98000' },
  { betrag: '98000' },
  { amount: [900, 900] },
  { payments: [{ amount: '900.00' }, { amount: '900.00' }] },
);
const ENOUGH: object[] = ['900', '900.00', '900,00 EUR', '€ 900.-', '0.9k'].map((amount) => ({ amount }));
ENOUGH.push({ amount: [450, 450] }, { amount: 900, price: 'price_98000' }, { amount: { value: '900.00' } });

testAsTenantOnEachDatabase('an-amount-is-held-however-it-is-written', async ({ app, service, key }) => {
  await ask(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry: PAY } });
  const { mandate_id } = await opened(app, { task: TASK });
  for (const [given, verdict] of [
    ...TOO_MUCH.map((given) => [given, 'ESCALATE'] as const),
    ...ENOUGH.map((given) => [given, 'PROCEED'] as const),
  ]) {
    const context = { arguments: { iban: IBAN, ...given } };
    const answer = await verdictUnder(app, mandate_id, { action: 'bank.pay', context });
    assert.equal(answer.verdict, verdict, `${JSON.stringify(given)}: ${answer.reasoning}`);
  }
  const context = { arguments: `iban ${IBAN}, amount 98000` };
  assert.equal((await verdictUnder(app, mandate_id, { action: 'bank.pay', context })).verdict, 'ESCALATE');
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('no-spelling-of-an-amount-passes-a-budget', async ({ app, service, key }) => {
  const entry = { ...PAY, amount: { path: 'amount' } };
  await ask(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry } });
  await newBudget(app, { limit_usd: 1000 });
  const { mandate_id } = await opened(app, { effects: ['pay'], targets: [{ value: IBAN }] });
  for (const amount of ['98,000', '98.000,00', '$98k', '98e3', '98 thousand', 'everything', -98_000]) {
    const context = { arguments: { iban: IBAN, amount } };
    const { verdict, reasoning } = await verdictUnder(app, mandate_id, { action: 'bank.pay', context });
    assert.notEqual(verdict, 'PROCEED', `${amount}: ${reasoning}`);
  }
  const context = { arguments: { iban: IBAN, amount: '$500.00' } };
  assert.equal((await verdictUnder(app, mandate_id, { action: 'bank.pay', context })).verdict, 'PROCEED');
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase(
  'a-change-of-the-terms-keeps-what-the-task-says-of-money',
  async ({ app, service, key }) => {
    await ask(app, 'a', '/api/v1/tools', { method: 'PUT', body: { entry: PAY } });
    const mandate = await opened(app, { task: TASK });
    assert.equal((await changed(app, 'narrow', mandate.mandate_id, { max_actions: 5 })).status, 200);
    const context = { arguments: { iban: IBAN, amount: 900, currency: 'KWD' } };
    const held = await verdictUnder(app, mandate.mandate_id, { action: 'bank.pay', context });
    assert.equal(held.verdict, 'ESCALATE');
    await requireTrue(service, key);
  },
);
