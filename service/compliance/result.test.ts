/** The result of a control from its checks: by a table that a person can read, and by properties of any results. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ControlResult, type Judged, RESULTS, type Result, resultOf } from './result.ts';

type CheckResult = Result | 'occasional' | 'decisive';

/** `occasional` is an occasional check that had nothing to judge, `decisive` a decisive one that is not met. */
function judged(check: CheckResult): Judged {
  if (check === 'occasional') return { result: 'not_assessed', occasional: true, decisive: false };
  if (check === 'decisive') return { result: 'not_met', occasional: false, decisive: true };
  return { result: check, occasional: false, decisive: false };
}

const TABLE: [checks: CheckResult[], result: Result, reason?: ControlResult['reason']][] = [
  [[], 'not_assessed', 'outside'],
  [['not_assessed'], 'not_assessed', 'nothing_to_judge'],
  [['not_assessed', 'occasional'], 'not_assessed', 'nothing_to_judge'],
  [['occasional'], 'not_assessed', 'nothing_to_judge'],
  [['met'], 'met'],
  [['met', 'met'], 'met'],
  [['met', 'occasional'], 'met'],
  [['met', 'not_assessed'], 'partial'],
  [['met', 'partial'], 'partial'],
  [['met', 'not_met'], 'partial'],
  [['partial'], 'partial'],
  [['partial', 'not_assessed'], 'partial'],
  [['partial', 'not_met'], 'not_met'],
  [['not_met'], 'not_met'],
  [['not_met', 'not_assessed'], 'not_met'],
  [['met', 'met', 'decisive'], 'not_met'],
];

describe('the-result-of-a-control', () => {
  for (const [checks, result, reason = null] of TABLE) {
    test(`${checks.join(' and ') || 'no check'} come to ${result}`, () => {
      assert.deepEqual(resultOf(checks.map(judged)), { result, reason });
    });
  }
});

const one = fc.record({
  result: fc.constantFrom(...RESULTS),
  occasional: fc.boolean(),
  decisive: fc.boolean(),
});
const some = fc.array(one, { maxLength: 8 });

/** The rank of a result; one that is not assessed is no better than one that is not met. */
const WORTH: Record<Result, number> = { met: 2, partial: 1, not_met: 0, not_assessed: 0 };
const worthOf = (checks: Judged[]) => WORTH[resultOf(checks).result];

test('a-check-that-is-not-met-never-improves-a-control', () => {
  fc.assert(
    fc.property(some, one, (checks, added) => {
      assert.ok(worthOf([...checks, { ...added, result: 'not_met' }]) <= worthOf(checks));
    }),
  );
});

test('a-check-with-nothing-to-judge-never-improves-a-control', () => {
  fc.assert(
    fc.property(some, one, (checks, added) => {
      assert.ok(worthOf([...checks, { ...added, result: 'not_assessed' }]) <= worthOf(checks));
    }),
  );
});

test('nothing-is-met-unless-a-check-is-and-all-that-were-judged-are', () => {
  fc.assert(
    fc.property(some, (checks) => {
      if (resultOf(checks).result !== 'met') return;
      const results = checks.map(({ result }) => result);
      assert.ok(results.includes('met'));
      assert.ok(!results.includes('partial') && !results.includes('not_met'));
    }),
  );
});

test('the-order-of-checks-changes-nothing', () => {
  fc.assert(
    fc.property(some, (checks) => assert.deepEqual(resultOf(checks), resultOf([...checks].reverse()))),
  );
});
