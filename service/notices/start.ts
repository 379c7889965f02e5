/**
 * Starts the chore that deletes settled notices after three months: by then nothing can cause the same notice again. Only
 * `serve` sends them: see `sendingChore`.
 */
import { countOf } from '../database/count.ts';
import type { Database } from '../database/open.ts';
import type { Chore, Started } from '../foundation/chores.ts';
import { type Clock, DAY_MS } from '../foundation/clock.ts';
import { firstIdAt } from '../foundation/ids.ts';

const EVERY_MS = 3_600_000;
const KEPT_MS = 90 * DAY_MS;
const ROWS_AT_ONCE = 500;

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

export function forgettingChore({ db, clock }: { db: Database; clock: Clock }): Chore {
  return {
    name: 'forget old notices',
    everyMs: EVERY_MS,
    async run(stopping) {
      const before = firstIdAt('ntc', clock.now() - KEPT_MS);
      for (const { tenant_id } of await db.selectFrom('tenants').select('tenant_id').execute()) {
        let forgotten = ROWS_AT_ONCE;
        while (forgotten === ROWS_AT_ONCE && !stopping.aborted)
          forgotten = await forget(db, tenant_id, before);
      }
    },
  };
}

/** @returns the number of deleted notices. */
async function forget(db: Database, tenantId: string, before: string): Promise<number> {
  const gone = await db
    .deleteFrom('notices')
    .where('tenant_id', '=', tenantId)
    .where('notice_id', 'in', ({ selectFrom }) =>
      selectFrom('notices')
        .select('notice_id')
        .where('tenant_id', '=', tenantId)
        .where('notice_id', '<', before)
        .where('due_at', 'is', null)
        .limit(ROWS_AT_ONCE),
    )
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
