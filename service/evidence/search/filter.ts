/** The filter of a search, and the cursor by which a list continues after the last artifact of a page. */

import type { JsonValue } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import { type CursorKind, positionCursors } from '../../database/signed-cursor.ts';
import type { ArtifactsTable } from '../../database/tables/index.ts';

export const EARLIEST = Number.MIN_SAFE_INTEGER;
export const LATEST = Number.MAX_SAFE_INTEGER;

export interface ArtifactFilter {
  artifactType?: string;
  /** One of these types. */
  artifactTypes?: readonly string[];
  action?: string;
  /** None of these actions; not together with `action`. */
  exceptActions?: readonly string[];
  verdict?: string;
  /** ms since the epoch, inclusive. */
  from?: number;
  /** ms since the epoch, exclusive. */
  to?: number;
}

/** A chain as of one moment: later artifacts are not seen. */
export interface View {
  chain: number;
  /** The position after the last. */
  end: number;
  /** The number of blocks that have a summary. */
  blocks: number;
}

/** Whether every artifact of a chain matches. */
export function takesAll(filter: ArtifactFilter): boolean {
  return Object.values(filter).every((wanted) => wanted === undefined);
}

/** The columns of an artifact that a filter uses. */
export const FILTERED_BY = ['artifact_type', 'action', 'verdict', 'created_at'] as const;

export function matchesFilter(
  { artifactType, artifactTypes, action, exceptActions, verdict, from, to }: ArtifactFilter,
  artifact: Pick<Selectable<ArtifactsTable>, (typeof FILTERED_BY)[number]>,
): boolean {
  return (
    (artifactType ?? artifact.artifact_type) === artifact.artifact_type &&
    artifactTypes?.includes(artifact.artifact_type) !== false &&
    (action === undefined || action === artifact.action) &&
    (artifact.action === null || exceptActions?.includes(artifact.action) !== true) &&
    (verdict === undefined || verdict === artifact.verdict) &&
    (from ?? EARLIEST) <= artifact.created_at &&
    artifact.created_at < (to ?? LATEST)
  );
}

/** Everything that a cursor depends on. */
export function partsOfFilter({
  artifactType,
  artifactTypes,
  action,
  exceptActions,
  verdict,
  from,
  to,
}: ArtifactFilter): (JsonValue | null)[] {
  const lists = [artifactTypes, exceptActions].map((list) => (list === undefined ? null : [...list]));
  return [
    ...[artifactType, action, verdict, from, to].map((part) => part ?? null),
    // Left out where neither is used, so that cursors given out by an earlier version still hold.
    ...(lists.some((list) => list !== null) ? lists : []),
  ];
}

/** The cursors of a list, which continues after the last artifact of a page. */
export function cursorsOf(chain: number, filter: ArtifactFilter): CursorKind<number> {
  return positionCursors('evidence cursors', (position) => [chain, position, ...partsOfFilter(filter)]);
}
