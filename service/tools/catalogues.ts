/**
 * Gives the catalogue of a chain at a revision, from memory: a revision never changes, so each is read only once. The
 * active governance says which revision holds now, and every node asks for it more than once a second.
 */

import type { ToolEntry } from '@assize/act-reading/tools';
import { type Catalogue, CompiledCatalogue, EMPTY_CATALOGUE } from '@assize/act-reading/tools';
import type { Database } from '../database/open.ts';
import { PAGE_ROWS, pagesOf } from '../evidence/reading/index.ts';
import type { MaybePromise } from '../foundation/fresh-cache.ts';
import { countWork, isTurnUsedUp, nextTurn } from '../foundation/turns.ts';
import { entryOfRecord, type ToolRecord, toolsOf } from './store.ts';

export interface ToolCatalogues {
  /** @param revision `toolsRevision` of the active governance. @throws {Failure} `unavailable`. */
  at(chain: number, revision: number): MaybePromise<Catalogue>;
}

/** The most entries of all catalogues in memory, some kilobytes each. */
const MAX_ENTRIES_HELD = 100_000;
const MAX_CATALOGUES_HELD = 10_000;

export function toolCatalogues(db: Database): ToolCatalogues {
  const held = new HeldCatalogues();
  const loading = new Map<string, Promise<Catalogue>>();
  return {
    at(chain, revision) {
      if (revision === 0) return EMPTY_CATALOGUE;
      const key = `${chain}/${revision}`;
      const known = held.get(key);
      if (known !== undefined) return known;
      const underWay = loading.get(key);
      if (underWay !== undefined) return underWay;
      const asked = catalogueAt(db, chain, revision)
        .then((catalogue) => {
          held.keep(key, catalogue);
          return catalogue;
        })
        .finally(() => loading.delete(key));
      loading.set(key, asked);
      return asked;
    },
  };
}

/** The catalogues in memory, of which the least recently used is removed first. */
class HeldCatalogues {
  readonly #catalogues = new Map<string, Catalogue>();
  #entries = 0;

  get(key: string): Catalogue | undefined {
    const catalogue = this.#catalogues.get(key);
    if (catalogue === undefined) return undefined;
    this.#catalogues.delete(key);
    this.#catalogues.set(key, catalogue);
    return catalogue;
  }

  keep(key: string, catalogue: Catalogue): void {
    this.#catalogues.set(key, catalogue);
    this.#entries += catalogue.size;
    for (const [oldest, { size }] of this.#catalogues) {
      const isFull = this.#entries > MAX_ENTRIES_HELD || this.#catalogues.size > MAX_CATALOGUES_HELD;
      if (!isFull || oldest === key) return;
      this.#catalogues.delete(oldest);
      this.#entries -= size;
    }
  }
}

/**
 * Gives the catalogue at any past revision, so that a verdict can be recomputed. Keeps the last ones that were asked
 * for.
 */
export function catalogueHistory(db: Database, chain: number): (revision: number) => Promise<Catalogue> {
  const known = new Map<number, Promise<Catalogue>>();
  return (revision) => {
    const found = known.get(revision) ?? catalogueAt(db, chain, revision);
    known.delete(revision);
    known.set(revision, found);
    const [oldest] = known.keys();
    if (known.size > MAX_REVISIONS && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

const MAX_REVISIONS = 8;

export async function catalogueAt(db: Database, chain: number, revision: number): Promise<Catalogue> {
  if (revision === 0) return EMPTY_CATALOGUE;
  const catalogue = new CompiledCatalogue({ revision, reviewed: await wasReviewed(db, chain, revision) });
  const pages = pagesOf((after: ToolRecord | undefined) =>
    toolsOf(db, chain)
      .where('since_revision', '<=', revision)
      .where((row) => row.or([row('until_revision', 'is', null), row('until_revision', '>', revision)]))
      .where('state', 'in', ['accepted', 'changed', 'rejected'])
      .where('tool_id', '>', after?.tool_id ?? '')
      .orderBy('tool_id')
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const page of pages) {
    for (const row of page) {
      if (isTurnUsedUp()) await nextTurn(chain);
      countWork(WORK_OF_A_ROW + row.document.length);
      const entry = readEntry(row);
      if (entry === null) continue;
      if (row.state === 'rejected') catalogue.reject(entry);
      else catalogue.add({ id: row.tool_id, hasChanged: row.state === 'changed', entry });
    }
  }
  return catalogue;
}

const WORK_OF_A_ROW = 500;
const LATEST = 2 ** 31 - 1;

/** A row that was changed without the service lists nothing; the registry of tools reports it. */
function readEntry(row: ToolRecord): ToolEntry | null {
  try {
    return entryOfRecord(row);
  } catch {
    return null;
  }
}

/** Whether a human had ever accepted an entry. */
export async function wasReviewed(db: Database, chain: number, revision = LATEST): Promise<boolean> {
  const row = await db
    .selectFrom('tools')
    .select('tool_id')
    .where('chain', '=', chain)
    .where('state', '=', 'accepted')
    .where('since_revision', '<=', revision)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
