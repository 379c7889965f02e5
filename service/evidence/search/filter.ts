/** The filter of a search, and the cursor by which a list continues after the last artifact of a page. */

import { type CursorKind, positionCursors } from '../../database/signed-cursor.ts';

export const EARLIEST = Number.MIN_SAFE_INTEGER;
export const LATEST = Number.MAX_SAFE_INTEGER;

export interface ArtifactFilter {
  artifactType?: string;
  action?: string;
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

/** The cursors of a list, which continues after the last artifact of a page. */
export function cursorsOf(
  chain: number,
  { artifactType, action, verdict, from, to }: ArtifactFilter,
): CursorKind<number> {
  return positionCursors('evidence cursors', (position) =>
    [chain, position, artifactType, action, verdict, from, to].map((part) => part ?? null),
  );
}
