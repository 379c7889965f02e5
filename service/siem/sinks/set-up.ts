/** Makes, changes, pauses and deletes a sink. A new one begins with the next record, or with the first. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { stampNow } from '../../evidence/changes/index.ts';
import { sizeOf } from '../../evidence/reading/index.ts';
import { Failure, unlessUnavailable } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { requireSecretBox } from '../../webhooks/endpoints/index.ts';
import { readOptions, readSecrets, type SinkKind, type Where } from './kinds.ts';
import {
  findSink,
  openSecrets,
  optionsOf,
  recordSink,
  SINK_PREFIX,
  type SinkDeps,
  type SinkOwner,
  type SinkRow,
  sealSecrets,
  unchanged,
} from './sink.ts';

/** The limit in one environment of a tenant. */
export const MAX_SINKS = 10;
const MAX_ATTEMPTS = 20;

export interface WantedSink {
  kind: SinkKind;
  name: string;
  options: JsonObject;
  secrets: JsonObject;
  /** Where it begins: with the oldest record, or with the next one. */
  from: 'beginning' | 'now';
}

/** @throws {Failure} `invalid`; `conflict` if there are too many already; `unavailable`. */
export async function createSink(
  deps: SinkDeps,
  owner: SinkOwner,
  { kind, name, from, ...given }: WantedSink,
): Promise<SinkRow> {
  const { db } = deps;
  const { chain } = owner;
  const where = whereFor(deps, owner);
  const options = readOptions(kind, given.options, where);
  const secrets = readSecrets(kind, given.secrets, where);
  const stamp = stampNow(deps);
  const sink_id = deps.ids.random(SINK_PREFIX);
  const row: SinkRow = {
    chain,
    sink_id,
    kind,
    name,
    options: canonicalJson(options),
    secrets: sealSecrets(deps, { chain, sink_id }, secrets),
    created_at: stamp.at,
    created_by: owner.party,
    evidence_id: stamp.id,
    paused_at: null,
    next_at: 0,
    tries: 0,
    failing_since: null,
    told_at: null,
    last_error: null,
    last_sent_at: null,
  };
  const starts = from === 'beginning' ? { evidence: 0, events: 0 } : await endsOf(db, chain);
  const heads = (['evidence', 'events'] as const).map((stream) => {
    return { chain, sink_id, stream, position: starts[stream] };
  });
  // Appends to a chain are sequential, so no two of them see the same last free place.
  const last = db
    .selectFrom('sinks')
    .select('sink_id')
    .where('chain', '=', chain)
    .limit(1)
    .offset(MAX_SINKS - 1);
  const made = await recordSink(deps, chain, owner, {
    action: 'create',
    stamp,
    row,
    statements: [
      bound(last, 0),
      bound(db.insertInto('sinks').values(row), 1),
      bound(db.insertInto('sink_heads').values(heads), heads.length),
    ],
  });
  if (made) return row;
  throw Failure.conflict('too_many_sinks', `There are already ${MAX_SINKS} sinks, which is the limit.`);
}

async function endsOf(db: Database, chain: number) {
  const head = db.selectFrom('event_heads').select('size').where('chain', '=', chain);
  return { evidence: await sizeOf(db, chain), events: (await head.executeTakeFirst())?.size ?? 0 };
}

/** Missing members stay as they are. */
export interface WantedSinkChange {
  name?: string;
  options?: JsonObject;
  secrets?: JsonObject;
}

/** A change to the same values is not recorded. @throws {Failure} `not_found`; `invalid`; `unavailable`. */
export function changeSink(
  deps: SinkDeps,
  owner: SinkOwner,
  sinkId: string,
  wanted: WantedSinkChange,
): Promise<SinkRow> {
  const { db } = deps;
  const { chain } = owner;
  const where = whereFor(deps, owner);
  return retryOvertaken(sinkId, MAX_ATTEMPTS, async () => {
    const row = await findSink(db, chain, sinkId);
    const kind = row.kind as SinkKind;
    const options = wanted.options === undefined ? optionsOf(row) : readOptions(kind, wanted.options, where);
    const secrets =
      wanted.secrets === undefined
        ? row.secrets
        : sealSecrets(deps, row, readSecrets(kind, wanted.secrets, where));
    const set = { name: wanted.name ?? row.name, options: canonicalJson(options), secrets };
    const isSame = set.name === row.name && set.options === row.options && wanted.secrets === undefined;
    if (isSame) return row;
    return recorded(deps, owner, row, { action: 'change', set: { ...set, ...AT_ONCE } });
  });
}

/** Tried again at once, also where a failure made it wait. */
const AT_ONCE = { next_at: 0, tries: 0 };

/** Does nothing where it is so already. @throws {Failure} `not_found`; `unavailable`. */
export function pauseSink(
  deps: SinkDeps,
  owner: SinkOwner,
  sinkId: string,
  to: 'pause' | 'resume',
): Promise<SinkRow> {
  return retryOvertaken(sinkId, MAX_ATTEMPTS, async () => {
    const row = await findSink(deps.db, owner.chain, sinkId);
    if ((row.paused_at !== null) === (to === 'pause')) return row;
    const set = to === 'pause' ? { paused_at: deps.clock.now() } : { paused_at: null, ...AT_ONCE };
    return recorded(deps, owner, row, { action: to, set });
  });
}

/** @returns undefined where another change came first. */
async function recorded(
  deps: SinkDeps,
  owner: SinkOwner,
  row: SinkRow,
  { action, set }: { action: 'change' | 'pause' | 'resume'; set: Partial<SinkRow> },
): Promise<SinkRow | undefined> {
  const stamp = stampNow(deps);
  const changed = { ...row, ...set, evidence_id: stamp.id };
  const update = unchanged(deps.db, row).set({ ...set, evidence_id: stamp.id });
  const done = await recordSink(deps, owner.chain, owner, {
    action,
    stamp,
    row: changed,
    statements: [bound(update, 1)],
  });
  return done ? changed : undefined;
}

/** Keeps on record what it was sent. @throws {Failure} `not_found`; `unavailable`. */
export async function deleteSink(deps: SinkDeps, owner: SinkOwner, sinkId: string): Promise<void> {
  const { db } = deps;
  const { chain } = owner;
  await retryOvertaken(sinkId, MAX_ATTEMPTS, async () => {
    const row = await findSink(db, chain, sinkId);
    const deletion = db
      .deleteFrom('sinks')
      .where('chain', '=', chain)
      .where('sink_id', '=', sinkId)
      .where('evidence_id', '=', row.evidence_id);
    const done = await recordSink(deps, chain, owner, {
      action: 'delete',
      stamp: stampNow(deps),
      row,
      statements: [bound(deletion, 1)],
    });
    return done ? true : undefined;
  });
  const heads = db.deleteFrom('sink_heads').where('chain', '=', chain).where('sink_id', '=', sinkId);
  await heads.execute().catch(unlessUnavailable);
}

function whereFor({ config }: SinkDeps, { environment }: SinkOwner): Where {
  const { siemFilesDir: filesDir, webhooks } = config;
  return { environment, allowNetworks: webhooks.allowNetworks, filesDir };
}

/** For sending now. @throws {Failure} `unavailable` where its secrets can't be read here. */
export function openedSink(deps: Pick<SinkDeps, 'secretBox'>, row: SinkRow) {
  return { options: optionsOf(row), secrets: openSecrets(requireSecretBox(deps), row) };
}
