/** The habits of a shared channel: what makes no sense is refused, and the field is named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@assize/evidence-format';
import { faultsOfHabits, habitsIn } from './habits.ts';

const QUIET = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' };

test('takes-quiet-hours-and-a-number-or-neither', () => {
  for (const options of [
    {},
    { quiet: null, digest_above: null },
    { quiet: QUIET, digest_above: 3 },
  ] as JsonObject[]) {
    assert.deepEqual(faultsOfHabits(options), []);
  }
  assert.deepEqual(habitsIn({ quiet: QUIET, digest_above: 3 }), { quiet: QUIET, digestAbove: 3 });
  assert.deepEqual(habitsIn({}), { quiet: null, digestAbove: null });
});

const REFUSED: readonly (readonly [string, JsonObject])[] = [
  ['options.quiet', { quiet: 'at night' }],
  ['options.quiet', { quiet: [] }],
  ['options.quiet.from', { quiet: { ...QUIET, from: '24:00' } }],
  ['options.quiet.to', { quiet: { ...QUIET, to: 7 } }],
  ['options.quiet.to', { quiet: { ...QUIET, to: '22:00' } }],
  ['options.quiet.time_zone', { quiet: { ...QUIET, time_zone: 'Mars/Base' } }],
  ['options.quiet.time_zone', { quiet: { from: '22:00', to: '07:00' } }],
  ['options.quiet.except_risk_at_least', { quiet: { ...QUIET, except_risk_at_least: 'some' } }],
  ['options.quiet.days', { quiet: { ...QUIET, days: 'all' } }],
  ['options.digest_above', { digest_above: 0 }],
  ['options.digest_above', { digest_above: 1.5 }],
  ['options.digest_above', { digest_above: '3' }],
];

for (const [field, options] of REFUSED) {
  test(`refuses-${JSON.stringify(options)}`, () => {
    assert.deepEqual(
      faultsOfHabits(options).map((fault) => fault.field.join('.')),
      [field],
    );
  });
}
