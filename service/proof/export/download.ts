/** Downloads of an export: each is rendered again, and recorded with its reader and whether it was complete. */
import { chainId } from '../../database/chain-id.ts';
import { ownerOf } from '../../tenants/index.ts';
import type { ExportDeps } from './create.ts';
import { type ExportDefinition, recordEnd, recordStart } from './definition.ts';
import type { Rendering, Renderings } from './rendering.ts';

export interface DownloadDeps extends ExportDeps {
  renderings: Renderings;
}

export interface Download {
  content: Rendering;
  /** Call this once. @param whole whether everything was sent. */
  ended(whole: boolean): Promise<void>;
}

/**
 * @param openedBy a key's id, `link` or `operator`.
 * @throws {Failure} `unavailable` if too many exports are being rendered.
 */
export async function openDownload(
  { db, clock, ids, renderings, traced }: DownloadDeps,
  definition: ExportDefinition,
  openedBy: string,
): Promise<Download> {
  const startedAt = clock.now();
  const downloadId = ids.ordered('dwn', startedAt);
  const { tenantId } = await ownerOf(db, definition.chain);
  const span = traced.present()?.begin('render export');
  span?.set({ 'assize.export.id': definition.exportId, 'assize.export.format': definition.format });
  const content = await renderings.open(definition, tenantId);
  try {
    await recordStart(db, definition, { downloadId, openedBy, startedAt });
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    content,
    ended(whole) {
      span?.set({ 'assize.export.bytes': content.bytes });
      span?.end(whole ? undefined : 'broken_off');
      return recordEnd(db, definition, downloadId, {
        finishedAt: whole ? clock.now() : null,
        bytes: content.bytes,
      });
    },
  };
}

/** `assize-<chain>-<day>.<format>` */
export function fileNameOf({ chain, createdAt, format }: ExportDefinition): string {
  return `assize-${chainId(chain)}-${new Date(createdAt).toISOString().slice(0, 10)}.${format}`;
}
