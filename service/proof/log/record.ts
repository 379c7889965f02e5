/** Artifacts with all data needed to compute their leaf and commitment again. */

import type { Database } from '../../database/open.ts';
import { leafOf } from '../../evidence/append/index.ts';
import {
  type Artifact,
  artifactsIn,
  artifactsWithPayload,
  toArtifact,
} from '../../evidence/reading/index.ts';
import { isId } from '../../foundation/ids.ts';

export interface EvidenceRecord extends Artifact {
  /** The text of the leaf; the record's hash is its leaf hash. */
  leaf: string;
  payloadCommitment: Uint8Array;
  /** Null, like the payload, if it was redacted or its retention has ended. */
  salt: Uint8Array | null;
}

/** null if the chain has no such artifact. */
export async function findRecord(db: Database, chain: number, id: string): Promise<EvidenceRecord | null> {
  if (!isId('ev', id)) return null;
  const row = await artifactsWithPayload(db, chain)
    .select('artifact_payloads.salt')
    .where('artifacts.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { salt, payload: _, ...artifact } = row;
  return {
    ...toArtifact(row),
    leaf: leafOf(artifact),
    payloadCommitment: row.payload_commitment,
    salt,
  };
}

/** The leaves of the artifacts from position `start` up to `end` (exclusive), without missing ones. */
export async function leavesBetween(
  db: Database,
  chain: number,
  start: number,
  end: number,
): Promise<string[]> {
  const artifacts = artifactsIn(db, chain, start, end).selectAll();
  return (await artifacts.orderBy('position').execute()).map(leafOf);
}
