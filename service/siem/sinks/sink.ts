/**
 * A sink: a receiver of one tenant's and environment's evidence and events in a SIEM. Each change of it is recorded
 * with the whole state, so that truth verification compares the row with the last record. Its secrets are sealed for its
 * row, and never shown.
 */
import { canonicalJson, type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { BoundStatement } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { SinksTable } from '../../database/tables/event.ts';
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

export const SINK_PREFIX = 'snk';

/** The actions of the records that state a sink as it is from then on. */
export const SINK_SET = ['create', 'change', 'pause', 'resume'].map((act) => `sink.${act}`);
export const SINK_DELETED = 'sink.delete';

export type SinkRow = Selectable<SinksTable>;

export interface SinkDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
  /** null if the secrets are encrypted under a key that this node does not have. */
  secretBox: SecretBox | null;
  config: { siemFilesDir: string | null; webhooks: { allowNetworks: readonly string[] } };
}

/** The chain that the sink belongs to, and who changes it. */
export interface SinkOwner {
  chain: number;
  environment: Environment;
  party: string;
  member: { sessionId: string } | null;
}

/** @throws {Failure} `not_found`, also for another tenant's or environment's. */
export async function findSink(db: Database, chain: number, sinkId: string): Promise<SinkRow> {
  const row = isId(SINK_PREFIX, sinkId)
    ? await sinksIn(db, chain).where('sink_id', '=', sinkId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw noSuchSink();
  return row;
}

/** Oldest first. There are few, so this is not paged. */
export function listSinks(db: Database, chain: number): Promise<SinkRow[]> {
  return sinksIn(db, chain).orderBy('created_at').orderBy('sink_id').execute();
}

function sinksIn(db: Database, chain: number) {
  return db.selectFrom('sinks').selectAll().where('chain', '=', chain);
}

export function optionsOf({ options }: Pick<SinkRow, 'options'>): JsonObject {
  return parseJson(options) as JsonObject;
}

export const SINK_STATUSES = ['sending', 'failing', 'paused'] as const;
type SinkStatus = (typeof SINK_STATUSES)[number];

/** `failing`: its receiver took nothing the last time, and is tried again. */
export function sinkStatus({
  paused_at,
  failing_since,
}: Pick<SinkRow, 'paused_at' | 'failing_since'>): SinkStatus {
  if (paused_at !== null) return 'paused';
  return failing_since === null ? 'sending' : 'failing';
}

export function sealSecrets(
  deps: Pick<SinkDeps, 'secretBox'>,
  { chain, sink_id }: Pick<SinkRow, 'chain' | 'sink_id'>,
  secrets: JsonObject,
): Uint8Array {
  return requireSecretBox(deps).seal(Buffer.from(canonicalJson(secrets)), secretBoundTo(chain, sink_id));
}

/** @throws if they were sealed under another key or for another row. */
export function openSecrets(box: SecretBox, row: Pick<SinkRow, 'chain' | 'sink_id' | 'secrets'>): JsonObject {
  const opened = box.open(row.secrets, secretBoundTo(row.chain, row.sink_id));
  return parseJson(Buffer.from(opened).toString()) as JsonObject;
}

/** A sink as a record states it, with a keyed digest of its sealed secrets. */
export function statedSink(digest: Digest, row: SinkRow): JsonObject {
  const { sink_id, kind, name, secrets, paused_at } = row;
  const held = Buffer.from(secrets).toString('hex');
  return {
    sink_id,
    kind,
    name,
    options: optionsOf(row),
    paused_at,
    digests: { secrets: digest({ sink_id, column: 'secrets', held }) },
  };
}

export interface SinkChange {
  action: 'create' | 'change' | 'pause' | 'resume' | 'delete';
  stamp: Stamp;
  /** As it is after the change. */
  row: SinkRow;
  statements: BoundStatement[];
}

/** @returns false if another change came first; nothing has changed then. */
export async function recordSink(
  deps: SinkDeps,
  chain: number,
  actor: Actor,
  { action, stamp, row, statements }: SinkChange,
): Promise<boolean> {
  const change = statedSink(await digests(deps.db, deps.fillRandom), row);
  const recorded = { chain, stamp, action: `sink.${action}`, actor, change, statements };
  return (await recordChange(deps, recorded)).kind === 'appended';
}

/** The row, if it is still as it was read. */
export function unchanged(db: Database, { chain, sink_id, evidence_id }: SinkRow) {
  return db
    .updateTable('sinks')
    .where('chain', '=', chain)
    .where('sink_id', '=', sink_id)
    .where('evidence_id', '=', evidence_id);
}

function noSuchSink(): Failure {
  return new Failure('not_found', 'There is no such sink.');
}
