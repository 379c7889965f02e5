/** The filter of a search, and the cursor by which a list continues after the last artifact of a page. */

import { type CursorKind, type Cursors, openCursor, signCursor } from '../../database/signed-cursor.ts';

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
  /** Blocks that have a summary. */
  blocks: number;
}

const POSITION_BYTES = 8;

/** @param position of the last artifact of the page; the next page begins before it. */
export function writeCursor(
  cursors: Cursors,
  chain: number,
  filter: ArtifactFilter,
  position: number,
): Promise<string> {
  return signCursor(cursors, kindOf(chain, filter), position);
}

/** @throws {Failure} `invalid`. */
export function readCursor(
  cursors: Cursors,
  chain: number,
  filter: ArtifactFilter,
  cursor: string,
): Promise<number> {
  return openCursor(cursors, kindOf(chain, filter), cursor);
}

function kindOf(
  chain: number,
  { artifactType, action, verdict, from, to }: ArtifactFilter,
): CursorKind<number> {
  return {
    secret: 'evidence cursors',
    placeBytes: POSITION_BYTES,
    write(position) {
      const place = Buffer.alloc(POSITION_BYTES);
      place.writeBigUInt64BE(BigInt(position));
      return place;
    },
    read(bytes) {
      const position = Number(bytes.readBigUInt64BE());
      return Number.isSafeInteger(position) ? position : null;
    },
    bind: (position) =>
      [chain, position, artifactType, action, verdict, from, to].map((part) => part ?? null),
  };
}
