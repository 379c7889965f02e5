/** The manifest of an export, made at each download. Only later removals can change it. */

import { openCheckpoint, parseCheckpoint, parseVerifierKey, TILE_WIDTH } from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import type { Database } from '../../database/open.ts';
import { type PublishedKey, publishedKeys } from '../log/signing/published-keys.ts';
import { restoresOf } from '../restore/stated.ts';
import type { ExportDefinition } from './definition.ts';
import { type SegmentRun, segmentsToRead } from './selection.ts';
import type { ExportManifest, ExportRemoval } from './source.ts';

export interface ExportContents {
  chain: number;
  manifest: ExportManifest;
  checkpoint: string;
  verifierKeys: readonly PublishedKey[];
  segments: readonly SegmentRun[];
}

export async function readContents(db: Database, definition: ExportDefinition): Promise<ExportContents> {
  const { chain, checkpoint, size, filter } = definition;
  const { name, environment } = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select(['tenants.name', 'chains.environment'])
    .where('chains.chain', '=', chain)
    .executeTakeFirstOrThrow();
  const segments = await segmentsToRead(db, chain, size, filter);
  const manifest: ExportManifest = {
    exportId: definition.export_id,
    tenant: name,
    environment,
    chain: chainId(chain),
    filter,
    createdAt: definition.created_at,
    treeSize: size,
    rootHash: rootOfNote(checkpoint),
    artifactCount: definition.artifact_count,
    removals: await removalsWithin(db, chain, size, segments),
    restores: await restoresOf(db, chain, size),
  };
  return { chain, manifest, checkpoint, verifierKeys: await keysOf(db, definition), segments };
}

/** The removals stated so far that concern a selected segment, by position; none reaches beyond the pinned size. */
export async function removalsWithin(
  db: Database,
  chain: number,
  size: number,
  segments: readonly SegmentRun[],
): Promise<ExportRemoval[]> {
  const start = (segments[0]?.first ?? 0) * TILE_WIDTH;
  const end = Math.min((segments.at(-1)?.end ?? 0) * TILE_WIDTH, size);
  const rows = await db
    .selectFrom('removals')
    .selectAll()
    .where('chain', '=', chain)
    .where('first', '<', end)
    .where('behind_last', '>', start)
    .orderBy('first')
    .orderBy('evidence_id')
    .execute();
  return rows.map(({ kind, first, behind_last, evidence_id }) => ({
    kind,
    fromIndex: first,
    toIndex: Math.min(behind_last, size),
    evidenceId: evidence_id,
  }));
}

function rootOfNote(note: string): Uint8Array {
  return parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1)).root;
}

/** The keys that signed the checkpoint, as of that time: retiring a key later does not change the export. */
async function keysOf(
  db: Database,
  { chain, checkpoint, created_at }: ExportDefinition,
): Promise<PublishedKey[]> {
  const published = await publishedKeys(db, chain);
  const signed = published.filter(
    ({ vkey }) => openCheckpoint(checkpoint, [parseVerifierKey(vkey)]).fault === null,
  );
  return signed.map(({ vkey, validFrom, validUntil }) => ({
    vkey,
    validFrom,
    validUntil: validUntil === null || validUntil > created_at ? null : validUntil,
  }));
}
