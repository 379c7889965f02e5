/**
 * Runs on a thread: finds what a payload holds, newest first, and stops once the page is full or the work of one request
 * is done. It says how far it came, so the next request goes on from there.
 */
import { bytesIn } from '../../database/bytes-as-text.ts';
import type { Database } from '../../database/open.ts';
import { artifactsAndPayloads } from '../../evidence/reading/index.ts';
import { FILTERED_BY, matchesFilter } from '../../evidence/search/index.ts';
import { type Sought, stretchesOf } from './candidates.ts';
import { readJson } from './look.ts';
import { hasWords, type Searched, termsIn } from './terms.ts';

export interface ContentQuestion extends Sought {
  kind: 'search';
  /** The number of artifacts wanted. */
  most: number;
}

export interface ContentFound {
  /** Newest first. */
  positions: number[];
  /** All from this position up to the end of the view were searched. */
  searchedTo: number;
}

/** The most work of one request. */
const MOST_WORK = { blocks: 4096, rows: 16_384, bytes: 8 * 1024 * 1024 };

/** With 128, PostgreSQL without statistics reads all of a chain of 100,000; with 64, it uses the index from 50,000 on. */
const ROWS_AT_ONCE = 64;
const BYTES_AT_ONCE = 512 * 1024;

type Work = typeof MOST_WORK;

export async function searchContents(db: Database, question: ContentQuestion): Promise<ContentFound> {
  const done: Work = { blocks: 0, rows: 0, bytes: 0 };
  const isSpent = () =>
    done.blocks >= MOST_WORK.blocks || done.rows >= MOST_WORK.rows || done.bytes >= MOST_WORK.bytes;
  const positions: number[] = [];
  let searchedTo = question.view.end;
  for await (const { to, blocks, candidates } of stretchesOf(db, question)) {
    for (let from = 0; from < candidates.length; from += ROWS_AT_ONCE) {
      const some = candidates.slice(from, from + ROWS_AT_ONCE);
      for await (const { position, ...searched } of payloadsAt(db, question, some, done)) {
        if (matches(question, searched)) positions.push(position);
        searchedTo = position;
        if (positions.length >= question.most || isSpent()) return { positions, searchedTo };
      }
      searchedTo = some.at(-1) ?? searchedTo;
      if (isSpent()) return { positions, searchedTo };
    }
    searchedTo = to;
    done.blocks += blocks;
    if (isSpent()) return { positions, searchedTo };
  }
  return { positions, searchedTo: 0 };
}

function matches({ terms, words }: Sought, searched: Searched): boolean {
  if (terms.length > 0) {
    const held = termsIn(searched);
    if (!terms.every((term) => held.has(term))) return false;
  }
  return hasWords(searched, words);
}

/** The payloads at these positions that still exist and whose artifacts match the filter, in pieces. */
async function* payloadsAt(
  db: Database,
  { chain, filter }: Sought,
  candidates: readonly number[],
  done: Work,
): AsyncGenerator<Searched & { position: number }, void> {
  const rows = await artifactsAndPayloads(db, chain)
    .select(['artifacts.position', ...FILTERED_BY])
    .select(bytesIn('artifact_payloads.payload').as('bytes'))
    .where('artifacts.position', 'in', candidates)
    .execute();
  done.rows += candidates.length;
  const wanted = rows.filter((row) => matchesFilter(filter, row));
  wanted.sort((one, other) => other.position - one.position);
  for (const piece of inPieces(wanted)) {
    const payloads = await db
      .selectFrom('artifact_payloads')
      .select(['position', 'payload'])
      .where('chain', '=', chain)
      .where(
        'position',
        'in',
        piece.map(({ position }) => position),
      )
      .execute();
    const byPosition = new Map(payloads.map(({ position, payload }) => [position, payload]));
    for (const { position, action } of piece) {
      const payload = byPosition.get(position);
      done.bytes += payload?.length ?? 0;
      const read = payload === undefined ? undefined : readJson(payload);
      if (read !== undefined) yield { position, action, payload: read };
    }
  }
}

function* inPieces<Row extends { bytes: number | null }>(rows: readonly Row[]): Generator<Row[], void> {
  let [piece, bytes]: [Row[], number] = [[], 0];
  for (const row of rows) {
    const its = Number(row.bytes);
    if (piece.length > 0 && bytes + its > BYTES_AT_ONCE) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(row);
    bytes += its;
  }
  if (piece.length > 0) yield piece;
}
