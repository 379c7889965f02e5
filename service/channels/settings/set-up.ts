/** Makes, changes and deletes a channel. Its secrets are checked and sealed, and leave the service only to its provider. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { stampNow } from '../../evidence/changes/index.ts';
import { Failure, unlessUnavailable } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { requireUnrouted } from '../../governance/settings/index.ts';
import { requireSecretBox } from '../../webhooks/endpoints/index.ts';
import type { ChannelKind } from '../channel.ts';
import type { Where } from '../kind.ts';
import { kindOf } from '../kinds.ts';
import {
  CHANNEL_PREFIX,
  type ChannelOwner,
  type ChannelRow,
  findChannel,
  openSecrets,
  optionsOf,
  recordChannel,
  type SettingDeps,
  sealSecrets,
  unchanged,
} from './channel-row.ts';

/** The limit in one environment of a tenant. */
export const MAX_CHANNELS = 20;
const MAX_ATTEMPTS = 20;

export interface WantedChannel {
  kind: ChannelKind;
  name: string;
  options: JsonObject;
  secrets: JsonObject;
}

/** @throws {Failure} `invalid`; `conflict` if there are too many already; `unavailable`. */
export async function createChannel(
  deps: SettingDeps,
  owner: ChannelOwner,
  { kind, name, options: given, secrets: secret }: WantedChannel,
): Promise<ChannelRow> {
  const { db } = deps;
  const { chain } = owner;
  const check = checkFor(deps, owner);
  const module = await kindOf(kind);
  const options = module.readOptions(given);
  const secrets = module.readSecrets(secret, options, check);
  const stamp = stampNow(deps);
  const channel_id = deps.ids.random(CHANNEL_PREFIX);
  const row = {
    chain,
    channel_id,
    kind,
    name,
    options: canonicalJson(options),
    secrets: sealSecrets(deps, { chain, channel_id }, secrets),
    created_at: stamp.at,
    created_by: owner.party,
    evidence_id: stamp.id,
    disabled_at: null,
    disabled_reason: null,
    disabled_evidence_id: null,
    failing_since: null,
    paused_until: null,
  };
  await followEvents(db, chain);
  // Appends to a chain are sequential, so no two of them see the same last free place.
  const last = db
    .selectFrom('channels')
    .select('channel_id')
    .where('chain', '=', chain)
    .limit(1)
    .offset(MAX_CHANNELS - 1);
  const made = await recordChannel(deps, chain, owner, {
    action: 'create',
    stamp,
    row,
    statements: [bound(last, 0), bound(db.insertInto('channels').values(row), 1)],
  });
  if (!made) {
    throw Failure.conflict(
      'too_many_channels',
      `There are already ${MAX_CHANNELS} channels, which is the limit.`,
    );
  }
  return row;
}

/** Events from before the first channel become no messages. */
async function followEvents(db: Database, chain: number): Promise<void> {
  const events = db.selectFrom('event_heads').select('size').where('chain', '=', chain);
  const position = (await events.executeTakeFirst())?.size ?? 0;
  const begin = db.insertInto('channel_heads').values({ chain, position });
  await begin.onConflict((conflict) => conflict.doNothing()).execute();
}

/** Missing members stay as they are. */
export interface WantedChannelChange {
  name?: string;
  options?: JsonObject;
  secrets?: JsonObject;
}

/** A change to the same values is not recorded. @throws {Failure} `not_found`; `invalid`; `unavailable`. */
export function changeChannel(
  deps: SettingDeps,
  owner: ChannelOwner,
  channelId: string,
  wanted: WantedChannelChange,
): Promise<ChannelRow> {
  const { db } = deps;
  const { chain } = owner;
  const check = checkFor(deps, owner);
  return retryOvertaken(channelId, MAX_ATTEMPTS, async () => {
    const row = await findChannel(db, chain, channelId);
    const module = await kindOf(row.kind);
    const options = wanted.options === undefined ? optionsOf(row) : module.readOptions(wanted.options);
    // Former secrets must fit the new options too.
    const given = wanted.secrets ?? openSecrets(requireSecretBox(deps), row);
    const secrets = module.readSecrets(given, options, check);
    const stamp = stampNow(deps);
    const set = {
      name: wanted.name ?? row.name,
      options: canonicalJson(options),
      secrets: wanted.secrets === undefined ? row.secrets : sealSecrets(deps, row, secrets),
    };
    const isSame = set.name === row.name && set.options === row.options && wanted.secrets === undefined;
    if (isSame) return row;
    const changed = { ...row, ...set, evidence_id: stamp.id };
    const update = unchanged(db, row).set({ ...set, evidence_id: stamp.id });
    const done = await recordChannel(deps, chain, owner, {
      action: 'change',
      stamp,
      row: changed,
      statements: [bound(update, 1)],
    });
    return done ? changed : undefined;
  });
}

/** Deletes it with its messages. @throws {Failure} `not_found`; `conflict` if a route names it; `unavailable`. */
export async function deleteChannel(
  deps: SettingDeps,
  owner: ChannelOwner,
  channelId: string,
): Promise<void> {
  const { db } = deps;
  const { chain } = owner;
  await retryOvertaken(channelId, MAX_ATTEMPTS, async () => {
    const row = await findChannel(db, chain, channelId);
    await requireUnrouted(db, [chain], channelId);
    const deletion = db
      .deleteFrom('channels')
      .where('chain', '=', chain)
      .where('channel_id', '=', channelId)
      .where('evidence_id', '=', row.evidence_id);
    const done = await recordChannel(deps, chain, owner, {
      action: 'delete',
      stamp: stampNow(deps),
      row,
      statements: [bound(deletion, 1)],
    });
    return done ? true : undefined;
  });
  await forgetMessages(db, chain, channelId).catch(unlessUnavailable);
}

/** No page shows them without their channel. */
async function forgetMessages(db: Database, chain: number, channelId: string): Promise<void> {
  const of = db.selectFrom('channel_messages').select('message_id').where('channel_id', '=', channelId);
  await db
    .deleteFrom('channel_attempts')
    .where('chain', '=', chain)
    .where('message_id', 'in', of.where('chain', '=', chain))
    .execute();
  for (const table of ['channel_messages', 'channel_answers'] as const) {
    await db.deleteFrom(table).where('chain', '=', chain).where('channel_id', '=', channelId).execute();
  }
}

function checkFor({ config }: SettingDeps, { environment }: ChannelOwner): Where {
  return { environment, allowNetworks: config.webhooks.allowNetworks };
}
