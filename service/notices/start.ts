/** Starts the consumer that turns events into notices, and the chore that forgets old ones. Only `serve` sends them: see `sendingChore`. */
import type { Database } from '../database/open.ts';
import type { EventConsumer } from '../events/index.ts';
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { forgettingChore } from './forget.ts';
import { noticeConsumer } from './waiting.ts';

export interface Notices extends Started {
  /** Receives each event with its place. */
  consumer: EventConsumer;
}

export function startNotices(deps: { db: Database; clock: Clock }): Notices {
  return { consumer: noticeConsumer, chores: [forgettingChore(deps)], async close() {} };
}
