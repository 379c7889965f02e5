/** Defines an export: pinned to a signed checkpoint of the whole chain, and rendered at the download. */

import { bound } from '../../database/evidence/append-store.ts';
import { type ChangeDeps, recordChange, stampNow } from '../../evidence/changes/index.ts';
import { sizeOf } from '../../evidence/reading/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Traced } from '../../telemetry/traced.ts';
import { checkpointCovering } from '../log/checkpoints.ts';
import { withCosignatures } from '../log/witnesses/cosigned.ts';
import { EXPORTED, type ExportDefinition, insertion, termsOf } from './definition.ts';
import { LINK_LIFETIME_MS, type LinkDeps } from './link.ts';
import { countSelected } from './selection.ts';
import type { ExportFilter, ExportFormat } from './source.ts';

export type ExportDeps = LinkDeps & ChangeDeps & { traced: Traced };

export interface ExportRequest {
  format: ExportFormat;
  filter: ExportFilter;
  /** A key's id, or `operator`. */
  createdBy: string;
}

/** @throws {Failure} `invalid`, naming the field, if a byte order mark is requested for another format than CSV. */
export function csvBomOf(
  format: ExportFormat,
  isAsked: boolean | undefined,
  field: string[],
): Pick<ExportFilter, 'csvBom'> {
  if (!isAsked) return {};
  if (format === 'csv') return { csvBom: true };
  throw Failure.invalid([
    { field, message: 'Input should be false where format is not csv', type: 'value_error' },
  ]);
}

/** @throws {Failure} `unavailable` if no signed checkpoint covers the chain in time; `conflict` if it is empty. */
export function createExport(
  deps: ExportDeps,
  chain: number,
  wanted: ExportRequest,
): Promise<ExportDefinition> {
  return deps.traced.within('create export', async (span) => {
    const definition = await define(deps, chain, wanted);
    const { export_id, format, artifact_count } = definition;
    span?.set({ 'assize.export.id': export_id, 'assize.export.format': format });
    span?.set({ 'assize.export.artifacts': artifact_count });
    return definition;
  });
}

async function define(
  deps: ExportDeps,
  chain: number,
  { format, filter, createdBy }: ExportRequest,
): Promise<ExportDefinition> {
  const { db, ids } = deps;
  const length = await sizeOf(db, chain);
  // An empty chain has no checkpoint.
  if (length === 0)
    throw new Failure('conflict', 'This chain has no evidence yet.', { conflict: 'no_evidence' });
  const covering = await checkpointCovering(db, chain, length);
  const { size, note } = await withCosignatures(db, chain, covering);
  const stamp = stampNow(deps);
  const definition: ExportDefinition = {
    chain,
    export_id: ids.random('exp'),
    format,
    filter,
    size,
    checkpoint: note,
    artifact_count: await countSelected(db, chain, size, filter),
    created_at: stamp.at,
    created_by: createdBy,
    // A link has whole seconds.
    expires_at: Math.floor((stamp.at + LINK_LIFETIME_MS) / 1000) * 1000,
  };
  await recordChange(deps, {
    chain,
    stamp,
    action: EXPORTED,
    actor: createdBy,
    change: termsOf(definition),
    statements: [bound(insertion(db, definition), 1)],
  });
  return definition;
}
