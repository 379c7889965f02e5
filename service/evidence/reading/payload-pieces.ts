/** Reads the payloads of a page in pieces: reading large ones at once would block the event loop. */
import { type JsonObject, parseJson } from '@assize/evidence-format';

/** Bytes of payloads that one query returns: receiving and parsing them takes at most 8 ms. */
const PIECE_BYTES = 256 * 1024;
/** Bytes of payloads on a page of a list with a cursor: a page with large payloads ends sooner. */
export const PAGE_BYTES = 4 * 1024 * 1024;

interface Sized {
  payload_bytes: number | null;
}

export interface PieceReading<Row, Key> {
  keyOf(row: Row): Key;
  /** The texts of the payloads that still exist. */
  read(rows: readonly Row[]): Promise<Map<Key, string>>;
  /** Rows beyond this are left out, but never the first. */
  maxBytes?: number | undefined;
}

/** @returns the rows in their order, each with its payload; null if it was redacted or its retention has ended. */
export async function readInPieces<Row extends Sized, Key>(
  rows: readonly Row[],
  { keyOf, read, maxBytes = Number.POSITIVE_INFINITY }: PieceReading<NoInfer<Row>, Key>,
): Promise<{ row: Row; payload: JsonObject | null }[]> {
  const found: { row: Row; payload: JsonObject | null }[] = [];
  for (const piece of inPieces(upTo(rows, maxBytes))) {
    const there = piece.filter(({ payload_bytes }) => payload_bytes !== null);
    const texts = there.length === 0 ? new Map<Key, string>() : await read(there);
    for (const row of piece) {
      const text = texts.get(keyOf(row));
      found.push({ row, payload: text === undefined ? null : (parseJson(text) as JsonObject) });
    }
  }
  return found;
}

function upTo<Row extends Sized>(rows: readonly Row[], maxBytes: number): readonly Row[] {
  let bytes = 0;
  const beyond = rows.findIndex(({ payload_bytes }, place) => {
    bytes += payload_bytes ?? 0;
    return place > 0 && bytes > maxBytes;
  });
  return beyond < 0 ? rows : rows.slice(0, beyond);
}

function* inPieces<Row extends Sized>(rows: readonly Row[]): Generator<Row[]> {
  let piece: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (piece.length > 0 && bytes + (row.payload_bytes ?? 0) > PIECE_BYTES) {
      yield piece;
      piece = [];
      bytes = 0;
    }
    piece.push(row);
    bytes += row.payload_bytes ?? 0;
  }
  if (piece.length > 0) yield piece;
}
