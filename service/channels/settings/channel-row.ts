/**
 * A channel of one tenant and environment as it is set up. Its secrets are sealed for its row, and never shown. Each
 * change of it is recorded with the whole state, so that truth verification compares the row with the last record.
 */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { BoundStatement } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { ChannelsTable } from '../../database/tables/channel.ts';
import type { WrittenEvent } from '../../database/tables/event.ts';
import {
  type Actor,
  type ChangeDeps,
  type Digest,
  digests,
  recordChange,
  type Stamp,
} from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type FillRandom, isId } from '../../foundation/ids.ts';
import type { Environment } from '../../tenants/index.ts';
import { requireSecretBox, type SecretBox, secretBoundTo } from '../../webhooks/endpoints/index.ts';

export const CHANNEL_PREFIX = 'chn';

/** The actions of the records that state a channel as it is from then on. */
export const CHANNEL_SET = ['create', 'change', 'enable', 'disable'].map((act) => `channel.${act}`);
export const CHANNEL_DELETED = 'channel.delete';

export type ChannelRow = Selectable<ChannelsTable>;

export interface SettingDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
  /** null if the secrets are encrypted under a key that this node does not have. */
  secretBox: SecretBox | null;
  config: { baseUrl: string; webhooks: { allowNetworks: readonly string[] } };
}

/** The chain that the channel belongs to, and who changes it. */
export interface ChannelOwner {
  chain: number;
  environment: Environment;
  party: string;
  member: { sessionId: string } | null;
}

/** @throws {Failure} `not_found`, also for another tenant's or environment's. */
export async function findChannel(db: Database, chain: number, channelId: string): Promise<ChannelRow> {
  const row = isId(CHANNEL_PREFIX, channelId)
    ? await channelsIn(db, chain).where('channel_id', '=', channelId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw noSuchChannel();
  return row;
}

/** Oldest first. There are few, so this is not paged. */
export function listChannels(db: Database, chain: number): Promise<ChannelRow[]> {
  return channelsIn(db, chain).orderBy('created_at').orderBy('channel_id').execute();
}

export function channelsIn(db: Database, chain: number) {
  return db.selectFrom('channels').selectAll().where('chain', '=', chain);
}

export function optionsOf({ options }: Pick<ChannelRow, 'options'>): JsonObject {
  return parseJson(options) as JsonObject;
}

export function sealSecrets(
  deps: Pick<SettingDeps, 'secretBox'>,
  { chain, channel_id }: Pick<ChannelRow, 'chain' | 'channel_id'>,
  secrets: JsonObject,
): Uint8Array {
  return requireSecretBox(deps).seal(Buffer.from(canonicalJson(secrets)), secretBoundTo(chain, channel_id));
}

/** @throws if they were sealed under another key or for another row. */
export function openSecrets(box: SecretBox, row: Pick<ChannelRow, 'chain' | 'channel_id' | 'secrets'>) {
  const opened = box.open(row.secrets, secretBoundTo(row.chain, row.channel_id));
  return parseJson(Buffer.from(opened).toString()) as JsonObject;
}

/** A channel as a record states it, with a keyed digest of its sealed secrets. */
export function statedChannel(digest: Digest, row: ChannelRow): JsonObject {
  const { channel_id, kind, name, secrets, disabled_at, disabled_reason } = row;
  const held = Buffer.from(secrets).toString('hex');
  return {
    channel_id,
    kind,
    name,
    options: optionsOf(row),
    disabled: disabled_at === null ? null : { at: disabled_at, reason: disabled_reason },
    digests: { secrets: digest({ channel_id, column: 'secrets', held }) },
  };
}

export interface ChannelChange {
  action: 'create' | 'change' | 'enable' | 'disable' | 'delete';
  stamp: Stamp;
  /** As it is after the change. */
  row: ChannelRow;
  statements: BoundStatement[];
  events?: WrittenEvent[];
}

/** @returns false if another change came first; nothing has changed then. */
export async function recordChannel(
  deps: Pick<SettingDeps, keyof ChangeDeps | 'db' | 'fillRandom'>,
  chain: number,
  actor: Actor,
  { action, stamp, row, statements, events = [] }: ChannelChange,
): Promise<boolean> {
  const change = statedChannel(await digests(deps.db, deps.fillRandom), row);
  const recorded = { chain, stamp, action: `channel.${action}`, actor, change, statements, events };
  return (await recordChange(deps, recorded)).kind === 'appended';
}

/** The row, if it is still as it was read. */
export function unchanged(db: Database, { chain, channel_id, evidence_id }: ChannelRow) {
  return db
    .updateTable('channels')
    .where('chain', '=', chain)
    .where('channel_id', '=', channel_id)
    .where('evidence_id', '=', evidence_id);
}

export function noSuchChannel(): Failure {
  return new Failure('not_found', 'There is no such channel.');
}
