/** Reads artifacts, always within one chain: another tenant's artifacts are never found. */

import { type JsonObject, parseJson } from '@assize/evidence-format';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { bytesIn, textOf } from '../../database/bytes-as-text.ts';
import type { Database } from '../../database/open.ts';
import type { ArtifactPayloadsTable, ArtifactsTable, Tables } from '../../database/tables/index.ts';
import { isId } from '../../foundation/ids.ts';
import { ARTIFACT_TYPES, type ArtifactType } from '../artifact.ts';
import { artifactsBesidePayloads, positionsOf } from './leaves.ts';
import { readInPieces } from './payload-pieces.ts';

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
  /** null if it was redacted or its retention has ended. */
  payload: JsonObject | null;
}

/** Types that `latestArtifacts` reports by default. */
const PUBLISHED_TYPES = ARTIFACT_TYPES.filter((type) => type !== 'governance_change');

export async function findArtifact(db: Database, chain: number, id: string): Promise<Artifact | null> {
  if (!isId('ev', id)) return null;
  const row = await artifactsWithPayload(db, chain).where('artifacts.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toArtifact(row);
}

/** The artifacts of this chain, by id. */
export async function findArtifacts(
  db: Database,
  chain: number,
  ids: readonly string[],
): Promise<Map<string, Artifact>> {
  const found = await artifactsAt(db, chain, await positionsOf(db, chain, ids));
  return new Map(found.map((artifact) => [artifact.id, artifact]));
}

/** The newest artifact of each type that has one, in the order asked for; by default of the published types. */
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
  // A literal, so that the planner sees that the index of the rarer types covers all of them.
  return type === 'governance_eval'
    ? ofType
    : ofType.where('artifact_type', '<>', sql.lit('governance_eval'));
}

/**
 * @param positions of the artifacts, returned newest first. Sorted here: without statistics, PostgreSQL would sort by
 * reading the chain from its end. @param maxBytes of payloads; the oldest beyond it are left out, never the newest.
 */
export async function artifactsAt(
  db: Database,
  chain: number,
  positions: readonly number[],
  maxBytes?: number,
): Promise<Artifact[]> {
  if (positions.length === 0) return [];
  const leaves = await artifactsBesidePayloads(db, chain)
    .selectAll('artifacts')
    .select(bytesIn('artifact_payloads.payload').as('payload_bytes'))
    .where('artifacts.position', 'in', positions)
    .execute();
  leaves.sort((one, other) => other.position - one.position);
  const read = (some: readonly { position: number }[]) => payloadTextsOf(db, chain, some);
  const found = await readInPieces(leaves, { keyOf: ({ position }) => position, read, maxBytes });
  return found.map(({ row, payload }) => ({ ...leafOf(row), payload }));
}

async function payloadTextsOf(
  db: Database,
  chain: number,
  artifacts: readonly { position: number }[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('artifact_payloads')
    .select(['position', textOf(db, 'payload').as('payload')])
    .where('chain', '=', chain)
    .where(
      'position',
      'in',
      artifacts.map(({ position }) => position),
    )
    .execute();
  return new Map(rows.map(({ position, payload }) => [position, payload]));
}

export function artifactsWithPayload(db: Database, chain: number) {
  return artifactsBesidePayloads(db, chain).selectAll('artifacts').select('artifact_payloads.payload');
}

/**
 * For the select list of another query: the stored payload of the artifact that a column names. It is looked up row by
 * row regardless of the planner's statistics, and null if it was redacted or its retention has ended.
 */
export function payloadTextOf(db: Database, chain: number, idColumn: string) {
  return beside(db, chain, idColumn).select(textOf(db, 'artifact_payloads.payload').as('payload'));
}

/** The same for the payload's number of bytes. */
export function payloadBytesOf(db: Database, chain: number, idColumn: string) {
  return beside(db, chain, idColumn).select(bytesIn('artifact_payloads.payload').as('payload_bytes'));
}

function beside(db: Database, chain: number, idColumn: string) {
  return artifactsBesidePayloads(db, chain).where('artifacts.id', '=', sql.ref<string>(idColumn));
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
