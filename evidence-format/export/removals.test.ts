/** The removals that explain each payload, compared with the simplest algorithm. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WithheldRecords } from './removals.ts';

const SIZE = 40;
const range = fc
  .tuple(fc.nat(SIZE - 1), fc.integer({ min: 1, max: SIZE }))
  .map(([first, length]) => ({ first, end: Math.min(SIZE, first + length) }));

test('accounts-for-each-payload-once', () => {
  const ranges = fc.array(range, { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(SIZE - 1)),
      ranges,
      ranges,
      ranges,
      (gone, redacted, pruned, claimed) => {
        const withheld = new WithheldRecords();
        for (const index of gone.toSorted((a, b) => a - b)) withheld.add(index);
        for (const each of redacted) withheld.state({ kind: 'redaction', ...each });
        for (const each of pruned) withheld.state({ kind: 'retention', ...each });
        const claims = claimed.map(({ first, end }) => ({
          kind: 'retention',
          from_index: first,
          to_index: end,
          evidence_id: 'ev_1',
        }));
        const isIn = (index: number, list: typeof redacted) =>
          list.some(({ first, end }) => index >= first && index < end);
        const rest = { redacted: 0, pruned: 0, claimed: 0, unexplained: 0 };
        const unexplained: number[] = [];
        for (const index of gone) {
          if (isIn(index, redacted)) rest.redacted += 1;
          else if (isIn(index, pruned)) rest.pruned += 1;
          else if (isIn(index, claimed)) rest.claimed += 1;
          else unexplained.push(index);
        }
        rest.unexplained = unexplained.length;
        const firstUnexplained = unexplained.length === 0 ? null : Math.min(...unexplained);
        assert.deepEqual(withheld.explain(claims), { ...rest, firstUnexplained });
        assert.equal(withheld.count, gone.length);
      },
    ),
    { numRuns: 500 },
  );
});
