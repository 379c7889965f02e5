/**
 * Finding artifacts, newest first, by any combination of filters: a page at an offset with an exact total, or a page
 * behind a cursor. Each answer is of one moment, so appends that go on neither shift a page nor repeat in it.
 */
import type { Database } from '../../database/open.ts';
import type { Cursors } from '../../database/signed-cursor.ts';
import { Failure } from '../../foundation/failure.ts';
import { PAGE_BYTES } from '../payload-pieces.ts';
import { type Artifact, artifactsAt } from '../read.ts';
import type { ArtifactFilter } from './filter.ts';
import { readCursor, writeCursor } from './filter.ts';
import { Matching, viewOf } from './matching.ts';

export interface SearchPage {
  /** At most this many. */
  limit: number;
  /** How many of the newest matches lie before the page. */
  offset: number;
}

export async function searchArtifacts(
  db: Database,
  chain: number,
  filter: ArtifactFilter,
  { limit, offset }: SearchPage,
): Promise<{ items: Artifact[]; total: number }> {
  const matching = new Matching(db, await viewOf(db, chain), filter);
  const total = await matching.count();
  if (offset >= total) return { items: [], total };
  const positions = await matching.newest(offset, limit);
  return { items: await artifactsAt(db, chain, positions), total };
}

/**
 * @param limit of the page, which is shorter where its payloads are large.
 * @param cursor as the page before gave it; undefined for the newest page.
 * @returns `nextCursor` null where nothing older matches.
 * @throws {Failure} `invalid` for a cursor that was not given for this very filter and chain.
 */
export async function listArtifacts(
  cursors: Cursors,
  chain: number,
  filter: ArtifactFilter,
  limit: number,
  cursor: string | undefined,
): Promise<{ items: Artifact[]; nextCursor: string | null }> {
  const { db } = cursors;
  const below = cursor === undefined ? undefined : await readCursor(cursors, chain, filter, cursor);
  const view = await viewOf(db, chain, below);
  const positions = await new Matching(db, view, filter).newest(0, limit + 1);
  const items = await artifactsAt(db, chain, positions.slice(0, limit), PAGE_BYTES);
  const last = positions.length > items.length ? items.at(-1)?.position : undefined;
  return {
    items,
    nextCursor: last === undefined ? null : await writeCursor(cursors, chain, filter, last),
  };
}

/** @throws {Failure} `invalid` where one of them stands there twice. */
export function requireDistinct(items: readonly string[], field: string[]): void {
  if (new Set(items).size === items.length) return;
  throw Failure.invalid([{ field, message: 'List items should not repeat', type: 'value_error' }]);
}

/** @throws {Failure} `invalid` where the times, ms since the epoch, are the wrong way round. */
export function requireOrder(from: number | undefined, to: number | undefined, field: string[]): void {
  if (from === undefined || to === undefined || from <= to) return;
  const message = 'Input should not be before the start of the period';
  throw Failure.invalid([{ field, message, type: 'value_error' }]);
}
