/** Reads the body of a request whose length is known, without the events of a stream. */
import type { IncomingMessage } from 'node:http';

type Done = (error: Error | null, body: Buffer) => void;

interface Reading {
  pieces: Buffer[];
  missingBytes: number;
  done: Done;
}

const READING = Symbol('reading');

/** null once the body is whole: node keeps the request until the next one on its connection. */
interface Read extends IncomingMessage {
  [READING]: Reading | null;
}

/**
 * The pieces are taken where node hands them to the stream: its events and its queue cost 3.5 of the 77 µs of an
 * evaluation. The functions are shared by all requests: with one made for each, V8 moved every request to the old
 * generation, and a collection took 2.5 ms instead of 1.
 * @param length of the body in bytes, as the request states it and node holds it to; at least 1.
 * @param done gets the body, or the error that broke it off; called once.
 */
export function readBody(raw: IncomingMessage, length: number, done: Done): void {
  Object.assign(raw, { [READING]: { pieces: [], missingBytes: length, done }, push: take });
  raw.on('error', fail);
  // Node sends the body after the first reading. Pieces that came before it are in the stream's queue.
  raw.read(0);
  while (raw.readableLength > 0) raw.push(raw.read());
}

function take(this: Read, piece: Buffer | string | null): boolean {
  const reading = this[READING];
  if (reading === null || piece === null) return false;
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
  const { pieces, done } = reading;
  pieces.push(bytes);
  reading.missingBytes -= bytes.length;
  if (reading.missingBytes > 0) return true;
  this[READING] = null;
  done(null, pieces.length === 1 ? bytes : Buffer.concat(pieces));
  return true;
}

function fail(this: Read, error: Error): void {
  const reading = this[READING];
  this[READING] = null;
  reading?.done(Object.assign(error, { statusCode: 400 }), Buffer.alloc(0));
}
