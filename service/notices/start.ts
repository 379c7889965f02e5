/** Starts the chore that deletes old notices. Only `serve` sends them: see `sendingChore`. */

import { countOf } from '../database/count.ts';
import type { Database } from '../database/open.ts';
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { forgettingChore } from './forget.ts';

export function startNotices(deps: { db: Database; clock: Clock }): Started {
  return {
    gauges: [
      {
        name: 'notices_waiting',
        help: 'Notices by mail that have not been sent yet.',
        read: () => countOf(deps.db.selectFrom('notices').where('due_at', 'is not', null)),
      },
    ],
    chores: [forgettingChore(deps)],
    async close() {},
  };
}
