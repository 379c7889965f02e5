import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GATHER_MS, paced } from './pace.ts';
import type { ReadPath } from './read.ts';

const APPROVALS = '/api/v1/approvals';
const REPORT = '/api/v1/judgement/report';

test('reads-at-once-after-the-first-news-and-once-more-after-a-burst', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const pass = (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const read: ReadPath[] = [];
  const tell = paced(
    (path) => read.push(path),
    () => now,
  );
  tell([APPROVALS, REPORT]);
  tell([APPROVALS]);
  pass(GATHER_MS);
  assert.deepEqual(read, [APPROVALS, REPORT]);
  for (let second = 0; second < 60; second += 1) {
    tell([APPROVALS, REPORT]);
    pass(1000);
  }
  const count = (path: ReadPath) => read.filter((each) => each === path).length;
  assert.ok(count(APPROVALS) >= 11 && count(APPROVALS) <= 13, `read ${count(APPROVALS)} times in a minute`);
  assert.equal(count(REPORT), 1);
  pass(120_000);
  assert.equal(count(REPORT), 2);
});
