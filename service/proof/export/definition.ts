/**
 * A stored export: its filter, the signed size of the chain, its requester and its downloads. It is always looked up
 * within one chain, so another tenant's export is never found.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { ExportDownloadsTable, ExportsTable } from '../../database/tables/evidence.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { isId } from '../../foundation/ids.ts';
import type { ExportFilter, ExportFormat } from './source.ts';

export interface ExportDefinition {
  chain: number;
  exportId: string;
  format: ExportFormat;
  filter: ExportFilter;
  /** Artifacts at this position and later are not part of it. */
  size: number;
  /** The signed checkpoint of `size`, verbatim. */
  checkpoint: string;
  artifactCount: number;
  createdAt: number;
  /** A key's id, or `operator`. */
  createdBy: string;
  /** The expiry of the link: whole seconds, in ms since the epoch. */
  expiresAt: number;
}

export interface ExportDownload {
  downloadId: string;
  /** A key's id, `link`, or `operator`. */
  openedBy: string;
  startedAt: number;
  /** Null while it is under way, and for ever if the node that sent it ended. */
  outcome: 'finished' | 'broken_off' | null;
  finishedAt: number | null;
  /** Bytes that were sent or on their way when it ended. */
  bytes: number | null;
}

const MAX_DOWNLOADS_SHOWN = 1000;

/** The action of the artifact that records an export. */
export const EXPORTED = 'evidence.export';

/** The recorded part of an export. */
export function termsOf({ exportId, format, filter, ...rest }: Omit<ExportDefinition, 'chain'>): JsonObject {
  const { size, artifactCount, expiresAt, checkpoint } = rest;
  const { from, to, artifactTypes, csvBom } = filter;
  return {
    export_id: exportId,
    format,
    ...(csvBom ? { csv_bom: true } : {}),
    filter: {
      from_date: isoOrNull(from),
      to_date: isoOrNull(to),
      artifact_types: artifactTypes === null ? null : [...artifactTypes],
    },
    tree_size: size,
    checkpoint,
    artifact_count: artifactCount,
    link_expires_at: new Date(expiresAt).toISOString(),
  };
}

export function insertion(db: Database, definition: ExportDefinition) {
  const { chain, exportId, format, filter, size, checkpoint, artifactCount, ...rest } = definition;
  const row: Selectable<ExportsTable> = {
    chain,
    export_id: exportId,
    format,
    filter: JSON.stringify(filter),
    size,
    checkpoint,
    artifact_count: artifactCount,
    created_at: rest.createdAt,
    created_by: rest.createdBy,
    expires_at: rest.expiresAt,
  };
  return db.insertInto('exports').values(row);
}

/** @throws {Failure} `not_found` */
export async function findExport(db: Database, chain: number, exportId: string): Promise<ExportDefinition> {
  const row = isId('exp', exportId)
    ? await db
        .selectFrom('exports')
        .selectAll()
        .where('chain', '=', chain)
        .where('export_id', '=', exportId)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such export.');
  return definitionOf(row);
}

/** @throws {SyntaxError} if its filter is invalid. */
export function definitionOf(row: Selectable<ExportsTable>): ExportDefinition {
  return {
    chain: row.chain,
    exportId: row.export_id,
    format: row.format as ExportFormat,
    filter: JSON.parse(row.filter),
    size: row.size,
    checkpoint: row.checkpoint,
    artifactCount: row.artifact_count,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
  };
}

/** Newest first; at most a thousand. */
export async function downloadsOf(
  db: Database,
  { chain, exportId }: ExportDefinition,
): Promise<ExportDownload[]> {
  const rows = await db
    .selectFrom('export_downloads')
    .selectAll()
    .where('chain', '=', chain)
    .where('export_id', '=', exportId)
    .orderBy('download_id', 'desc')
    .limit(MAX_DOWNLOADS_SHOWN)
    .execute();
  return rows.map(toDownload);
}

function toDownload(row: Selectable<ExportDownloadsTable>): ExportDownload {
  const brokenOff = row.bytes === null ? null : 'broken_off';
  return {
    downloadId: row.download_id,
    openedBy: row.opened_by,
    startedAt: row.started_at,
    outcome: row.finished_at === null ? brokenOff : 'finished',
    finishedAt: row.finished_at,
    bytes: row.bytes,
  };
}

export async function recordStart(
  db: Database,
  { chain, exportId }: ExportDefinition,
  download: { downloadId: string; openedBy: string; startedAt: number },
): Promise<void> {
  await db
    .insertInto('export_downloads')
    .values({
      chain,
      export_id: exportId,
      download_id: download.downloadId,
      opened_by: download.openedBy,
      started_at: download.startedAt,
    })
    .execute();
}

/** @param finishedAt null if it was interrupted. */
export async function recordEnd(
  db: Database,
  { chain, exportId }: ExportDefinition,
  downloadId: string,
  end: { finishedAt: number | null; bytes: number },
): Promise<void> {
  await db
    .updateTable('export_downloads')
    .set({ finished_at: end.finishedAt, bytes: end.bytes })
    .where('chain', '=', chain)
    .where('export_id', '=', exportId)
    .where('download_id', '=', downloadId)
    .execute();
}
