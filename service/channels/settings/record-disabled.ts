/**
 * Records channels that the service has disabled. The sending thread appends no evidence, so a channel is disabled
 * first, and the record follows within a second or two. What the log of attempts does not confirm is not recorded, so
 * that truth verification finds the gap.
 */
import { bound } from '../../database/evidence/append-store.ts';
import { eventOf } from '../../events/index.ts';
import { type Stamp, stampNow } from '../../evidence/changes/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { MAX_FAILING_MS } from '../../webhooks/sending/index.ts';
import { type ChannelRow, recordChannel, type SettingDeps, unchanged } from './channel-row.ts';

/** The actor of a change without a person. */
const DELIVERY = 'delivery';
const EVERY_MS = 1000;
const ROWS_AT_ONCE = 100;

export function recordDisabledChore(deps: Omit<SettingDeps, 'secretBox' | 'config'>): Chore {
  return {
    name: 'record which channels were disabled',
    everyMs: EVERY_MS,
    async run() {
      for (const row of await unrecorded(deps)) {
        const stamp = stampNow(deps);
        const set = { disabled_evidence_id: stamp.id, evidence_id: stamp.id };
        const update = unchanged(deps.db, row).set(set).where('disabled_evidence_id', 'is', null);
        // This is overtaken if another node has recorded it, or the channel was changed: then it is found again.
        await recordChannel(deps, row.chain, DELIVERY, {
          action: 'disable',
          stamp,
          row: { ...row, ...set },
          statements: [bound(update, 1)],
          events: [disabledEvent(deps.ids, row, stamp)],
        });
      }
    },
  };
}

function disabledEvent(ids: IdSource, { chain, channel_id, kind, name }: ChannelRow, { id, at }: Stamp) {
  const data = { channel_id, kind, name, evidence_id: id };
  return eventOf(ids, { chain, type: 'channel.disabled', data, at });
}

function unrecorded({ db }: Pick<SettingDeps, 'db'>) {
  return db
    .selectFrom('channels')
    .selectAll()
    .where('disabled_at', 'is not', null)
    .where('disabled_evidence_id', 'is', null)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([
          eb('disabled_reason', '=', 'refused'),
          exists(
            selectFrom('channel_attempts')
              .innerJoin('channel_messages', (join) =>
                join
                  .onRef('channel_messages.chain', '=', 'channel_attempts.chain')
                  .onRef('channel_messages.message_id', '=', 'channel_attempts.message_id'),
              )
              .select('channel_attempts.attempt')
              .whereRef('channel_messages.chain', '=', 'channels.chain')
              .whereRef('channel_messages.channel_id', '=', 'channels.channel_id')
              .where('channel_attempts.fault', '=', 'channel'),
          ),
        ]),
        and([
          eb('disabled_reason', '=', 'failing'),
          eb('failing_since', '<=', eb('disabled_at', '-', MAX_FAILING_MS)),
        ]),
      ]),
    )
    .limit(ROWS_AT_ONCE)
    .execute();
}
