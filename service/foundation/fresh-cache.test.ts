import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Clock } from './clock.ts';
import { FreshCache } from './fresh-cache.ts';

const FRESHNESS = { refreshAfterMs: 400, forgetAfterMs: 800, maxEntries: 2 };

let nowMs = 0;
let asked: string[] = [];
let source = new Map<string, string>();
let fails = false;
const clock: Clock = { now: () => 0, monotonic: () => nowMs };

beforeEach(() => {
  nowMs = 0;
  asked = [];
  fails = false;
  source = new Map([['a', 'one']]);
});

function cacheOfSource(): FreshCache<{ value: string }> {
  const load = async (key: string) => {
    asked.push(key);
    if (fails) throw new Error('the source is away');
    const value = source.get(key);
    return value === undefined ? null : { value };
  };
  return new FreshCache(load, clock, FRESHNESS);
}

/** Lets all pending work finish. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('answers-from-memory-while-it-is-young', async () => {
  const cache = cacheOfSource();
  assert.deepEqual(await cache.get('a'), { value: 'one' });
  nowMs = 400;
  assert.deepEqual(cache.get('a'), { value: 'one' });
  assert.deepEqual(asked, ['a']);
});

test('refreshes-an-ageing-answer-in-the-background', async () => {
  const cache = cacheOfSource();
  await cache.get('a');
  source.set('a', 'two');
  nowMs = 401;
  assert.deepEqual(cache.get('a'), { value: 'one' });
  await settle();
  assert.deepEqual(cache.get('a'), { value: 'two' });
  assert.deepEqual(asked, ['a', 'a']);
});

test('gives-no-answer-beyond-its-age', async () => {
  const cache = cacheOfSource();
  await cache.get('a');
  source.delete('a');
  nowMs = 801;
  assert.equal(await cache.get('a'), null);
  assert.equal(await cache.get('a'), null);
  assert.deepEqual(asked, ['a', 'a', 'a'], 'what is not there is asked for every time');
});

test('counts-the-age-from-the-asking-and-not-from-the-answer', async () => {
  const cache = cacheOfSource();
  const first = cache.get('a');
  nowMs = 500;
  await first;
  nowMs = 801;
  cache.get('a');
  assert.equal(asked.length, 2);
});

test('asks-once-for-many-callers-at-the-same-time', async () => {
  const cache = cacheOfSource();
  const answers = await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')]);
  assert.equal(new Set(answers).size, 1);
  assert.deepEqual(asked, ['a']);
});

test('waits-for-no-answer-that-was-asked-for-too-long-ago', async () => {
  const answers: PromiseWithResolvers<{ value: string }>[] = [];
  const load = () => {
    const answer = Promise.withResolvers<{ value: string }>();
    answers.push(answer);
    return answer.promise;
  };
  const cache = new FreshCache(load, clock, FRESHNESS);
  const early = cache.get('a');
  nowMs = 800;
  const joined = cache.get('a');
  nowMs = 801;
  const late = cache.get('a');
  answers[1]?.resolve({ value: 'two' });
  assert.deepEqual(await late, { value: 'two' });
  answers[0]?.resolve({ value: 'one' });
  assert.deepEqual(await Promise.all([early, joined]), [{ value: 'one' }, { value: 'one' }]);
  assert.deepEqual(cache.get('a'), { value: 'two' }, 'the older answer came last, and is not kept');
  assert.equal(answers.length, 2);
});

test('keeps-what-it-has-while-the-source-is-away-and-no-longer', async () => {
  const cache = cacheOfSource();
  await cache.get('a');
  fails = true;
  nowMs = 600;
  assert.deepEqual(cache.get('a'), { value: 'one' });
  await settle();
  assert.deepEqual(cache.get('a'), { value: 'one' });
  await settle();
  nowMs = 801;
  await assert.rejects(async () => cache.get('a'), /away/);
  fails = false;
  assert.deepEqual(await cache.get('a'), { value: 'one' });
});

test('does-not-keep-an-answer-that-was-dropped-while-it-was-under-way', async () => {
  const cache = cacheOfSource();
  const first = cache.get('a');
  cache.drop('a');
  await first;
  source.set('a', 'two');
  assert.deepEqual(await cache.get('a'), { value: 'two' });
});

test('forgets-the-oldest-when-it-is-full', async () => {
  const cache = cacheOfSource();
  for (const key of ['a', 'b', 'c']) source.set(key, key);
  for (const key of ['a', 'b', 'c']) await cache.get(key);
  asked = [];
  assert.deepEqual({ b: cache.get('b'), c: cache.get('c') }, { b: { value: 'b' }, c: { value: 'c' } });
  await cache.get('a');
  assert.deepEqual(asked, ['a']);
});
