import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { pino } from 'pino';
import { startChores } from './chores.ts';

/** A log that keeps its lines. */
function keepingLog() {
  const told: { msg: string; untold?: number }[] = [];
  return { told, log: pino({}, { write: (line: string) => void told.push(JSON.parse(line)) }) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('runs-each-chore-now-and-then-and-one-at-a-time', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const { log } = keepingLog();
  let started = 0;
  let finish = () => {};
  const run = () =>
    new Promise<void>((resolve) => {
      started += 1;
      finish = resolve;
    });
  const chores = startChores([{ name: 'sweep', everyMs: 10, run }], log);
  mock.timers.tick(35);
  assert.equal(started, 1, 'the next waits for the one under way');
  finish();
  await settle();
  mock.timers.tick(10);
  assert.equal(started, 2);
  finish();
  await chores.stop();
  mock.timers.tick(100);
  assert.equal(started, 2);
});

test('logs-and-counts-a-chore-that-fails-and-goes-on', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const { told, log } = keepingLog();
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error(runs < 3 ? 'the broom broke' : 'the bucket leaks');
  };
  const counting = {
    failed: 0,
    choreFailed() {
      this.failed += 1;
    },
    choreRecovered() {},
  };
  const chores = startChores([{ name: 'sweep', everyMs: 10, run }], log, counting);
  for (let time = 0; time < 3; time++) {
    mock.timers.tick(10);
    await settle();
  }
  await chores.stop();
  assert.deepEqual({ runs, failed: counting.failed }, { runs: 3, failed: 3 });
  // The second failure is not logged: its reason is the same as the first's.
  assert.deepEqual(
    told.map(({ msg, untold }) => [msg, untold]),
    [
      ['could not sweep', undefined],
      ['could not sweep', 1],
    ],
  );
});

test('counts-each-run-that-fails', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const { log } = keepingLog();
  /** Counts for itself, as the real one does. */
  class Counter {
    failed = 0;
    choreFailed() {
      this.failed += 1;
    }
    choreRecovered() {}
  }
  const counter = new Counter();
  const run = () => Promise.reject(new Error('the broom broke'));
  const chores = startChores([{ name: 'sweep', everyMs: 10, run }], log, counter);
  mock.timers.tick(10);
  await settle();
  await chores.stop();
  assert.equal(counter.failed, 1);
});

test('waits-for-what-is-under-way-and-runs-the-last-ones-once-more', async () => {
  const { log } = keepingLog();
  const ran: string[] = [];
  const chore = (name: string, last?: boolean) => ({
    name,
    everyMs: 3_600_000,
    last,
    run: async () => void ran.push(name),
  });
  await startChores([chore('sweep'), chore('count', true)], log).stop();
  assert.deepEqual(ran, ['count']);
});

test('tells-a-long-run-that-it-should-end', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const { log } = keepingLog();
  const run = (stopping: AbortSignal) =>
    new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
  const chores = startChores([{ name: 'sweep', everyMs: 10, run }], log);
  mock.timers.tick(10);
  await chores.stop();
});
