/** Reads the body of a request whose length is known, without the events of a stream. */
import type { IncomingMessage } from 'node:http';

/**
 * The pieces are taken where node hands them to the stream: its events and its queue cost 3.5 of the 77 µs of an
 * evaluation. A single piece, by far the most frequent case, isn't copied.
 * @param length of the body in bytes, as the request states it and node holds it to; at least 1.
 * @param done gets the body, or the error that broke it off; called once.
 */
export function readBody(
  raw: IncomingMessage,
  length: number,
  done: (error: Error | null, body: Buffer) => void,
): void {
  const pieces: Buffer[] = [];
  let missing = length;
  // The stream never learns of its end, and so says nothing of it to its listeners: it has none.
  raw.push = (piece: Buffer | string | null): boolean => {
    if (piece === null) return false;
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    pieces.push(bytes);
    missing -= bytes.length;
    if (missing === 0) done(null, pieces.length === 1 ? bytes : Buffer.concat(pieces));
    return true;
  };
  raw.on('error', (error) => {
    if (missing > 0) done(Object.assign(error, { statusCode: 400 }), Buffer.alloc(0));
  });
  // Node sends the body after the first reading. Pieces that came before it are in the stream's queue.
  raw.read(0);
  while (raw.readableLength > 0) raw.push(raw.read());
}
