/** A stored export and its downloads, always looked up within one chain: another tenant's export is never found. */

import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { ExportsTable } from '../../database/tables/evidence.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { isId } from '../../foundation/ids.ts';
import type { ExportFilter, ExportFormat } from './source.ts';

type Row = Selectable<ExportsTable>;

/** As stored. `created_by` is a key's id, or `operator`; `expires_at` is a whole second. */
export interface ExportDefinition extends Omit<Row, 'format' | 'filter'> {
  format: ExportFormat;
  filter: ExportFilter;
}

const MAX_DOWNLOADS_SHOWN = 1000;

/** The action of the artifact that records an export. */
export const EXPORTED = 'evidence.export';

/** The recorded part of an export. */
export function termsOf({ export_id, format, filter, ...rest }: Omit<ExportDefinition, 'chain'>) {
  const { from, to, artifactTypes, csvBom } = filter;
  return {
    export_id,
    format,
    ...(csvBom ? { csv_bom: true } : {}),
    filter: {
      from_date: isoOrNull(from),
      to_date: isoOrNull(to),
      artifact_types: artifactTypes === null ? null : [...artifactTypes],
    },
    tree_size: rest.size,
    checkpoint: rest.checkpoint,
    artifact_count: rest.artifact_count,
    link_expires_at: new Date(rest.expires_at).toISOString(),
  } satisfies JsonObject;
}

export function insertion(db: Database, definition: ExportDefinition) {
  return db.insertInto('exports').values({ ...definition, filter: JSON.stringify(definition.filter) });
}

/** @throws {Failure} `not_found` */
export async function findExport(db: Database, chain: number, exportId: string): Promise<ExportDefinition> {
  const exports = db.selectFrom('exports').selectAll().where('chain', '=', chain);
  const row = isId('exp', exportId)
    ? await exports.where('export_id', '=', exportId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such export.');
  return definitionOf(row);
}

/** @throws {SyntaxError} if its filter is invalid. */
export function definitionOf(row: Row): ExportDefinition {
  return { ...row, format: row.format as ExportFormat, filter: JSON.parse(row.filter) };
}

/**
 * The downloads of an export as the API shows them, newest first; at most a thousand. An outcome is null while the
 * download is under way, and for ever if the node that sent it ended. `bytes` were sent, or on their way, at its end.
 */
export async function downloadsOf(db: Database, { chain, export_id }: ExportDefinition) {
  const rows = await db
    .selectFrom('export_downloads')
    .selectAll()
    .where('chain', '=', chain)
    .where('export_id', '=', export_id)
    .orderBy('download_id', 'desc')
    .limit(MAX_DOWNLOADS_SHOWN)
    .execute();
  return rows.map(({ opened_by, started_at, finished_at, bytes }) => {
    const brokenOff = bytes === null ? null : ('broken_off' as const);
    return {
      opened_by,
      started_at: new Date(started_at).toISOString(),
      finished_at: isoOrNull(finished_at),
      outcome: finished_at === null ? brokenOff : ('finished' as const),
      bytes,
    };
  });
}
