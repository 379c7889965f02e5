/**
 * The formula, by examples and for any history: the most trust that an agent can earn in a day, in a month, or by a
 * trick.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RISK_LEVELS, type RiskLevel } from '@assize/act-reading/risk';
import fc from 'fast-check';
import { dayOf } from '../foundation/clock.ts';
import type { CauseType } from './cause.ts';
import { posterior, scoreAt, shown, stepOf, sumsAt, type TrustFact, type TrustState } from './formula.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONDAY = Date.UTC(2026, 0, 5);
const CAUSES: CauseType[] = ['success', 'failure', 'executed_despite_block', 'approved', 'rejected'];
const TINY = 1e-9;

function after(facts: readonly TrustFact[], from: TrustState | null = null): TrustState | null {
  return facts.reduce<TrustState | null>((state, fact) => stepOf(state, fact).state, from);
}

function times(count: number, type: CauseType, riskLevel: RiskLevel, at: number, everyMs = 0): TrustFact[] {
  return Array.from({ length: count }, (_, place) => ({ type, riskLevel, at: at + place * everyMs }));
}

const scoreOf = (facts: readonly TrustFact[], at: number) => shown(scoreAt(after(facts), at));

test('weighs-what-became-of-actions-by-their-risk', () => {
  assert.equal(scoreOf([], MONDAY), 50);
  assert.equal(scoreOf(times(1, 'success', 'low', MONDAY), MONDAY), 54.55);
  for (const [type, riskLevel, expected] of [
    ['failure', 'low', 45.45],
    ['failure', 'medium', 41.67],
    ['rejected', 'high', 35.71],
    ['executed_despite_block', 'critical', 27.78],
  ] as const) {
    assert.equal(scoreOf(times(1, type, riskLevel, MONDAY), MONDAY), expected);
  }
});

test('halves-what-is-thirty-days-old', () => {
  const state = after(times(3, 'failure', 'high', MONDAY)) as TrustState;
  assert.deepEqual(sumsAt(state, MONDAY + 30 * DAY_MS), { successes: 0, failures: 6 });
  assert.deepEqual(sumsAt(state, MONDAY + 60 * DAY_MS), { successes: 0, failures: 3 });
  assert.deepEqual(sumsAt(state, MONDAY - DAY_MS), { successes: 0, failures: 12 });
});

test('a-thousand-cheap-successes-in-a-day-earn-five', () => {
  const facts = times(1000, 'success', 'low', MONDAY, 60_000);
  assert.equal(scoreOf(facts, MONDAY + 20 * HOUR_MS), 55);
  // Trust earned beyond the ceiling follows at five a day, as long as it lasts.
  const later = [1, 2, 9, 10, 365].map((days) => scoreOf(facts, MONDAY + days * DAY_MS));
  assert.deepEqual(later, [60, 65, 99.4, 99.38, 51.07]);
});

test('a-loss-counts-at-once-however-much', () => {
  const earned = times(20, 'success', 'critical', MONDAY, 7 * HOUR_MS);
  const at = MONDAY + 6 * DAY_MS;
  const [before, after] = [
    scoreOf(earned, at),
    scoreOf([...earned, ...times(6, 'failure', 'critical', at)], at),
  ];
  assert.ok(before - after > 5, `${before} to ${after}`);
});

test('idling-only-takes-back-to-the-start', () => {
  fc.assert(
    fc.property(history(), fc.integer({ min: 0, max: 400 }), (facts, days) => {
      const state = after(facts);
      const from = Math.max(...facts.map(({ at }) => at), MONDAY);
      const earned = state === null ? 50 : posterior(sumsAt(state, from));
      const idle = scoreAt(state, from + days * DAY_MS);
      assert.ok(idle <= Math.max(50, earned) + TINY);
      const end = scoreAt(state, from + 4000 * DAY_MS);
      assert.ok(Math.abs(end - 50) < 0.5, String(end));
    }),
  );
});

test('rises-at-most-five-in-a-day-in-any-history', () => {
  fc.assert(
    fc.property(history(), (facts) => {
      let state: TrustState | null = null;
      const firstOf = new Map<number, number>();
      let from = Number.NaN;
      for (const fact of [...facts].sort((one, other) => one.at - other.at)) {
        const day = dayOf(fact.at);
        if (!firstOf.has(day)) firstOf.set(day, scoreAt(state, day * DAY_MS));
        if (Number.isNaN(from)) from = day;
        const step = stepOf(state, fact);
        state = step.state;
        assert.ok(step.after <= (firstOf.get(day) ?? 0) + 5 + TINY);
        assert.ok(step.after <= 50 + 5 * (day - from + 1) + TINY);
        assert.ok(step.after >= 0 && step.after <= 100);
      }
    }),
  );
});

test('no-order-of-facts-and-no-clock-set-back-earns-more', () => {
  fc.assert(
    fc.property(history(), (facts) => {
      const end = Math.max(...facts.map(({ at }) => at), MONDAY);
      const ordered = [...facts].sort((one, other) => one.at - other.at);
      const limit = 50 + 5 * (dayOf(end) - dayOf(ordered[0]?.at ?? end) + 1);
      assert.ok(scoreAt(after(facts), end) <= limit + TINY);
    }),
  );
});

test('succeeding-and-failing-in-turn-earns-nothing', () => {
  const facts = Array.from({ length: 400 }, (_, place): TrustFact => {
    return { type: place % 2 === 0 ? 'success' : 'failure', riskLevel: 'low', at: MONDAY + place * HOUR_MS };
  });
  let state: TrustState | null = null;
  for (const fact of facts) {
    state = stepOf(state, fact).state;
    assert.ok(scoreAt(state, fact.at) <= 55);
  }
  // Cheap successes hardly make up for a grave failure, which weighs as much as eight of them.
  const bought = [
    ...times(8, 'success', 'low', MONDAY, HOUR_MS),
    ...times(1, 'failure', 'critical', MONDAY + DAY_MS),
  ];
  assert.ok(scoreOf(bought, MONDAY + DAY_MS) < 50.2);
});

function history() {
  const fact = fc.record({
    type: fc.constantFrom(...CAUSES),
    riskLevel: fc.constantFrom(...RISK_LEVELS),
    at: fc.integer({ min: 0, max: 60 * DAY_MS }).map((ms) => MONDAY + ms),
  });
  return fc.array(fact, { maxLength: 60 });
}
