/** Downloads of an export: each is rendered again, and recorded with its reader and whether it was complete. */
import { chainId } from '../../database/chain-id.ts';
import { ownerOf } from '../../tenants/index.ts';
import type { ExportDeps } from './create.ts';
import type { ExportDefinition } from './definition.ts';
import type { Rendering, Renderings } from './rendering.ts';

export interface Download {
  content: Rendering;
  /** Call this once. @param whole whether everything was sent. */
  ended(whole: boolean): Promise<void>;
}

/** @param openedBy a key's id, `link` or `operator`. @throws {Failure} `unavailable` if too many are being rendered. */
export async function openDownload(
  { db, clock, ids, renderings, traced }: ExportDeps & { renderings: Renderings },
  definition: ExportDefinition,
  openedBy: string,
): Promise<Download> {
  const { chain, export_id, format } = definition;
  const started_at = clock.now();
  const download_id = ids.ordered('dwn', started_at);
  const { tenantId } = await ownerOf(db, chain);
  const span = traced.present()?.begin('render export');
  span?.set({ 'assize.export.id': export_id, 'assize.export.format': format });
  const content = await renderings.open(definition, tenantId);
  try {
    const download = { chain, export_id, download_id, opened_by: openedBy, started_at };
    await db.insertInto('export_downloads').values(download).execute();
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    content,
    async ended(whole) {
      span?.set({ 'assize.export.bytes': content.bytes });
      span?.end(whole ? undefined : 'broken_off');
      await db
        .updateTable('export_downloads')
        .set({ finished_at: whole ? clock.now() : null, bytes: content.bytes })
        .where('chain', '=', chain)
        .where('export_id', '=', export_id)
        .where('download_id', '=', download_id)
        .execute();
    },
  };
}

/** `assize-<chain>-<day>.<format>` */
export function fileNameOf({ chain, created_at, format }: ExportDefinition): string {
  return `assize-${chainId(chain)}-${new Date(created_at).toISOString().slice(0, 10)}.${format}`;
}
