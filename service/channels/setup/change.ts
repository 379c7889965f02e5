/** Sets up, changes, switches and deletes channels. Each change is evidence, in the transaction that makes it. */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import { digests, recordChange, type Stamp, stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import type { Principal } from '../../keys/index.ts';
import type { ChannelKind } from '../channel.ts';
import { kindOf } from '../kinds.ts';
import {
  CHANNEL_PREFIX,
  type ChannelRow,
  channelStated,
  channelsIn,
  findChannel,
  findChannelRow,
  MAX_CHANNELS,
  openedSecrets,
  requireBox,
  type Setup,
  type SetupDeps,
  sealed,
} from './setup.ts';

/** The names of the changes in evidence. */
export const CHANNEL_SET = 'channel.set';
export const CHANNEL_SWITCHED = 'channel.switch';
export const CHANNEL_DELETED = 'channel.delete';

/** An attempt fails only because of another change of the same channel. */
const MAX_ATTEMPTS = 5;

export type ChannelOwner = Pick<Principal, 'chain' | 'party' | 'environment' | 'member'>;

export interface WantedChannel {
  kind: ChannelKind;
  name: string;
  options: JsonObject;
  secrets: JsonObject;
}

/** @throws {Failure} `invalid`; `conflict` where there are too many; `unavailable`. */
export async function createChannel(
  deps: SetupDeps,
  owner: ChannelOwner,
  { kind, name, options: givenOptions, secrets: givenSecrets }: WantedChannel,
): Promise<Setup> {
  const { chain } = owner;
  const { readOptions, readSecrets } = await kindOf(kind);
  const options = readOptions(givenOptions);
  const secrets = readSecrets(givenSecrets, options, whereOf(deps, owner));
  const box = requireBox(deps);
  const stamp = stampNow(deps);
  const channel_id = deps.ids.ordered(CHANNEL_PREFIX, stamp.at);
  const row = {
    chain,
    channel_id,
    kind,
    name,
    options: canonicalJson(options),
    secrets: sealed(box, { chain, channel_id }, secrets),
    version: 1,
    created_at: stamp.at,
    created_by: owner.party,
    evidence_id: stamp.id,
  };
  const statements = [bound(deps.db.insertInto('channels').values(row), 1)];
  await followEvents(deps, chain);
  await retryOvertaken(channel_id, MAX_ATTEMPTS, async () => {
    if ((await channelsIn(deps.db, chain).execute()).length >= MAX_CHANNELS) throw tooMany();
    const change = channelStated(await digests(deps.db, deps.fillRandom), switchedOn(row));
    return record(deps, owner, { action: CHANNEL_SET, change, statements, stamp });
  });
  return findChannel(deps.db, chain, channel_id);
}

export interface ChangedChannel {
  /** The version that the caller saw. */
  version: number;
  name?: string;
  options?: JsonObject;
  /** Those that are left out stay. */
  secrets?: JsonObject;
}

/** @throws {Failure} `not_found`; `invalid`; `conflict` where another change came first; `unavailable`. */
export async function changeChannel(
  deps: SetupDeps,
  owner: ChannelOwner,
  channelId: string,
  wanted: ChangedChannel,
): Promise<Setup> {
  const { chain } = owner;
  const former = await findChannelRow(deps.db, chain, channelId);
  requireVersion(former, wanted.version);
  const kind = await kindOf(former.kind);
  const box = requireBox(deps);
  const options = kind.readOptions(wanted.options ?? (parseJson(former.options) as JsonObject));
  const held = { ...openedSecrets(box, former), ...wanted.secrets };
  const secrets = kind.readSecrets(held, options, whereOf(deps, owner));
  const stamp = stampNow(deps);
  const set = {
    name: wanted.name ?? former.name,
    options: canonicalJson(options),
    secrets: sealed(box, former, secrets),
    version: former.version + 1,
    evidence_id: stamp.id,
  };
  const change = channelStated(await digests(deps.db, deps.fillRandom), { ...former, ...set });
  const statements = [updated(deps, former, set)];
  if (!(await record(deps, owner, { action: CHANNEL_SET, change, statements, stamp }))) throw changed();
  return findChannel(deps.db, chain, channelId);
}

/** Switching twice changes nothing. A channel that is switched on is tried anew. */
export async function switchChannel(
  deps: SetupDeps,
  owner: ChannelOwner,
  channelId: string,
  isOn: boolean,
): Promise<Setup> {
  const { chain } = owner;
  return retryOvertaken(channelId, MAX_ATTEMPTS, async () => {
    const former = await findChannelRow(deps.db, chain, channelId);
    if ((former.disabled_at === null) === isOn) return findChannel(deps.db, chain, channelId);
    const stamp = stampNow(deps);
    const set = {
      version: former.version + 1,
      disabled_at: isOn ? null : stamp.at,
      disabled_reason: isOn ? null : ('asked' as const),
      disabled_evidence_id: isOn ? null : stamp.id,
      failing_since: null,
      rests_until: null,
    };
    const change = { channel_id: channelId, version: set.version, enabled: isOn };
    const statements = [updated(deps, former, set)];
    const isDone = await record(deps, owner, { action: CHANNEL_SWITCHED, change, statements, stamp });
    return isDone ? findChannel(deps.db, chain, channelId) : undefined;
  });
}

/** Its messages stay where they are, and are no longer brought up to date. */
export async function deleteChannel(deps: SetupDeps, owner: ChannelOwner, channelId: string): Promise<void> {
  const { chain } = owner;
  const { db } = deps;
  await retryOvertaken(channelId, MAX_ATTEMPTS, async () => {
    const former = await findChannelRow(db, chain, channelId);
    const gone = db
      .deleteFrom('channels')
      .where('chain', '=', chain)
      .where('channel_id', '=', channelId)
      .where('version', '=', former.version);
    const given = db
      .updateTable('channel_messages')
      .set({ status: 'dropped', next_at: null, settled_at: deps.clock.now() })
      .where('chain', '=', chain)
      .where('channel_id', '=', channelId)
      .where('status', '=', 'pending');
    const isDone = await record(deps, owner, {
      action: CHANNEL_DELETED,
      change: { channel_id: channelId, kind: former.kind, name: former.name },
      statements: [bound(gone, 1)],
      stamp: stampNow(deps),
    });
    if (!isDone) return undefined;
    await given.execute();
    return true;
  });
}

/** Events from before the first channel become no messages. */
async function followEvents({ db }: SetupDeps, chain: number): Promise<void> {
  const events = db.selectFrom('event_heads').select('size').where('chain', '=', chain);
  const position = (await events.executeTakeFirst())?.size ?? 0;
  const begin = db.insertInto('channel_heads').values({ chain, position });
  await begin.onConflict((conflict) => conflict.doNothing()).execute();
}

interface Recorded {
  action: string;
  change: JsonObject;
  statements: BoundStatement[];
  stamp: Stamp;
}

async function record(deps: SetupDeps, { chain, party, member }: ChannelOwner, change: Recorded) {
  const result = await recordChange(deps, { chain, actor: { party, member }, ...change });
  return result.kind === 'appended' ? true : undefined;
}

function updated({ db }: SetupDeps, { chain, channel_id, version }: ChannelRow, set: Partial<ChannelRow>) {
  const query = db.updateTable('channels').set(set).where('chain', '=', chain);
  return bound(query.where('channel_id', '=', channel_id).where('version', '=', version), 1);
}

function switchedOn<Row>(row: Row) {
  const off = { disabled_at: null, disabled_reason: null, disabled_evidence_id: null };
  return { ...row, ...off, failing_since: null, rests_until: null };
}

function whereOf({ config }: SetupDeps, { environment }: ChannelOwner) {
  return { environment, allowNetworks: config.webhooks.allowNetworks };
}

function requireVersion(row: ChannelRow, version: number): void {
  if (row.version !== version) throw changed();
}

function changed(): Failure {
  return Failure.conflict('channel_changed', 'The channel was changed meanwhile: read it again.');
}

function tooMany(): Failure {
  return Failure.conflict('too_many_channels', `There can be ${MAX_CHANNELS} channels at most.`);
}
