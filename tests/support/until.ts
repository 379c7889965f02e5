/** Waits for a condition. The tests assert that it comes true, not how fast. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 300_000;

/** @param failing the message if it never does. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  failing: () => string = () => 'it did not come about in time',
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    if (await holds()) return;
    await sleep(LOOK_EVERY_MS);
  }
  assert.fail(failing());
}
