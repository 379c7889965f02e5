/** Where a list of evidence goes on: from the position of the last artifact of a page. */

import { type CursorKind, type Cursors, openCursor, signCursor } from '../../database/signed-cursor.ts';
import type { ArtifactFilter } from './filter.ts';

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
