/** Results are read on a thread that ends with the room, whenever it was started. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadAnswer } from './question.ts';
import { resultReadings } from './readings.ts';

test('ends-a-thread-that-starts-while-it-closes', async () => {
  const ends: string[] = [];
  const started = Promise.withResolvers<void>();
  const thread = {
    ended: false,
    ask: async (): Promise<ReadAnswer> => ({ packed: new Uint8Array(), incomplete: false }),
    close: async () => undefined,
    end: async () => void ends.push('ended'),
  };
  const readings = resultReadings(null as never, async () => {
    await started.promise;
    return thread as never;
  });
  const reading = readings.read({ chain: 1 } as never);
  await readings.close();
  started.resolve();
  await assert.rejects(reading, /not available|unavailable/i);
  assert.deepEqual(ends, ['ended']);
  await assert.rejects(readings.read({ chain: 1 } as never));
  assert.deepEqual(ends, ['ended']);
});
