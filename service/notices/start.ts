/** Starts the chore that forgets old notices. Only `serve` sends them: see `sendingChore`. */
import type { Database } from '../database/open.ts';
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { forgettingChore } from './forget.ts';

export function startNotices(deps: { db: Database; clock: Clock }): Started {
  return { chores: [forgettingChore(deps)], async close() {} };
}
