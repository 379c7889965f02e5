/** Reads artifacts back, always within one chain: what another tenant holds is not there. */

import { type JsonObject, parseJson } from '@assize/evidence-format';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { ArtifactPayloadsTable, ArtifactsTable } from '../database/tables.ts';
import { isId } from '../foundation/ids.ts';
import { ARTIFACT_TYPES, type ArtifactType } from './artifact.ts';

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

/** The newest artifact of each type that has one, in the order asked; of the six published types where none is asked for. */
export async function latestArtifacts(
  db: Database,
  chain: number,
  types: readonly ArtifactType[],
): Promise<Artifact[]> {
  const found: Artifact[] = [];
  for (const type of types.length > 0 ? new Set(types) : PUBLISHED_TYPES) {
    let ofType = artifactsWithPayload(db, chain).where('artifacts.artifact_type', '=', type);
    // Said as a literal, so that the planner sees that the index of the rarer types has them all.
    if (type !== 'governance_eval')
      ofType = ofType.where('artifacts.artifact_type', '<>', sql.lit('governance_eval'));
    const row = await ofType.orderBy('artifacts.position', 'desc').limit(1).executeTakeFirst();
    if (row !== undefined) found.push(toArtifact(row));
  }
  return found;
}

/** @param positions newest first, as the artifacts are returned. */
export async function artifactsAt(
  db: Database,
  chain: number,
  positions: readonly number[],
): Promise<Artifact[]> {
  if (positions.length === 0) return [];
  const rows = await artifactsWithPayload(db, chain)
    .where('artifacts.position', 'in', positions)
    .orderBy('artifacts.position', 'desc')
    .execute();
  return rows.map(toArtifact);
}

function artifactsWithPayload(db: Database, chain: number) {
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

type Row = Selectable<ArtifactsTable> & { payload: Selectable<ArtifactPayloadsTable>['payload'] | null };

function toArtifact(row: Row): Artifact {
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
    payload:
      row.payload === null ? null : (parseJson(Buffer.from(row.payload).toString('utf8')) as JsonObject),
  };
}
