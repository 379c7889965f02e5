/**
 * Disables and enables a channel. Disabling gives up its waiting messages, so that nothing old is posted once it is
 * enabled again; each can be replayed. Doing either twice changes nothing.
 */
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { stampNow } from '../../evidence/changes/index.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import {
  type ChannelOwner,
  type ChannelRow,
  findChannel,
  recordChannel,
  type SettingDeps,
  unchanged,
} from './channel-row.ts';

const MAX_ATTEMPTS = 20;

/** @throws {Failure} `not_found`; `unavailable`. */
export function switchChannel(
  deps: SettingDeps,
  owner: ChannelOwner,
  channelId: string,
  to: 'enable' | 'disable',
): Promise<ChannelRow> {
  const { db } = deps;
  const { chain } = owner;
  return retryOvertaken(channelId, MAX_ATTEMPTS, async () => {
    const row = await findChannel(db, chain, channelId);
    const isOff = row.disabled_at !== null;
    if (isOff === (to === 'disable')) return row;
    const stamp = stampNow(deps);
    const set =
      to === 'disable'
        ? { disabled_at: stamp.at, disabled_reason: 'asked' as const, disabled_evidence_id: stamp.id }
        : { disabled_at: null, disabled_reason: null, disabled_evidence_id: null, failing_since: null };
    const changed = { ...row, ...set, paused_until: null, evidence_id: stamp.id };
    const update = unchanged(db, row)
      .set({ ...set, paused_until: null, evidence_id: stamp.id })
      .where('disabled_at', isOff ? 'is not' : 'is', null);
    const done = await recordChannel(deps, chain, owner, {
      action: to,
      stamp,
      row: changed,
      statements: [bound(update, 1)],
    });
    if (!done) return undefined;
    if (to === 'disable') await giveUp(db, chain, channelId);
    return changed;
  });
}

/** Gives up what waits at a channel that is disabled. */
export async function giveUp(db: Database, chain: number, channelId: string): Promise<void> {
  await db
    .updateTable('channel_messages')
    .set({ status: 'failed', next_at: null })
    .where('chain', '=', chain)
    .where('channel_id', '=', channelId)
    .where('status', '=', 'pending')
    .execute();
}
