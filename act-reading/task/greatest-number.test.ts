/** Reads the greatest number in a task, and ignores its dates, times and identifiers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveTerms } from './derive.ts';

const greatestNumberIn = (task: string) => deriveTerms(task).greatestNumber;

/** null, or a number that may still be meant, and one that may not. */
const CASES: [task: string, within: number | null, beyond?: number][] = [
  ['Pay 1,260.50 EUR to Kaminbau Vogt', 1260.5, 12_605],
  ['Überweise 1.950 € ab April', 1950, 19_500],
  ["Transfer CHF 1'240.00", 1240, 12_400],
  ['18 400 € et c’est tout', 18_400, 184_000],
  ['Move 5k to our savings', 5000, 50_000],
  ['a budget of 2 million', 2_000_000, 20_000_000],
  ['order 2 packs, max 30 euro', 30, 1000],
  ['monte la limite à 1500 € par jour', 1500, 15_000],
  ['a compact car, max 45 a day', 148, 6420],
  ['send the remaining 48,700.00 EUR', 48_700, 487_000],
  ['scale to 8 replicas', 8, 1200],
  ['Book me on the 7:40 flight on April 2', null],
  ['a week from 12 to 15 May 2026', null],
  ['at 11, in room 214', null],
  ['Tomasz approved #412', null],
  ['deploy 2.9.3 to staging', null],
  ['call +49 171 5550148', null],
  ['pay DE89 3704 0044 0532 0130 00', null],
  ['remove FJ-01 and invoice 2025-118', null],
  ['pay 1900 EUR', 1900, 19_000],
  ['the report of 2025', null],
  ['tell me about it', null],
  // An amount is read whole, with any end of the sentence and anything beside it.
  ['Pay the invoice. It is 2200. Thanks', 2200, 22_000],
  ['It is 20. Thanks', 20, 200],
  ['Bezahle den Rest: 1200. Danke', 1200, 12_000],
  ['2 hundred for Ann', 200, 2000],
  ['EUR900 to Ann', 900, 9000],
  ['amount:2200', 2200, 22_000],
  ['2,200/month', 2200 * 7, 200_000],
  ['900-1000 EUR', 1000, 10_000],
  ['we meet am 12. im Büro', null],
  ['dinner is at eight', null],
  ['meet Ann in room seven', null],
  // Digits of any script and groups of any kind are read, and an account beside an amount is not.
  ['Pay １２００ EUR to Ann', 1200, 12_000],
  ['Pay ١٢٠٠ EUR to Ann', 1200, 12_000],
  ['Pay 1,23,456 INR to Ann', 123_456, 200_000],
  ['Pay 4711 to account 12345678', 4711, 47_000],
  ['Pay 12345678 EUR to Ann', 12_345_678],
  // Numbers in words are not read.
  ['pay two hundred euros', null],
  ['half a million', null],
];

for (const [task, within, beyond] of CASES) {
  test(`${task}: ${within}`, () => {
    const greatest = greatestNumberIn(task);
    if (within === null) return assert.equal(greatest, null);
    assert.ok(greatest !== null && within <= greatest, `${greatest}`);
    assert.ok(beyond === undefined || beyond > greatest, `${greatest}`);
  });
}

test('an amount that stands in the task is within it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom('EUR', 'USD', '€'),
      (amount, unit) => {
        assert.ok((greatestNumberIn(`Please pay ${amount} ${unit} to Ada`) ?? 0) >= amount);
      },
    ),
  );
});

test('an amount beside its currency is read whole in all surroundings', () => {
  const anyUnit = fc.constantFrom('EUR', 'USD', '€', 'CHF', 'euros', 'dollars');
  const anyEnd = fc.constantFrom('', '.', '. Thanks', '! Now', ', please', ' - soon', '/month', ')', '.\n');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      anyUnit,
      fc.boolean(),
      anyEnd,
      (amount, unit, isBefore, end) => {
        const said = isBefore ? `${unit} ${amount}` : `${amount} ${unit}`;
        const greatest = greatestNumberIn(`Pay Ada ${said}${end}`) ?? 0;
        assert.ok(greatest >= amount && greatest <= amount * 8, `${said}${end}: ${greatest}`);
      },
    ),
  );
});
