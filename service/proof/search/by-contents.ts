/**
 * Finds evidence by what its payloads hold, newest first. A request does a bounded amount of work: its answer says how
 * far it searched, and its cursor continues there, even after an empty page.
 */
import type { JsonValue } from '@assize/evidence-format';
import { type CursorKind, type Cursors, openCursor, signCursor } from '../../database/signed-cursor.ts';
import { type Artifact, artifactsAt, artifactsIn, PAGE_BYTES } from '../../evidence/reading/index.ts';
import { type ArtifactFilter, partsOfFilter, viewOf } from '../../evidence/search/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { BLOCK } from '../word-index/entries.ts';
import { TERM_KINDS, type TermKind, termOf } from '../word-index/terms.ts';
import { type IndexDeps, indexedBlocks, subjectSecret } from '../word-index/word-index.ts';
import { wordsOf } from '../word-index/words.ts';

/** All given parts must match. */
export type Contents = { [Kind in TermKind]?: string | undefined } & {
  /** Each of its words. */
  text?: string | undefined;
};

export interface ContentPage {
  items: Artifact[];
  /** The matches on this page and those before it. */
  found: number;
  /** null if nothing older is left to search. */
  nextCursor: string | null;
  /** When the oldest artifact that was searched was recorded, ms since the epoch; null if all were. */
  searchedTo: number | null;
}

export function hasContents({ text, ...terms }: Contents): boolean {
  return text !== undefined || Object.values(terms).some((value) => value !== undefined);
}

/** @throws {Failure} `invalid` for a text without words, and a cursor of another search; `unavailable`. */
export async function searchByContents(
  deps: Cursors & Pick<IndexDeps, 'lookers'>,
  chain: number,
  { filter, contents }: { filter: ArtifactFilter; contents: Contents },
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<ContentPage> {
  const { db, lookers } = deps;
  const words = wordsIn(contents.text);
  const kind = cursorsOf(chain, filter, contents);
  const place = cursor === undefined ? undefined : await openCursor(deps, kind, cursor);
  const view = await viewOf(db, chain, place?.below);
  const indexed = Math.min(await indexedBlocks(db, chain), Math.floor(view.end / BLOCK));
  const terms = TERM_KINDS.flatMap((each) => {
    const value = contents[each];
    return value === undefined ? [] : [termOf(each, value)];
  });
  const secret = await subjectSecret(deps);
  const sought = { chain, secret, terms, words, filter, view, indexed };
  const { positions, searchedTo } = await lookers.search({ ...sought, most: limit + 1 });
  const shown = await artifactsAt(db, chain, positions.slice(0, limit), PAGE_BYTES);
  // A payload that was removed meanwhile no longer holds anything.
  const items = shown.filter(({ payload }) => payload !== null);
  const found = (place?.found ?? 0) + items.length;
  const last = shown.at(-1)?.position;
  const below = positions.length > shown.length && last !== undefined ? last : searchedTo;
  if (below === 0) return { items, found, nextCursor: null, searchedTo: null };
  const [oldest] = await artifactsIn(db, chain, below, below + 1)
    .select('created_at')
    .execute();
  const nextCursor = await signCursor(deps, kind, { below, found });
  return { items, found, nextCursor, searchedTo: oldest?.created_at ?? null };
}

/** @throws {Failure} `invalid` */
function wordsIn(text: string | undefined): string[] {
  if (text === undefined) return [];
  const words = [...new Set(wordsOf(text))];
  if (words.length > 0) return words;
  throw Failure.invalid([{ field: ['text'], message: 'Input should have a word', type: 'value_error' }]);
}

interface Place {
  /** Only artifacts before this position. */
  below: number;
  /** The matches before it. */
  found: number;
}

const NUMBER_BYTES = 8;

function cursorsOf(chain: number, filter: ArtifactFilter, contents: Contents): CursorKind<Place> {
  const bound: JsonValue[] = [...TERM_KINDS, 'text' as const].map((each) => contents[each] ?? null);
  return {
    secret: 'cursors of searches by contents',
    placeBytes: 2 * NUMBER_BYTES,
    write({ below, found }) {
      const place = Buffer.alloc(2 * NUMBER_BYTES);
      place.writeBigUInt64BE(BigInt(below));
      place.writeBigUInt64BE(BigInt(found), NUMBER_BYTES);
      return place;
    },
    read(bytes) {
      const below = Number(bytes.readBigUInt64BE());
      const found = Number(bytes.readBigUInt64BE(NUMBER_BYTES));
      return Number.isSafeInteger(below) && Number.isSafeInteger(found) ? { below, found } : null;
    },
    bind: ({ below, found }) => [chain, below, found, ...partsOfFilter(filter), ...bound],
  };
}
