/** The currencies that a task names, and whether it allows only one payment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveTerms } from './derive.ts';

const CASES: [task: string, currencies: string, once: boolean][] = [
  ['Pay 900 EUR to Ann', 'EUR', true],
  ['Pay €900 to Ann', 'EUR', true],
  ['überweise 250 Euro', 'EUR', true],
  ['Pay 900 KWD to Ann', 'KWD', true],
  ['Pay GBP 30 for lunch', 'EGP GBP'.slice(4), true],
  ['Convert 900 EUR to KWD', 'EUR KWD', true],
  ['Pay $30 to Ann', 'AUD CAD HKD NZD SGD TWD USD', true],
  ['Pay CHF 1240.00, then tell Jo', 'CHF', true],
  ['Pay 900 EUR each month to Ann', 'EUR', false],
  ['Richte einen Dauerauftrag über 900 € ein', 'EUR', false],
  ['Subscribe us to the news for 9 euros', 'EUR', false],
  ['Paga 900 euros cada mes', 'EUR', false],
  ['Pay 900 to Ann', '', false],
  ['Delete 5 files', '', false],
  ['Which currency is the EUR?', '', false],
  ['Send ALL of them 5 letters', '', false],
];

for (const [task, currencies, once] of CASES) {
  test(`${task}: ${currencies || 'no currency'}${once ? ', once' : ''}`, () => {
    const derived = deriveTerms(task);
    assert.deepEqual([derived.currencies.join(' '), derived.paysOnce], [currencies, once]);
  });
}
