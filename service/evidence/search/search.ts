/** Finds artifacts by filters, newest first, as of one moment: appends neither shift a page nor repeat an item. */
import type { Database } from '../../database/open.ts';
import { type Cursors, openCursor, type Page, signCursor } from '../../database/signed-cursor.ts';
import { Failure } from '../../foundation/failure.ts';
import { PAGE_BYTES } from '../reading/payload-pieces.ts';
import { type Artifact, artifactsAt } from '../reading/read.ts';
import { type ArtifactFilter, cursorsOf } from './filter.ts';
import { Matching, viewOf } from './matching.ts';

/**
 * @param offset the number of newer matches before the page; 0 with a cursor. @returns the number of all matches, and
 * `nextCursor` null at the end. @throws {Failure} `invalid` for a cursor of another filter or chain.
 */
export async function searchArtifacts(
  cursors: Cursors,
  chain: number,
  filter: ArtifactFilter,
  { limit, offset, cursor }: { limit: number; offset: number; cursor: string | undefined },
): Promise<Page<Artifact> & { total: number }> {
  const { db } = cursors;
  const kind = cursorsOf(chain, filter);
  const below = cursor === undefined ? undefined : await openCursor(cursors, kind, cursor);
  const view = await viewOf(db, chain);
  const matching = new Matching(db, view, filter);
  const total = await matching.count();
  if (offset >= total) return { items: [], total, nextCursor: null };
  const older = below === undefined ? matching : new Matching(db, { ...view, end: below }, filter);
  const positions = await older.newest(offset, limit + 1);
  const items = await artifactsAt(db, chain, positions.slice(0, limit));
  const last = positions.length > limit ? items.at(-1)?.position : undefined;
  return { items, total, nextCursor: last === undefined ? null : await signCursor(cursors, kind, last) };
}

/**
 * @param limit of the page, which is shorter if its payloads are large. @returns `nextCursor` null at the end.
 * @throws {Failure} `invalid` for a cursor of another filter or chain.
 */
export async function listArtifacts(
  cursors: Cursors,
  chain: number,
  filter: ArtifactFilter,
  limit: number,
  cursor: string | undefined,
): Promise<Page<Artifact>> {
  const { db } = cursors;
  const kind = cursorsOf(chain, filter);
  const below = cursor === undefined ? undefined : await openCursor(cursors, kind, cursor);
  const view = await viewOf(db, chain, below);
  const positions = await new Matching(db, view, filter).newest(0, limit + 1);
  const items = await artifactsAt(db, chain, positions.slice(0, limit), PAGE_BYTES);
  const last = positions.length > items.length ? items.at(-1)?.position : undefined;
  return { items, nextCursor: last === undefined ? null : await signCursor(cursors, kind, last) };
}

/** The newest artifacts that match, at most `most`. */
export async function newestArtifacts(
  db: Database,
  chain: number,
  filter: ArtifactFilter,
  most: number,
): Promise<Artifact[]> {
  const positions = await new Matching(db, await viewOf(db, chain), filter).newest(0, most);
  return artifactsAt(db, chain, positions);
}

/** @throws {Failure} `invalid` if an item is repeated. */
export function requireDistinct(items: readonly string[], field: string[]): void {
  if (new Set(items).size === items.length) return;
  throw Failure.invalid([{ field, message: 'List items should not repeat', type: 'value_error' }]);
}

/** @throws {Failure} `invalid` if the times, ms since the epoch, are in the wrong order. */
export function requireOrder(from: number | undefined, to: number | undefined, field: string[]): void {
  if (from === undefined || to === undefined || from <= to) return;
  const message = 'Input should not be before the start of the period';
  throw Failure.invalid([{ field, message, type: 'value_error' }]);
}
