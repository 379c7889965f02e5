/** Starts sending webhooks, and defines the consumers of events: deliveries and notices. */
import { sql } from 'kysely';
import { countOf } from '../database/count.ts';
import type { LeaseDeps } from '../database/nodes/leased-chore.ts';
import type { Database } from '../database/open.ts';
import type { EventConsumer } from '../events/index.ts';
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Gauge } from '../foundation/measured.ts';
import type { SecretBox } from './endpoints/sealing.ts';
import { eventConsumers } from './fan-out.ts';
import { forgetEventsChore } from './forget.ts';
import { type RecordDeps, recordDisabledChore } from './sending/record-disabled.ts';
import { Sending, type SendingDeps } from './sending/sending.ts';

export interface Webhooks extends Started {
  /** Called for each event with its place. */
  consumers: readonly EventConsumer[];
  /** Whether a thread hands on the events at present. */
  isDoneElsewhere(): boolean;
}

/** @param deps `secretBox`: null if this node can't read the secrets, so that another has to send. */
export function startWebhooks(
  deps: SendingDeps & LeaseDeps & RecordDeps & { secretBox: SecretBox | null },
): Webhooks {
  const sending = new Sending(deps, {
    what: 'webhooks',
    module: new URL('./on-thread/send-thread.ts', import.meta.url),
    isThereAny,
  });
  return {
    consumers: eventConsumers(deps.clock),
    isDoneElsewhere: () => sending.isRunning,
    gauges: webhookGauges(deps),
    chores: [
      ...(deps.secretBox === null ? [] : [sending.chore()]),
      recordDisabledChore(deps),
      forgetEventsChore(deps),
    ],
    close: () => sending.close(),
  };
}

async function isThereAny(db: Database): Promise<boolean> {
  const found = await db.selectFrom('webhook_endpoints').select('chain').limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Pending webhooks, for monitoring. */
function webhookGauges({ db, clock }: { db: Database; clock: Clock }): Gauge[] {
  return [
    {
      name: 'webhook_deliveries_pending',
      help: 'Webhooks that are not delivered yet, including those that wait for their next attempt.',
      read: () =>
        countOf(db.selectFrom('webhook_deliveries').where('status', '=', sql.lit('pending' as const))),
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
