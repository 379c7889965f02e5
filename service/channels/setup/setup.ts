/**
 * A channel of one tenant and environment: its kind, name and options, and its sealed secrets, which are never shown.
 * An address can be a secret too.
 */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { ChannelsTable } from '../../database/tables/channel.ts';
import type { ChangeDeps, Digest } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type FillRandom, isId } from '../../foundation/ids.ts';
import { type SecretBox, secretBoundTo } from '../../webhooks/endpoints/index.ts';
import type { ChannelKind } from '../channel.ts';

export const CHANNEL_PREFIX = 'chn';
export const MAX_CHANNELS = 50;
const RETRY_AFTER_SECONDS = 60;

export type ChannelRow = Selectable<ChannelsTable>;

/** A channel without its secrets. Times are ms since the epoch. */
export interface Setup extends Omit<ChannelRow, 'secrets' | 'options' | 'kind'> {
  kind: ChannelKind;
  options: JsonObject;
}

export interface SetupDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
  /** null where the secrets are encrypted under a key that this node does not have. */
  secretBox: SecretBox | null;
  config: { webhooks: { allowNetworks: readonly string[] } };
}

/** @throws {Failure} `not_found`, also for another tenant's or environment's. */
export async function findChannel(db: Database, chain: number, channelId: string): Promise<Setup> {
  return toSetup(await findChannelRow(db, chain, channelId));
}

/** With the sealed secrets. @throws {Failure} `not_found`. */
export async function findChannelRow(db: Database, chain: number, channelId: string): Promise<ChannelRow> {
  const row = isId(CHANNEL_PREFIX, channelId)
    ? await channelsIn(db, chain).where('channel_id', '=', channelId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such channel.');
  return row;
}

/** Oldest first. */
export async function listChannels(db: Database, chain: number): Promise<Setup[]> {
  return (await channelsIn(db, chain).orderBy('channel_id').execute()).map(toSetup);
}

export function channelsIn(db: Database, chain: number) {
  return db.selectFrom('channels').selectAll().where('chain', '=', chain);
}

function toSetup({ secrets: _, ...row }: ChannelRow): Setup {
  return { ...row, kind: row.kind as ChannelKind, options: parseJson(row.options) as JsonObject };
}

export function sealed(box: SecretBox, { chain, channel_id }: ChannelId, secrets: JsonObject): Uint8Array {
  return box.seal(Buffer.from(canonicalJson(secrets)), secretBoundTo(chain, channel_id));
}

/** @throws where they were sealed under another key or for another channel. */
export function openedSecrets(box: SecretBox, { chain, channel_id, secrets }: ChannelRow): JsonObject {
  return parseJson(Buffer.from(box.open(secrets, secretBoundTo(chain, channel_id))).toString()) as JsonObject;
}

type ChannelId = Pick<ChannelRow, 'chain' | 'channel_id'>;

/** @throws {Failure} `unavailable` where there is none. */
export function requireBox({ secretBox }: Pick<SetupDeps, 'secretBox'>): SecretBox {
  if (secretBox !== null) return secretBox;
  const why = 'The secrets of channels are encrypted under a key that this node does not have.';
  throw new Failure('unavailable', why, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
}

/** The columns that evidence shows, and digests of the others. */
export function channelStated(digest: Digest, row: Omit<ChannelRow, 'evidence_id'>): JsonObject {
  const { chain, channel_id, kind, name, version, options, secrets } = row;
  const of = (column: string, held: string) => digest({ channel: `${chain}/${channel_id}`, column, held });
  return {
    channel_id,
    kind,
    name,
    version,
    digests: {
      options: of('options', options),
      secrets: of('secrets', Buffer.from(secrets).toString('hex')),
    },
  };
}
