/** The currency of an act, and whether its payment recurs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allowance } from '../arguments/arguments.ts';
import { greatestNumber } from './greatest-number.ts';
import { moneyIn } from './money.ts';

/** The codes that are stated, with `?` for an unknown one. */
const CURRENCIES: [given: object, codes: string][] = [
  [{ amount: 900, currency: 'KWD' }, 'KWD'],
  [{ amount: 900, currency: ' k\u200bwd ' }, 'KWD'],
  [{ amount: 900, currency_code: 'eur' }, 'EUR'],
  [{ amount: { value: 900, currencyCode: 'ＫＷＤ' } }, 'KWD'],
  [{ amount: 900, currency: { code: 'KWD', decimals: 3 } }, 'KWD'],
  [{ amount: 900, currency: ['KWD'] }, 'KWD'],
  [{ amount: 900, targetCurrency: 'Euro' }, 'EUR'],
  [{ amount: 900, currency: '€' }, 'EUR'],
  [{ amount: 900, currency: 'shells' }, '?'],
  [{ amount: 900, currency: 414 }, '?'],
  [{ amount: '900 KWD' }, 'KWD'],
  [{ amount: 'kwd 900' }, 'KWD'],
  [{ amount: '€900' }, 'EUR'],
  [{ amount_kwd: 900 }, 'KWD'],
  [{ totalKwd: 900 }, 'KWD'],
  [{ amount: 900, asset: 'BTC' }, 'BTC'],
  [{ amount: 900, unit: 'pieces' }, ''],
  [{ amount: 900 }, ''],
  [{ amount: 900, currency: '' }, ''],
  [{ amount: 900, currency: null }, ''],
  [{ amount: 900, currency_id: 3 }, ''],
  [{ quantity: '2 kg', limit: '10 MB' }, ''],
  [{ description: '900 KWD', airport: 'SEK' }, ''],
];

for (const [given, codes] of CURRENCIES) {
  test(`${JSON.stringify(given)} is in ${codes || 'no currency that it states'}`, () => {
    const { currencies } = moneyIn('pay', { arguments: given });
    assert.equal(currencies.map((one) => one.codes.join('/') || '?').join(' '), codes);
  });
}

const REPEATS: [action: string, given: object, repeats: string | null][] = [
  ['create_standing_order', { amount: 900 }, 'create_standing_order'],
  ['stripe.createSubscription', { price: 'p1' }, 'stripe.createSubscription'],
  ['setup-direct-debit', {}, 'setup-direct-debit'],
  ['cancel_subscription', { id: 's1' }, null],
  ['pay', { amount: 900, recurring: true }, 'recurring'],
  ['pay', { amount: 900, isRecurring: 'yes' }, 'isRecurring'],
  ['pay', { amount: 900, frequency: 'monthly' }, 'frequency'],
  ['pay', { amount: 900, schedule: { type: 'standing order' } }, 'schedule.type'],
  ['pay', { amount: 900, recurrence: { every: 1 } }, 'recurrence'],
  ['pay', { amount: 900, mode: 'Subscription' }, 'mode'],
  ['pay', { amount: 900, recurring: false }, null],
  ['pay', { amount: 900, frequency: 'ONE_TIME' }, null],
  ['pay', { amount: 900, frequency: 'once', recurrence: null }, null],
  ['pay', { amount: 900, memo: 'monthly', description: 'Subscription' }, null],
  ['pay', { amount: 900, date: '2026-12-01' }, null],
];

for (const [action, given, repeats] of REPEATS) {
  test(`${action} ${JSON.stringify(given)} is done again: ${repeats}`, () => {
    assert.equal(moneyIn(action, { arguments: given }).repeats, repeats);
  });
}

test('a currency is read at any depth and in any spelling', () => {
  const spelled = (code: string) =>
    fc.constantFrom(code, code.toLowerCase(), ` ${code} `, `${code[0]}\u200b${code.slice(1)}`);
  fc.assert(
    fc.property(
      fc
        .constantFrom('KWD', 'EUR', 'USD', 'BHD', 'GBP')
        .chain((code) => fc.tuple(fc.constant(code), spelled(code))),
      fc.constantFrom('currency', 'currencyCode', 'amount_currency', 'CCY'),
      fc.array(fc.constantFrom('payment', 'details', 'to'), { maxLength: 5 }),
      ([code, text], field, path) => {
        const given = path.reduce<object>((inner, name) => ({ [name]: [inner] }), {
          amount: 900,
          [field]: text,
        });
        const [found, ...others] = moneyIn('pay', { arguments: given }).currencies;
        assert.deepEqual([found?.codes, others.length], [[code], 0]);
      },
    ),
  );
});

test('a number counts by its size, with any sign and in any spelling', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.boolean(), (amount, isNegative) => {
      const signed = isNegative ? -amount : amount;
      const written = [
        signed,
        String(signed),
        `${signed} EUR`,
        `€${signed}`,
        `KWD ${signed.toLocaleString('en')}`,
      ];
      for (const value of written)
        assert.equal(greatestNumber({ amount: value }, allowance())?.value, amount, String(value));
    }),
  );
});
