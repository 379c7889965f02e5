/** A burst may wait for the whole bound; a load that stays beyond what the service carries is cut to a twentieth. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnEnds } from 'node:timers/promises';
import { Failure } from '../foundation/failure.ts';
import { Overload } from './overload.ts';

const MAX_WAIT_MS = 1000;
const COMMIT_MS = 10;
const FLOOD = 1;
const QUIET = 2;

/** An overload whose clock the test moves, with what it counted and logged. */
function overloaded(maxBatch = 10) {
  const state = { now: 0, idleMs: 0, shed: 0, lines: [] as object[] };
  const overload = new Overload({
    clock: { now: () => state.now, monotonic: () => state.now },
    loopIdleMs: () => state.idleMs,
    measured: {
      evaluationShed() {
        state.shed += 1;
      },
    },
    log: { warn: (about) => void state.lines.push(about) },
    maxWaitMs: MAX_WAIT_MS,
    maxBatch,
  });
  const entriesOf = (count: number, chain = FLOOD) =>
    Array.from({ length: count }, () => ({ append: { chain } }));
  return {
    state,
    overload,
    entriesOf,
    enter(count: number, chain = FLOOD): void {
      for (let place = 0; place < count; place += 1) overload.entered(chain);
    },
    commit(count: number, tookMs = COMMIT_MS): void {
      overload.commitBegan();
      state.now += tookMs;
      overload.commitEnded(entriesOf(count));
    },
    isRefused(chain = FLOOD): boolean {
      try {
        overload.requireRoom(chain);
        return false;
      } catch (error) {
        assert.ok(error instanceof Failure && error.code === 'overloaded');
        assert.equal(error.details.retryAfterSeconds, 1);
        return true;
      }
    },
  };
}

/** Teaches it how long commits take. */
function practised() {
  const made = overloaded();
  for (let commits = 0; commits < 50; commits += 1) {
    made.enter(10);
    made.commit(10);
  }
  return made;
}

/** Keeps this many entries waiting, commit after commit, for this long. */
async function keepWaiting(made: ReturnType<typeof practised>, count: number, forMs: number): Promise<void> {
  made.enter(count);
  for (let ms = 0; ms < forMs; ms += COMMIT_MS) {
    made.isRefused();
    made.enter(10);
    made.commit(10);
    await turnEnds();
  }
}

test('lets-a-burst-wait-as-long-as-the-bound', () => {
  const made = practised();
  made.enter(950);
  assert.equal(made.isRefused(), false);
  made.enter(100);
  assert.equal(made.isRefused(), true);
  assert.equal(made.state.shed, 1);
});

test('cuts-a-load-that-stays', async () => {
  const made = practised();
  await keepWaiting(made, 200, 900);
  assert.equal(made.isRefused(), false);
  await keepWaiting(made, 0, 1100);
  assert.equal(made.isRefused(), true);
});

test('lets-the-chains-through-that-ask-little', async () => {
  const made = practised();
  await keepWaiting(made, 200, 2000);
  made.enter(7, QUIET);
  assert.equal(made.isRefused(FLOOD), true);
  assert.equal(made.isRefused(QUIET), false);
  made.enter(1, QUIET);
  assert.equal(made.isRefused(QUIET), true);
});

test('ends-once-nothing-was-refused-for-as-long-as-the-bound', async () => {
  const made = practised();
  await keepWaiting(made, 200, 2000);
  made.commit(200);
  await keepWaiting(made, 0, 3 * MAX_WAIT_MS);
  made.enter(400);
  assert.equal(made.isRefused(), false);
});

test('takes-a-slow-disk-for-no-overload', async () => {
  const { state, overload, enter, isRefused, entriesOf } = overloaded(100);
  enter(40);
  for (let commits = 0; commits < 100; commits += 1) {
    overload.commitBegan();
    state.now += 20;
    enter(40);
    // Each waits for the rest of this commit, and for its own.
    assert.equal(isRefused(), false);
    state.now += 20;
    overload.commitEnded(entriesOf(40));
    await turnEnds();
  }
});

test('forgives-a-single-long-turn', async () => {
  const made = practised();
  made.enter(40);
  made.isRefused();
  made.state.now += 5 * MAX_WAIT_MS;
  await turnEnds();
  assert.equal(made.isRefused(), false);
});

test('sees-requests-that-wait-for-the-event-loop', async () => {
  const made = practised();
  made.enter(40);
  for (let turns = 0; turns < 20; turns += 1) {
    made.isRefused();
    made.state.now += 0.2 * MAX_WAIT_MS;
    await turnEnds();
  }
  assert.equal(made.isRefused(), true);
});

test('takes-the-work-of-idle-time-for-no-wait', async () => {
  const made = practised();
  made.enter(40);
  made.isRefused();
  await turnEnds();
  // A minute without evaluations, in which other work took the loop two seconds in all.
  made.state.now += 60_000;
  made.state.idleMs += 58_000;
  for (let ms = 0; ms < 1.5 * MAX_WAIT_MS; ms += COMMIT_MS) {
    assert.equal(made.isRefused(), false);
    made.state.now += COMMIT_MS;
    await turnEnds();
  }
  made.enter(40);
  made.state.now += 94;
  assert.equal(made.isRefused(), false);
});

test('never-refuses-where-few-are-under-way', async () => {
  const made = practised();
  made.enter(20);
  for (let turns = 0; turns < 30; turns += 1) {
    assert.equal(made.isRefused(), false);
    made.state.now += 0.2 * MAX_WAIT_MS;
    await turnEnds();
  }
});

test('counts-each-refusal-and-logs-one-line-a-second', () => {
  const made = practised();
  made.enter(2000);
  for (let asked = 0; asked < 100; asked += 1) {
    made.isRefused();
    made.state.now += 15;
  }
  assert.equal(made.state.shed, 100);
  assert.equal(made.state.lines.length, 2);
  assert.deepEqual(Object.keys(made.state.lines[1] ?? {}), ['refused', 'underWay', 'waitMs']);
});
