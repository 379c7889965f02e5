/** When a delivery is tried again, and when it is given up. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from './network/exchange.ts';
import { judgeAnswer, retryDelayMs } from './retry.ts';

const MIDDLE = 0.5;
const HOUR_MS = 3_600_000;
const NOW = 1_800_000_000_000;

test('tries-nine-times-more-and-then-gives-up', () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];
  const delays = minutes.map((_, place) => retryDelayMs(place + 1, MIDDLE));
  assert.deepEqual(
    delays,
    minutes.map((each) => each * 60_000),
  );
  assert.equal(retryDelayMs(10, MIDDLE), null);
});

test('varies-each-delay-by-a-fifth-either-way', () => {
  assert.equal(retryDelayMs(1, 0), 4000);
  assert.equal(retryDelayMs(1, 1), 6000);
  assert.equal(retryDelayMs(9, 0), 19.2 * HOUR_MS);
});

const JUDGEMENTS: [string, Partial<Answer>, ReturnType<typeof judgeAnswer>][] = [
  ['200', { status: 200 }, { status: 'delivered', nextAt: null, gone: false }],
  ['299', { status: 299 }, { status: 'delivered', nextAt: null, gone: false }],
  ['a 200 that breaks off', { status: 200, error: 'It broke off.' }, again(5000)],
  ['304', { status: 304, error: 'x' }, again(5000)],
  ['500', { status: 500, error: 'x' }, again(5000)],
  ['no answer', { status: null, error: 'x' }, again(5000)],
  ['410', { status: 410, error: 'x' }, { status: 'failed', nextAt: null, gone: true }],
  ['429 in an hour', { status: 429, error: 'x', retryAfterMs: HOUR_MS }, again(HOUR_MS)],
  ['503 in an hour', { status: 503, error: 'x', retryAfterMs: HOUR_MS }, again(HOUR_MS)],
  ['503 in a second', { status: 503, error: 'x', retryAfterMs: 1000 }, again(5000)],
];
for (const [what, answer, wanted] of JUDGEMENTS) {
  test(`judges-an-answer: ${what}`, () => {
    const whole: Answer = {
      status: null,
      error: null,
      response: null,
      durationMs: 1,
      retryAfterMs: null,
      ...answer,
    };
    assert.deepEqual(judgeAnswer(whole, 1, NOW, MIDDLE), wanted);
  });
}

test('gives-up-after-the-last-delay-in-any-case', () => {
  const answer: Answer = {
    status: 503,
    error: 'x',
    response: null,
    durationMs: 1,
    retryAfterMs: HOUR_MS,
  };
  assert.deepEqual(judgeAnswer(answer, 10, NOW, MIDDLE), { status: 'failed', nextAt: null, gone: false });
});

function again(ms: number): ReturnType<typeof judgeAnswer> {
  return { status: 'pending', nextAt: NOW + ms, gone: false };
}
