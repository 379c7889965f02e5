/** Starts sending to SIEMs, and recording what was sent. */
import { countOf } from '../database/count.ts';
import type { Database } from '../database/open.ts';
import type { Started } from '../foundation/chores.ts';
import type { SecretBox } from '../webhooks/endpoints/index.ts';
import { Sending, type SendingDeps } from '../webhooks/sending/index.ts';
import { type RecordSentDeps, recordSentChore } from './sent/record.ts';

/** @param deps `secretBox`: null if this node can't read the secrets, so that another has to send. */
export function startSiem(deps: SendingDeps & RecordSentDeps & { secretBox: SecretBox | null }): Started {
  const sending = new Sending(deps, {
    what: 'records to SIEMs',
    module: new URL('./sending/siem-thread.ts', import.meta.url),
    isThereAny,
  });
  return {
    gauges: [
      {
        name: 'sinks_failing',
        help: 'Sinks of SIEMs that are not paused and whose last attempt failed.',
        read: () =>
          countOf(
            deps.db.selectFrom('sinks').where('failing_since', 'is not', null).where('paused_at', 'is', null),
          ),
      },
      {
        name: 'sink_records_waiting',
        help: 'Records of evidence that wait for the sink that is furthest behind.',
        read: () => furthestBehind(deps.db),
      },
    ],
    chores: [...(deps.secretBox === null ? [] : [sending.chore()]), recordSentChore(deps)],
    close: () => sending.close(),
  };
}

async function isThereAny(db: Database): Promise<boolean> {
  return (await db.selectFrom('sinks').select('chain').limit(1).executeTakeFirst()) !== undefined;
}

async function furthestBehind(db: Database): Promise<number> {
  const { most } = await db
    .selectFrom('sink_heads')
    .innerJoin('sinks', (join) =>
      join.onRef('sinks.chain', '=', 'sink_heads.chain').onRef('sinks.sink_id', '=', 'sink_heads.sink_id'),
    )
    .innerJoin('chains', 'chains.chain', 'sink_heads.chain')
    .select(({ fn, eb }) =>
      fn.max<number | null>(eb('chains.size', '-', eb.ref('sink_heads.position'))).as('most'),
    )
    .where('sink_heads.stream', '=', 'evidence')
    .where('sinks.paused_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(most ?? 0);
}
