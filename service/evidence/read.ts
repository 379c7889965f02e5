/** Reads artifacts back, always within one chain: what another tenant holds is not there. */

import { type JsonObject, parseJson } from '@assize/evidence-format';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { bytesIn, textOf } from '../database/bytes-as-text.ts';
import type { Database } from '../database/open.ts';
import type { ArtifactPayloadsTable, ArtifactsTable, Tables } from '../database/tables/index.ts';
import { isId } from '../foundation/ids.ts';
import { ARTIFACT_TYPES, type ArtifactType } from './artifact.ts';
import { readInPieces } from './payload-pieces.ts';
import { positionsOf } from './search/positions-of.ts';

export interface Artifact {
  id: string;
  position: number;
  artifactType: ArtifactType;
  action: string | null;
  verdict: string | null;
  actor: string;
  /** ms since the epoch. */
  createdAt: number;
  hash: Uint8Array;
  previousHash: Uint8Array;
  /** null where it was redacted or its retention has passed. */
  payload: JsonObject | null;
}

/** Types that `latestArtifacts` reports when none is asked for by name. */
const PUBLISHED_TYPES = ARTIFACT_TYPES.filter((type) => type !== 'governance_change');

export async function findArtifact(db: Database, chain: number, id: string): Promise<Artifact | null> {
  if (!isId('ev', id)) return null;
  const row = await artifactsWithPayload(db, chain).where('artifacts.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toArtifact(row);
}

/** Those of this chain, by id. */
export async function findArtifacts(
  db: Database,
  chain: number,
  ids: readonly string[],
): Promise<Map<string, Artifact>> {
  const found = await artifactsAt(db, chain, await positionsOf(db, chain, ids));
  return new Map(found.map((artifact) => [artifact.id, artifact]));
}

/** The newest artifact of each type that has one, in the order asked; of the six published types where none is asked for. */
export async function latestArtifacts(
  db: Database,
  chain: number,
  types: readonly ArtifactType[],
): Promise<Artifact[]> {
  const wanted = types.length > 0 ? [...new Set(types)] : PUBLISHED_TYPES;
  const newest = await db
    .selectNoFrom((each) => wanted.map((type) => newestOfType(each, chain, type).as(type)))
    .executeTakeFirstOrThrow();
  const positions = Object.values<number | null>(newest).filter((position) => position !== null);
  const found = await artifactsAt(db, chain, positions);
  return wanted.flatMap((type) => found.filter(({ artifactType }) => artifactType === type));
}

function newestOfType(each: ExpressionBuilder<Tables, never>, chain: number, type: ArtifactType) {
  const ofType = each
    .selectFrom('artifacts')
    .select('position')
    .where('chain', '=', chain)
    .where('artifact_type', '=', type)
    .orderBy('position', 'desc')
    .limit(1);
  // Said as a literal, so that the planner sees that the index of the rarer types has them all.
  return type === 'governance_eval'
    ? ofType
    : ofType.where('artifact_type', '<>', sql.lit('governance_eval'));
}

/**
 * @param positions of those wanted. They are returned newest first, put in order here: asked to sort, PostgreSQL
 * without statistics, after a restore for example, reads the chain from its end until it has met them all.
 * @param maxBytes of payloads; what lies beyond is left out, from the oldest on, but never the newest.
 */
export async function artifactsAt(
  db: Database,
  chain: number,
  positions: readonly number[],
  maxBytes?: number,
): Promise<Artifact[]> {
  if (positions.length === 0) return [];
  const leaves = await artifactsWithPayload(db, chain)
    .clearSelect()
    .selectAll('artifacts')
    .select(bytesIn('artifact_payloads.payload').as('payload_bytes'))
    .where('artifacts.position', 'in', positions)
    .execute();
  leaves.sort((one, other) => other.position - one.position);
  const read = (some: readonly { position: number }[]) =>
    payloadTextsAt(
      db,
      chain,
      some.map(({ position }) => position),
    );
  const found = await readInPieces(leaves, { keyOf: ({ position }) => position, read, maxBytes });
  return found.map(({ row, payload }) => ({ ...leafOf(row), payload }));
}

async function payloadTextsAt(
  db: Database,
  chain: number,
  positions: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('artifact_payloads')
    .select(['position', textOf(db, 'payload').as('payload')])
    .where('chain', '=', chain)
    .where('position', 'in', positions)
    .execute();
  return new Map(rows.map(({ position, payload }) => [position, payload]));
}

export function artifactsWithPayload(db: Database, chain: number) {
  return db
    .selectFrom('artifacts')
    .leftJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .selectAll('artifacts')
    .select('artifact_payloads.payload')
    .where('artifacts.chain', '=', chain);
}

/**
 * For the select list of another query: the payload of the artifact that a column there names, as it is stored. It is
 * looked up row by row whatever the planner knows, and null where it was redacted or its retention has passed.
 */
export function payloadTextOf(db: Database, chain: number, idColumn: string) {
  return beside(db, chain, idColumn).select(textOf(db, 'artifact_payloads.payload').as('payload'));
}

/** Likewise the number of its bytes. */
export function payloadBytesOf(db: Database, chain: number, idColumn: string) {
  return beside(db, chain, idColumn).select(bytesIn('artifact_payloads.payload').as('payload_bytes'));
}

function beside(db: Database, chain: number, idColumn: string) {
  return artifactsWithPayload(db, chain).clearSelect().where('artifacts.id', '=', sql.ref<string>(idColumn));
}

type Row = Selectable<ArtifactsTable> & { payload: Selectable<ArtifactPayloadsTable>['payload'] | null };

export function toArtifact(row: Row): Artifact {
  const payload =
    row.payload === null ? null : (parseJson(Buffer.from(row.payload).toString('utf8')) as JsonObject);
  return { ...leafOf(row), payload };
}

function leafOf(row: Selectable<ArtifactsTable>): Omit<Artifact, 'payload'> {
  return {
    id: row.id,
    position: row.position,
    artifactType: row.artifact_type as ArtifactType,
    action: row.action,
    verdict: row.verdict,
    actor: row.actor,
    createdAt: row.created_at,
    hash: row.hash,
    previousHash: row.previous_hash,
  };
}
