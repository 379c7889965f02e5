/** Gauges of pending webhooks, for monitoring. */
import { countOf } from '../database/count.ts';
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Gauge } from '../foundation/measured.ts';

export function webhookGauges({ db, clock }: { db: Database; clock: Clock }): Gauge[] {
  return [
    {
      name: 'webhook_deliveries_pending',
      help: 'Webhooks that are not delivered yet, including those that wait for their next attempt.',
      read: () => countOf(db.selectFrom('webhook_deliveries').where('status', '=', 'pending')),
    },
    {
      name: 'webhook_lag_seconds',
      help: 'How long the next attempt is overdue, at the endpoint that is furthest behind.',
      read: async () => {
        const { due } = await db
          .selectFrom('webhook_endpoints')
          .select(({ fn }) => fn.min('due_at').as('due'))
          .where('due_at', 'is not', null)
          .where('disabled_at', 'is', null)
          .executeTakeFirstOrThrow();
        return due === null ? 0 : Math.max(0, clock.now() - Number(due)) / 1000;
      },
    },
    {
      name: 'webhook_endpoints_failing',
      help: 'Enabled endpoints whose last attempt failed.',
      read: () =>
        countOf(
          db
            .selectFrom('webhook_endpoints')
            .where('failing_since', 'is not', null)
            .where('disabled_at', 'is', null),
        ),
    },
  ];
}
