/**
 * Where artifacts of these ids stand. Asked for by a list of ids, SQLite reads the whole chain: it takes a chain to be
 * short, and looking ids up one by one to be dear. Joined to them, each is looked up.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';

/** Of those that are in this chain; in no order. */
export async function positionsOf(db: Database, chain: number, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await lookUp(db, chain, ids).execute();
  return rows.map(({ position }) => position);
}

/** @param ids at least one. */
export function lookUp(db: Database, chain: number, ids: readonly string[]) {
  const wanted = sql<{ column1: string }>`(VALUES ${sql.join(ids.map((id) => sql`(cast(${id} as text))`))})`;
  return (
    db
      .selectFrom(wanted.as('wanted'))
      // To SQLite this says as well which of the two comes first.
      .crossJoin('artifacts')
      .select('artifacts.position')
      .where('artifacts.chain', '=', chain)
      .whereRef('artifacts.id', '=', 'wanted.column1')
  );
}
