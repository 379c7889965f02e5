/** The filter of a search, and the cursor by which a list continues after the last artifact of a page. */

import { type CursorKind, positionCursors } from '../../database/signed-cursor.ts';

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

/** The cursors of a list, which continues after the last artifact of a page. */
export function cursorsOf(
  chain: number,
  { artifactType, artifactTypes, action, exceptActions, verdict, from, to }: ArtifactFilter,
): CursorKind<number> {
  const lists = [artifactTypes, exceptActions].map((list) => (list === undefined ? null : [...list]));
  return positionCursors('evidence cursors', (position) => [
    ...[chain, position, artifactType, action, verdict, from, to].map((part) => part ?? null),
    // Left out where neither is used, so that cursors given out by an earlier version still hold.
    ...(lists.some((list) => list !== null) ? lists : []),
  ]);
}
