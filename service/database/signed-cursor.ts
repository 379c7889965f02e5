/**
 * Cursors of lists. A cursor holds the place at which the list continues, and an HMAC-SHA256 over that and everything
 * else the list depends on. An altered cursor, or one for another tenant, environment or filter, is refused.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@assize/evidence-format';
import { Failure } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { installationSecret } from './installation/installation-secret.ts';
import type { Database } from './open.ts';

export interface Cursors {
  db: Database;
  fillRandom: FillRandom;
}

/** The kind of list that a cursor belongs to. */
export interface CursorKind<Place> {
  /** The name of the secret that signs it. */
  secret: string;
  /** null if places differ in length. */
  placeBytes: number | null;
  write(place: Place): Buffer;
  /** null for bytes that are not a place. */
  read(bytes: Buffer): Place | null;
  /** The place, and everything that the list depends on. */
  bind(place: Place): readonly JsonValue[];
}

export interface Page<Item> {
  items: Item[];
  /** null on the last page. */
  nextCursor: string | null;
}

/** As many items at once as any list gives. */
const MAX_ITEMS = 1000;

/** All items of a list, read page by page. */
export async function allPages<Item>(
  read: (limit: number, cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(MAX_ITEMS, cursor);
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

const MAC_BYTES = 32;

/** @param found has one more than the limit if another page follows. */
export async function cutToPage<Item, Place>(
  cursors: Cursors,
  kind: CursorKind<Place>,
  found: readonly Item[],
  limit: number,
  placeOf: (last: Item) => Place,
): Promise<Page<Item>> {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : await signCursor(cursors, kind, placeOf(last)) };
}

export async function signCursor<Place>(
  { db, fillRandom }: Cursors,
  kind: CursorKind<Place>,
  place: Place,
): Promise<string> {
  const mac = createHmac('sha256', await installationSecret(db, fillRandom, kind.secret))
    .update(canonicalJson([...kind.bind(place)]))
    .digest();
  return Buffer.concat([kind.write(place), mac]).toString('base64url');
}

/** @throws {Failure} `invalid`. */
export async function openCursor<Place>(
  cursors: Cursors,
  kind: CursorKind<Place>,
  cursor: string,
): Promise<Place> {
  const bytes = Buffer.from(cursor, 'base64url');
  const placeBytes = bytes.length - MAC_BYTES;
  if (placeBytes < 0 || placeBytes !== (kind.placeBytes ?? placeBytes)) throw foreign();
  const place = kind.read(bytes.subarray(0, placeBytes));
  if (place === null) throw foreign();
  // Compared as text: several texts can encode the same bytes, and only one was given out.
  const given = Buffer.from(await signCursor(cursors, kind, place));
  const presented = Buffer.from(cursor);
  if (presented.length !== given.length || !timingSafeEqual(presented, given)) throw foreign();
  return place;
}

const POSITION_BYTES = 8;

/** The places of a list in the order of its positions. */
export function positionCursors(secret: string, bind: CursorKind<number>['bind']): CursorKind<number> {
  return {
    secret,
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
    bind,
  };
}

const ID_BYTES = 12;

/** A list in the order of its ids, which begin with the time. */
export interface ListById<Row> {
  /** The name of the secret that signs its cursors. */
  secret: string;
  /** The prefix of the ids. */
  prefix: string;
  chain: JsonValue;
  filters?: readonly (string | undefined)[];
  idOf(row: Row): string;
  /** @param last the id of the last row of the page before; null for the first page. */
  read(last: string | null, most: number): Promise<Row[]>;
}

/** @throws {Failure} `invalid` for a cursor of another list. */
export async function pageById<Row>(
  cursors: Cursors,
  { secret, prefix, chain, filters = [], idOf, read }: ListById<Row>,
  limit: number,
  cursor?: string,
): Promise<Page<Row>> {
  const start = `${prefix}_`;
  const kind: CursorKind<string> = {
    secret,
    placeBytes: ID_BYTES,
    write: (id) => Buffer.from(id.slice(start.length), 'hex'),
    read: (bytes) => start + bytes.toString('hex'),
    bind: (id) => [chain, id, ...filters.map((filter) => filter ?? null)],
  };
  const last = cursor === undefined ? null : await openCursor(cursors, kind, cursor);
  return cutToPage(cursors, kind, await read(last, limit + 1), limit, idOf);
}

function foreign(): Failure {
  const message = 'Input should be the next_cursor of a page with the same filters';
  return Failure.invalid([{ field: ['cursor'], message, type: 'value_error' }]);
}
