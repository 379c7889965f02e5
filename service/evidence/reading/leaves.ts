/** Reads artifacts of one chain in pages, and finds them by their ids. */

import { type JsonObject, parseJson } from '@assize/evidence-format';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { byIndex } from '../../database/sqlite/by-index.ts';
import type { ArtifactPayloadsTable, ArtifactsTable } from '../../database/tables/index.ts';
import type { ArtifactType } from '../artifact.ts';

/** The rows of every page except the last. */
export const PAGE_ROWS = 1000;

/** Everything that `read` finds, in pages. @param read returns the first `pageRows` rows, or those after `after`. */
export async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
  pageRows = PAGE_ROWS,
): AsyncGenerator<Row[], void> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
    after = rows.at(-1);
    await turnOfOthers();
  }
}

/** Ranges from 0 up to `end` (exclusive), each of at most `step` positions, with a turn for other work after each. */
export async function* rangesOf(
  end: number,
  step: number,
): AsyncGenerator<{ from: number; to: number }, void> {
  for (let from = 0; from < end; from += step) {
    yield { from, to: Math.min(from + step, end) };
    await turnOfOthers();
  }
}

/** Several runs share a thread, and SQLite answers synchronously: without this, each run would block the others. */
function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export type Leaf = Omit<Selectable<ArtifactsTable>, 'chain' | 'payload_commitment' | 'previous_hash'>;
export type LeafAndPayload = Leaf & { payload: Selectable<ArtifactPayloadsTable>['payload'] | null };

const LEAF = [
  'artifacts.position',
  'artifacts.id',
  'artifacts.artifact_type',
  'artifacts.action',
  'artifacts.verdict',
  'artifacts.actor',
  'artifacts.created_at',
  'artifacts.hash',
] as const;

/** A query for the artifacts from position `from` up to `end` (exclusive). Each reader selects its columns. */
export function artifactsIn(db: Database, chain: number, from: number, end: number) {
  return db
    .selectFrom('artifacts')
    .where('artifacts.chain', '=', chain)
    .where('artifacts.position', '>=', from)
    .where('artifacts.position', '<', end);
}

/** The same for their payloads. */
export function payloadsIn(db: Database, chain: number, from: number, end: number) {
  return db
    .selectFrom('artifact_payloads')
    .where('artifact_payloads.chain', '=', chain)
    .where('artifact_payloads.position', '>=', from)
    .where('artifact_payloads.position', '<', end);
}

/** A query for artifacts that still have their payload. */
export function artifactsAndPayloads(db: Database, chain: number) {
  return db
    .selectFrom('artifacts')
    .innerJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .where('artifacts.chain', '=', chain);
}

/** A query for artifacts, with their payloads where they still have them. @param table by the index to use, if not the order of the chain. */
export function artifactsBesidePayloads(db: Database, chain: number, table: 'artifacts' = 'artifacts') {
  return db
    .selectFrom(table)
    .leftJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .where('artifacts.chain', '=', chain);
}

/** A query for artifacts with their payload (null if it is gone), to which each reader adds its conditions. */
export function leavesWithPayload(db: Database, chain: number) {
  return withPayload(artifactsBesidePayloads(db, chain));
}

function withPayload(artifacts: ReturnType<typeof artifactsBesidePayloads>) {
  return artifacts.select(LEAF).select('artifact_payloads.payload');
}

export type RareType = Exclude<ArtifactType, 'governance_eval'>;

/** A query for artifacts of one of the rarer types, by the index that only they have. */
export function artifactsOfRareType(db: Database, chain: number, type: RareType) {
  return (
    artifactsBesidePayloads(db, chain, byIndex(db, 'artifacts', 'artifacts_by_rarer_type'))
      .where('artifacts.artifact_type', '=', type)
      // A literal, so that the planner sees that the index of the rarer types covers all of them.
      .where('artifacts.artifact_type', '<>', sql.lit('governance_eval'))
  );
}

/** Artifacts of one of the rarer types, in the order of the chain. @param actions only these. @param end exclusive. */
export function leavesOfType(
  db: Database,
  chain: number,
  type: RareType,
  { actions, end = Number.MAX_SAFE_INTEGER }: { actions?: readonly string[]; end?: number } = {},
): AsyncGenerator<LeafAndPayload[], void> {
  let wanted = withPayload(artifactsOfRareType(db, chain, type))
    .where('artifacts.position', '<', end)
    .orderBy('artifacts.position')
    .limit(PAGE_ROWS);
  if (actions !== undefined) wanted = wanted.where('artifacts.action', 'in', actions);
  return pagesOf((after: LeafAndPayload | undefined) =>
    wanted.where('artifacts.position', '>', after?.position ?? -1).execute(),
  );
}

/** The artifacts of this chain with these ids, by id. */
export async function leavesById(
  db: Database,
  chain: number,
  ids: readonly string[],
): Promise<Map<string, LeafAndPayload>> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, LeafAndPayload>();
  for (let from = 0; from < wanted.length; from += PAGE_ROWS) {
    const positions = await positionsOf(db, chain, wanted.slice(from, from + PAGE_ROWS));
    if (positions.length === 0) continue;
    const rows = await leavesWithPayload(db, chain).where('artifacts.position', 'in', positions).execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** How many artifacts the chain has now. */
export async function sizeOf(db: Database, chain: number): Promise<number> {
  const head = await db
    .selectFrom('chains')
    .select('size')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return head.size;
}

/** The payload as an object; null if the bytes are not an object. */
export function readPayload(bytes: Uint8Array): JsonObject | null {
  try {
    const value = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The positions of the artifacts with these ids that are in this chain, in no order. */
export async function positionsOf(db: Database, chain: number, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await queryByIds(db, chain, ids).execute();
  return rows.map(({ position }) => position);
}

/**
 * Given a list of ids, SQLite would read the whole chain, because it assumes that a chain is short and that single
 * look-ups are costly. A join makes it look up each id. @param ids at least one.
 */
export function queryByIds(db: Database, chain: number, ids: readonly string[]) {
  return (
    db
      .selectFrom(valuesOf(ids).as('wanted'))
      // A cross join also tells SQLite to start with the ids.
      .crossJoin('artifacts')
      .select('artifacts.position')
      .where('artifacts.chain', '=', chain)
      .whereRef('artifacts.id', '=', 'wanted.column1')
  );
}

/** A table of texts, `column1`; at least one. */
export function valuesOf(texts: readonly string[]) {
  return sql<{ column1: string }>`(VALUES ${sql.join(texts.map((text) => sql`(cast(${text} as text))`))})`;
}
