/** The queue for a collector is bounded, counts what it loses, and never keeps the service from ending. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ExportQueue, type Outcome } from './export-queue.ts';

const LIMITS = { delayMs: 1, maxQueued: 10, maxBatch: 4 };
const TAKEN: Outcome = { kind: 'taken' };

function queueWith(
  t: TestContext,
  answer: (batch: readonly number[], stop: AbortSignal) => Promise<Outcome>,
) {
  const seen = { dropped: 0, told: [] as string[], sent: [] as number[][] };
  const queue = new ExportQueue<number>(
    LIMITS,
    async (batch, stop) => {
      const outcome = await answer(batch, stop);
      if (outcome.kind === 'taken') seen.sent.push([...batch]);
      return outcome;
    },
    {
      dropped: (items) => {
        seen.dropped += items;
      },
      failing: (reason) => seen.told.push(reason),
      succeeding: () => seen.told.push('again'),
    },
  );
  const add = (count: number) => {
    for (let item = 0; item < count; item += 1) queue.add(item);
  };
  t.after(() => queue.close(0));
  return { queue, seen, add };
}

test('sends-all-that-was-added-in-batches-and-in-order', async (t) => {
  const { queue, seen, add } = queueWith(t, async () => TAKEN);
  add(10);
  await queue.close(10_000);
  assert.deepEqual(seen.sent, [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ]);
  assert.deepEqual([seen.dropped, seen.told], [0, []]);
});

test('drops-and-counts-what-comes-where-too-much-waits', async (t) => {
  const released = Promise.withResolvers<Outcome>();
  const { queue, seen, add } = queueWith(t, () => released.promise);
  add(100);
  released.resolve(TAKEN);
  await queue.close(10_000);
  assert.equal(seen.sent.flat().length + seen.dropped, 100);
  assert.equal(seen.dropped, 86);
});

test('tells-once-that-it-fails-and-sends-the-same-batch-again', async (t) => {
  const answers: Outcome[] = [
    { kind: 'later', reason: 'the answer was 503', afterMs: 1 },
    { kind: 'later', reason: 'ECONNREFUSED', afterMs: 1 },
    TAKEN,
  ];
  const sent = Promise.withResolvers<void>();
  const { seen, add } = queueWith(t, async () => {
    const answer = answers.shift() ?? TAKEN;
    if (answers.length === 0) setImmediate(sent.resolve);
    return answer;
  });
  add(4);
  await sent.promise;
  assert.deepEqual(seen.sent, [[0, 1, 2, 3]]);
  assert.deepEqual([seen.dropped, seen.told], [0, ['the answer was 503', 'again']]);
});

test('drops-what-would-be-refused-again', async (t) => {
  const { queue, seen, add } = queueWith(t, async () => ({ kind: 'refused', reason: 'the answer was 400' }));
  add(8);
  await queue.close(10_000);
  assert.deepEqual([seen.dropped, seen.told], [8, ['the answer was 400']]);
});

test('ends-where-a-collector-never-answers-or-is-away', async (t) => {
  const never = queueWith(t, (_batch, stop) => {
    const stopped = Promise.withResolvers<Outcome>();
    stop.addEventListener('abort', () =>
      stopped.resolve({ kind: 'later', reason: 'AbortError', afterMs: null }),
    );
    return stopped.promise;
  });
  never.add(10);
  await never.queue.close(1);
  assert.equal(never.seen.dropped, 10);
  const away = queueWith(t, async () => ({ kind: 'later', reason: 'ECONNREFUSED', afterMs: 3_600_000 }));
  away.add(10);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await away.queue.close(10_000);
  assert.equal(away.seen.dropped, 10);
  away.add(1);
  assert.equal(away.seen.dropped, 11);
});
