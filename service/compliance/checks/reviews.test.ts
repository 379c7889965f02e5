/** A review of access counts for 90 days, and in part for 180, or where a person reviewed themselves. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChainInPeriod } from '../chain-in-period.ts';
import type { Result } from '../result.ts';
import { REVIEW_CHECKS } from './reviews.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1000 * DAY_MS;

const TABLE: [of: string, days: number | null, evidenceId: string | null, result: Result, bySelf?: number][] =
  [
    ['none', null, null, 'not_met'],
    ['one of today', 0, 'ev_1', 'met'],
    ['one of today, alone', 0, 'ev_1', 'partial', 2],
    ['one 181 days ago, alone', 181, 'ev_1', 'not_met', 1],
    ['one 90 days ago', 90, 'ev_1', 'met'],
    ['one 91 days ago, seen from the sandbox', 91, null, 'partial'],
    ['one 181 days ago', 181, 'ev_1', 'not_met'],
  ];

describe('a-check-of-reviews', () => {
  for (const [of, days, evidenceId, result, bySelf = 0] of TABLE) {
    test(`access_reviewed of ${of} is ${result}`, async () => {
      const closed = days === null ? undefined : { closedAt: NOW_MS - days * DAY_MS, evidenceId, bySelf };
      // The period goes on after the check.
      const governed = { from: 0, to: NOW_MS + 30 * DAY_MS };
      const looked = { nowMs: NOW_MS, governed, review: async () => closed };
      const finding = await REVIEW_CHECKS.access_reviewed.assess(looked as unknown as ChainInPeriod);
      assert.equal(finding.result, result);
      assert.match(finding.finding, /^[A-Z0-9].*\.$/);
      assert.deepEqual(finding.evidenceIds, evidenceId === null ? [] : [evidenceId]);
    });
  }
});
