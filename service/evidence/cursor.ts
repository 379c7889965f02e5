/**
 * Where a list goes on. A cursor says from which position, and carries an HMAC-SHA256 over that, the chain and the
 * filter: one that was altered, or was given for another tenant, environment or filter, is refused.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { Failure } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { installationSecret } from './installation-secret.ts';
import type { ArtifactFilter } from './matching.ts';

export interface Cursors {
  db: Database;
  fillRandom: FillRandom;
}

const SECRET = 'evidence cursors';
const POSITION_BYTES = 8;
const CURSOR_BYTES = POSITION_BYTES + 32;

/** @param position of the last artifact of the page; the next page begins before it. */
export async function writeCursor(
  { db, fillRandom }: Cursors,
  chain: number,
  filter: ArtifactFilter,
  position: number,
): Promise<string> {
  const place = Buffer.alloc(POSITION_BYTES);
  place.writeBigUInt64BE(BigInt(position));
  const { artifactType, action, verdict, from, to } = filter;
  const bound = [chain, position, artifactType, action, verdict, from, to];
  const mac = createHmac('sha256', await installationSecret(db, fillRandom, SECRET))
    .update(canonicalJson(bound.map((part) => part ?? null)))
    .digest();
  return Buffer.concat([place, mac]).toString('base64url');
}

/** @throws {Failure} `invalid`. */
export async function readCursor(
  cursors: Cursors,
  chain: number,
  filter: ArtifactFilter,
  cursor: string,
): Promise<number> {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== CURSOR_BYTES) throw foreign();
  const position = bytes.readBigUInt64BE();
  if (position > Number.MAX_SAFE_INTEGER) throw foreign();
  // Compared as text: more than one text can stand for the same bytes, and only one was given out.
  const given = Buffer.from(await writeCursor(cursors, chain, filter, Number(position)));
  const presented = Buffer.from(cursor);
  if (presented.length !== given.length || !timingSafeEqual(presented, given)) throw foreign();
  return Number(position);
}

function foreign(): Failure {
  const msg = 'Input should be the next_cursor of a page with the same filters';
  return Failure.invalid([{ loc: ['query', 'cursor'], msg, type: 'value_error' }]);
}
